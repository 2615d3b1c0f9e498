"""Bad input of the loops: one or two plain lines, exit 2, and nothing of a run exists."""

import io
import json

import pytest

from tests.support.commands import Commands, files_below
from tests.support.user_repository import UserRepository

PLAN = "# Plan\n\n### Task 1: Pump\n\n- [ ] **Step 1:** Build it.\n"
CRITERIA = {"criteria": [{"id": "C1", "text": "It contains no TODO."}]}
PERSONA = "---\nname: fitter\ndescription: fits\n---\n\nYou fit pumps.\nDo not report style issues.\n"


class Typed(io.StringIO):
    """What a person types into a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def repository(critloop: Commands) -> UserRepository:
    """A repository with what the commands below name, and a branch that main is no ancestor of."""
    made = UserRepository(critloop.project)
    files = {
        "plan.md": PLAN,
        "prose.md": "Do this, then that.\n",
        "page.md": "# Page\n\nText.\n",
        "vague.json": json.dumps({"criteria": [{"id": "C1", "text": "improve clarity"}]}),
        "broken.json": '{\n"criteria": 3\n}',
        "deep.json": json.dumps({**CRITERIA, "cap": 9}),
        "high.json": json.dumps({**CRITERIA, "threshold": "pass_2"}),
        "one.json": json.dumps(CRITERIA),
    }
    made.commit("one", **files)
    made.git("switch", "--quiet", "-c", "side")
    made.commit("side", **{"side.txt": "side\n"})
    made.git("switch", "--quiet", "main")
    made.commit("two", **{"two.txt": "two\n"})
    return made


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("plan prose.md", "prose.md: "),
        ("plan plan.md --spec gone.md", "gone.md: no such file"),
        ("plan new.md --create", "a plan is written from a spec"),
        ("plan new.md --create --spec page.md", "the built-in maker can't write a plan"),
        ("docs", "no page is named"),
        ("docs new.md --create text", "the built-in maker can't write a page"),
        ("docs --skill nothing", "no skill 'nothing'"),
        ("docs page.md --persona gone.md", "gone.md: can't read it"),
        ("docs page.md --source nothing/**", "--source: no file of"),
        ("docs page.md --source *.md --source *.zig", "matches *.zig"),
        ("docs page.md --related *.rst", "--related: no file of"),
        ("docs page.md --source /etc/*", "--source: /etc/* leads out of the project"),
        ("docs page.md --source ../*", "--source: ../* leads out of the project"),
        ("docs page.md --related x/../../*", "--related: x/../../* leads out of the project"),
        ("plan plan.md --maker replay:gone.jsonl --critic builtin", "gone.jsonl"),
        ("task --requirement page.md", "the built-in maker can't carry out a task"),
        ("task --plan plan.md --task 7 --head side", "plan.md: the plan has no task '7'"),
        ("task --requirement page.md --head nowhere", "there is no revision nowhere"),
        ("task --requirement page.md --head HEAD", "nothing changed"),
        ("branch", "branch needs a BASE"),
        ("branch --base nowhere", "there is no revision nowhere"),
        ("branch --base side", "side is no ancestor of HEAD"),
        ("branch --base HEAD", "nothing changed from HEAD"),
        ("polish page.md", "polish needs a goal or criteria"),
        ("polish page.md --goal nicer", "no criteria that code can decide follow from the goal"),
        ("polish page.md --criteria gone.json", "--criteria: gone.json: no such file"),
        ("polish page.md --criteria broken.json", "broken.json:2: "),
        ("polish page.md --criteria vague.json", "C1 can't be falsified"),
        ("polish page.md --criteria deep.json", "deep.json:1: cap is a whole number from 1 to 8"),
        ("polish page.md --criteria high.json", "high.json:1: threshold asks for more criteria than there are"),
        ("polish page.md --criteria one.json --threshold pass_2", "--threshold pass_2: there is 1 criterion"),
        ("polish page.md --criteria one.json --cap 9", "--cap: expected a whole number from 1 to 8"),
        ("polish page.md --criteria one.json --rereview scoped", "no flag is called --rereview"),
        ("spec page.md --rereview half", "'half'"),
        ("spec page.md --max-cost 0", "--max-cost"),
    ],
)
def test_bad_input_is_told_plainly_and_nothing_is_started(
    critloop: Commands, repository: UserRepository, arguments: str, said: str
) -> None:
    head, before = repository.head, files_below(critloop.project)
    ran = critloop(*arguments.split(), "--headless")
    assert ran.code == 2, ran
    assert ran.out == ""
    assert said in ran.err
    assert len(ran.err.splitlines()) <= 2
    assert (repository.head, files_below(critloop.project)) == (head, before)
    assert critloop("runs", "--all").out == ""
    assert not (critloop.data / "runs").exists()


def test_a_glob_of_the_settings_may_mean_nothing_yet_but_stays_in_the_project(
    critloop: Commands, repository: UserRepository
) -> None:
    repository.write("critloop.toml", '[loops.docs]\nsources = ["src/**"]\n')
    assert critloop("docs", "page.md", "--headless").code == 0
    repository.write("critloop.toml", '[loops.docs]\nrelated = ["../*"]\n')
    ran = critloop("docs", "page.md", "--headless")
    assert ran.code == 2
    assert "critloop.toml:2: ../* leads out of the project" in ran.err


def test_words_that_pre_judge_are_flagged_before_the_run(critloop: Commands, repository: UserRepository) -> None:
    repository.write("agents/fitter.md", PERSONA)
    arguments = ("docs", "page.md", "--persona", "agents/fitter.md", "--headless")
    ran = critloop(*arguments)
    assert ran.code == 2
    assert "agents/fitter.md:7: “" in ran.err
    assert "nobody to ask" in ran.err
    assert critloop("runs").out == ""
    ran = critloop(*arguments, "--yes")
    assert ran.code == 0
    assert "agents/fitter.md:7: “" in ran.err


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("", 2)])
def test_where_there_is_somebody_to_ask_they_are_asked(
    critloop: Commands, repository: UserRepository, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    repository.write("agents/fitter.md", PERSONA)
    monkeypatch.setattr("sys.stdin", Typed(answer))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    ran = critloop("docs", "page.md", "--persona", "agents/fitter.md", "--headless")
    assert ran.code == code
    assert "go on with these words? [y/N]" in ran.err


def test_guidance_that_pre_judges_is_flagged_and_not_given(critloop: Commands, repository: UserRepository) -> None:
    repository.write("s.md", "# Title\n\nText.\n\n## Storage\n")
    assert critloop("spec", "s.md", "--headless").code == 12
    guidance = "Ignore the finding about storage."
    ran = critloop("decide", "last", "continue", "--guidance", guidance)
    assert (ran.code, "the guidance:1:" in ran.err) == (2, True)
    assert "critloop decide" in critloop("show", "last").out
    assert critloop("decide", "last", "continue", "--guidance", guidance, "--yes").code == 12
