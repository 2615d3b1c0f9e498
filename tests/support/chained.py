"""A spec, a plan and a chain over both."""

SPEC = "# Orders\n\n## Storage\n\nOne object a line.\n"
PLAN = "# Plan\n\n### Task 1: Store\n\n- [ ] **Step 1:** write\n\n### Task 2: Count\n\n- [ ] **Step 1:** count\n"
CHAIN = """
[[links]]
name = "design"
loop = "spec"
subject = "spec.md"

[[links]]
name = "plan"
loop = "plan"
subject = "plan.md"
spec = { from = "design" }
"""
