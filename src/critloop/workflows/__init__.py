"""One policy module a loop: units, limits, what blocks, what each role is told."""
