"""What a run's result says in lines."""

from critloop.cli.summary import summary
from critloop.model.run import Range, TaskInputs
from tests.support.replies import task_review
from tests.support.world import Script, new_world, objects

INPUTS = TaskInputs(range=Range(base="r0"), requirement="Count.", source="docs/plan.md")


async def test_a_finding_of_a_diff_is_told_with_its_file_and_line() -> None:
    world = new_world([task_review("Important a", "Minor b")], [Script()], loop="task", inputs=INPUTS)
    world.workspace.before = "# Orders\n"
    lines = summary(await world.advance()).splitlines()
    assert "(docs/spec.md:3)" in next(line for line in lines if line.startswith("  F1"))


async def test_a_finding_of_a_single_text_is_told_with_its_section_alone() -> None:
    lines = summary(await new_world([objects("vague")]).advance()).splitlines()
    assert any("(Orders)" in line for line in lines if line.startswith("  F1"))
