"""A chain goes from link to link as each is approved, stops where one is not, and goes on from there."""

import pytest

from critloop.journal.sqlite import SqliteJournal
from tests.support.chained import CHAIN, PLAN, SPEC
from tests.support.commands import Commands


def test_every_link_is_approved_in_turn(run: Commands) -> None:
    ran = run("chain", "chain.toml", "--json")
    assert ran.code == 0
    assert (ran.result["loop"], ran.result["outcome"]) == ("chain", "approved")
    assert [(unit["name"], unit["outcome"]) for unit in ran.result["units"]] == [
        ("design", "approved"),
        ("plan", "approved"),
    ]
    created = [line["event"]["spec"] for line in ran.lines if line.get("event", {}).get("kind") == "run_created"]
    assert [spec["loop"] for spec in created] == ["chain", "spec", "plan"]
    assert created[2]["inputs"]["spec"] == "spec.md"


def test_only_the_last_line_is_a_result(run: Commands) -> None:
    schemas = [line["schema"] for line in run("chain", "chain.toml", "--json").lines]
    assert set(schemas[:-1]) == {"critloop.event/1"}
    assert schemas[-1] == "critloop.result/1"


def test_it_stops_at_a_link_that_is_not_approved_and_says_why(run: Commands) -> None:
    run.write("spec.md", SPEC + "\nTBD\n")
    ran = run("chain", "chain.toml", "--json")
    assert ran.code == 12
    assert ran.result["gate"]["reasons"] == ["needs_author"]
    assert [unit["outcome"] for unit in ran.result["units"]] == ["waiting", "waiting"]
    assert [finding["unit"] for finding in ran.result["findings"]] == ["design/spec"]


def test_once_its_link_is_settled_it_goes_on_from_there(run: Commands) -> None:
    run.write("spec.md", SPEC + "\nTBD\n")
    stopped = run("chain", "chain.toml", "--json")
    link = next(line["event"]["run"] for line in stopped.lines if line.get("event", {}).get("kind") == "link_ran")
    assert run("decide", link, "approve", "--reason", "the owner knows").code == 10
    again = run("resume", stopped.result["run"], "--headless", "--json")
    assert again.code == 10
    assert [(unit["name"], unit["outcome"]) for unit in again.result["units"]] == [
        ("design", "approved_with_known_issues"),
        ("plan", "approved"),
    ]


def test_a_link_that_was_aborted_begins_anew(run: Commands) -> None:
    run.write("spec.md", SPEC + "\nTBD\n")
    stopped = run("chain", "chain.toml", "--json")
    link = next(line["event"]["run"] for line in stopped.lines if line.get("event", {}).get("kind") == "link_ran")
    run("decide", link, "abort")
    run.write("spec.md", SPEC)
    again = run("resume", stopped.result["run"], "--headless", "--json")
    assert again.code == 0
    assert again.result["units"][0]["outcome"] == "approved"


def test_what_is_wrong_with_the_first_link_starts_nothing(run: Commands) -> None:
    run.write("chain.toml", CHAIN.replace("spec.md", "gone.md"))
    ran = run("chain", "chain.toml")
    assert ran.code == 2
    assert "gone.md" in ran.err
    assert "no runs" in (run("runs").out + run("runs").err).lower()


def test_a_later_link_that_can_not_begin_leaves_the_chain_waiting_and_says_why(run: Commands) -> None:
    run.write("chain.toml", CHAIN.replace("plan.md", "gone.md"))
    ran = run("chain", "chain.toml", "--json")
    assert ran.code == 12
    assert (ran.result["schema"], ran.result["outcome"]) == ("critloop.result/1", "waiting")
    assert [unit["outcome"] for unit in ran.result["units"]] == ["approved", "waiting"]
    assert "gone.md: no such file" in ran.err
    assert "plan: can't begin: gone.md: no such file" in run("show", "last").out
    again = run("resume", ran.result["run"], "--json")
    assert (again.code, again.result["outcome"]) == (12, "waiting")
    run.write("gone.md", PLAN)
    assert run("resume", ran.result["run"], "--headless").code == 0


def test_show_tells_of_every_link(run: Commands) -> None:
    run("chain", "chain.toml")
    shown = run("show", "last").out
    assert "design: approved" in shown
    assert "plan: approved" in shown


@pytest.mark.parametrize("which", ["chain", "link"])
def test_what_another_process_holds_is_not_resumed(run: Commands, which: str) -> None:
    run.write("spec.md", SPEC + "\nTBD\n")
    stopped = run("chain", "chain.toml", "--json")
    link = next(line["event"]["run"] for line in stopped.lines if line.get("event", {}).get("kind") == "link_ran")
    journal = SqliteJournal(run.data / "critloop.db")
    lease = journal.lease(stopped.result["run"] if which == "chain" else link)
    ran = run("resume", stopped.result["run"], "--json")
    lease.release()
    journal.close()
    assert ran.code == 1
    assert "is being advanced by" in ran.err
    assert (ran.result["schema"], ran.result["loop"]) == ("critloop.result/1", "chain")


def test_an_approval_said_beforehand_approves_no_link_that_nobody_could_read(run: Commands) -> None:
    agent = run.recording(*[{"role": "critic", "text": "Fine!"}] * 2)
    run.write("chain.toml", CHAIN.replace('"spec.md"\n', f'"spec.md"\ncritic = "{agent}"\n'))
    ran = run("chain", "chain.toml", "--json", "--on-gate", "approve", "--reason", "x")
    assert (ran.code, ran.result["outcome"]) == (13, "not_reviewed")


def test_its_page_shows_the_links_and_their_runs(run: Commands) -> None:
    run("chain", "chain.toml")
    page = run("export", "last", "--format", "md").out
    assert "- design: approved" in page
    assert "## Spec review of spec.md" in page


def test_undo_names_the_runs_that_have_results(run: Commands) -> None:
    run("chain", "chain.toml")
    ran = run("undo", "last")
    assert ran.code == 2
    assert "its links have results of their own" in ran.err
