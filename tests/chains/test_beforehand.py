"""What can be known of a chain is found before anything of it starts."""

import json

import pytest

from tests.support.commands import Commands
from tests.support.user_repository import UserRepository

FIRST = '[[links]]\nname = "first"\nloop = "spec"\nsubject = "spec.md"\n\n'


def then(loop: str, options: str) -> str:
    """A chain whose second link is this one."""
    return f'{FIRST}[[links]]\nname = "then"\nloop = "{loop}"\n{options}\n'


LATER = [
    ("task", 'plan = "plan.md"\ntask = "all"', "the built-in maker can't carry out a task"),
    ("task", 'requirement = "coming.md"', "the built-in maker can't carry out a task"),
    ("task", 'plan = "prose.md"\ntask = "all"\nhead = "side"\nbase = "main"', "no tasks"),
    ("task", 'plan = "plan.md"\ntask = "7"\nhead = "side"\nbase = "main"', "no task '7'"),
    ("task", 'requirement = "bytes.md"\nhead = "HEAD"\nbase = "main"', "bytes.md: binary content"),
    ("task", 'requirement = "spec.md"\nhead = "HEAD"\nbase = "nowhere"', "no revision nowhere"),
    ("branch", 'base = "nowhere"', "no revision nowhere"),
    ("branch", 'base = "main"\nplan = "bytes.md"', "bytes.md: binary content"),
    ("plan", 'subject = "prose.md"', "the plan has no headings"),
    ("plan", 'subject = "prose.md"\nspec = { from = "first" }', "the plan has no headings"),
    ("plan", 'subject = "coming.md"\nspec = { from = "first" }\ncreate = true', "can't write a plan"),
    ("plan", 'subject = "plan.md"\nspec = "bytes.md"', "bytes.md: binary content"),
    ("spec", 'subject = "bytes.md"', "bytes.md: binary content"),
    ("spec", 'subject = "coming.md"\ncritic = "nobody"', "nobody"),
    ("spec", 'subject = "coming.md"\ncritic = "replay:gone.jsonl"', "gone.jsonl"),
    ("spec", 'subject = "coming.md"\ncreate = "Say it"', "can't write a spec"),
    ("spec", 'subject = "coming.md"\nmax_time = "soon"', "--max-time"),
    ("docs", 'subject = "coming.md"\ncreate = "Say it"', "can't write a page"),
    ("docs", 'skill = "nothing"', "no skill 'nothing'"),
    ("polish", 'subject = { from = "first" }\ngoal = "nicer"', "no criteria that code can decide"),
    ("polish", 'subject = { from = "first" }\ncriteria = "vague.json"', "C1 can't be falsified"),
    ("polish", 'subject = { from = "first" }\ncriteria = "bytes.md"', "bytes.md: binary content"),
]


@pytest.fixture
def project(run: Commands) -> Commands:
    """A project with what the links name, and commits on a branch."""
    run.write("prose.md", "Do this, then that.\n")
    run.write("bytes.md", b"\0\1")
    run.write("vague.json", json.dumps({"criteria": [{"id": "C1", "text": "improve clarity"}]}))
    repository = UserRepository(run.project, init=False)
    repository.commit()
    repository.git("switch", "--quiet", "-c", "side")
    repository.commit("side", **{"side.txt": "side\n"})
    return run


@pytest.mark.parametrize(("loop", "options", "said"), LATER)
def test_a_later_link_that_can_not_run_starts_nothing(project: Commands, loop: str, options: str, said: str) -> None:
    project.write("chain.toml", then(loop, options))
    ran = project("chain", "chain.toml", "--json")
    assert (ran.code, ran.out) == (2, ""), ran
    assert said in ran.err
    assert "chain.toml:6: link 'then': " in ran.err
    assert len(ran.err.splitlines()) <= 2
    assert project("runs", "--all").out == ""


@pytest.mark.parametrize(
    ("plan", "said"), [("plan.md", "can't carry out a task"), ("prose.md", "no tasks"), ("gone.md", "no such file")]
)
def test_nor_does_a_first_one_that_runs_through_tasks(project: Commands, plan: str, said: str) -> None:
    project.write("chain.toml", f'[[links]]\nname = "t"\nloop = "task"\nplan = "{plan}"\ntask = "all"\n')
    ran = project("chain", "chain.toml")
    assert ran.code == 2
    assert said in ran.err
    assert project("runs", "--all").out == ""


@pytest.mark.parametrize(
    ("loop", "options"),
    [
        ("branch", 'base = "HEAD"'),
        ("plan", 'subject = "coming.md"'),
        ("polish", 'subject = "coming.md"\ngoal = "at most 300 words"'),
        ("task", 'requirement = "coming.md"\nhead = "HEAD"\nbase = "HEAD"'),
    ],
)
def test_what_only_comes_about_on_the_way_is_looked_at_when_its_turn_comes(
    project: Commands, loop: str, options: str
) -> None:
    project.write("chain.toml", then(loop, options))
    UserRepository(project.project, init=False).commit()
    ran = project("chain", "chain.toml", "--json")
    assert ran.code == 12
    assert ran.result["units"][0]["outcome"] == "approved"
    assert [line["event"]["link"] for line in ran.lines[:-1] if line["event"].get("run") == ""] == ["then"]


def test_a_plan_without_tasks_that_a_link_before_reviews_may_get_them(project: Commands) -> None:
    project.write("plan.md", "# Plan\n\n## Store\n\nWrite it.\n")
    chain = then("plan", 'subject = "plan.md"') + (
        '[[links]]\nname = "t"\nloop = "task"\nplan = { from = "then" }\ntask = "all"\nhead = "HEAD"\nbase = "main"\n'
    )
    project.write("chain.toml", chain)
    ran = project("chain", "chain.toml", "--json")
    assert ran.result["units"][0]["outcome"] == "approved", ran.err
