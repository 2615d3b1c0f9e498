"""What is said of a mistake on the command line: one or two plain lines, exit 2, and nothing is started."""

import pytest

from tests.support.commands import Commands, Ran

SPEC = "# Spec\n\nText.\n"


def refused(ran: Ran) -> str:
    lines = ran.err.splitlines()
    assert ran.code == 2
    assert ran.out == ""
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("critloop: ")
    assert not set("╭│╰─") & set(ran.err)
    return ran.err


@pytest.mark.parametrize(
    ("command", "wrong", "near"),
    [
        (("spec", "--max-tokns", "3", "x"), "--max-tokns", "--max-tokens"),
        (("check", "--fial-on", "x"), "--fial-on", "--fail-on"),
        (("--verson",), "--verson", "--version"),
        (("resume", "last", "--head-less"), "--head-less", "--headless"),
    ],
)
def test_an_unknown_flag_names_the_nearest(critloop: Commands, command: tuple[str, ...], wrong: str, near: str) -> None:
    said = refused(critloop(*command))
    assert f"no flag is called {wrong}" in said
    assert f"did you mean {near}?" in said


def test_a_flag_of_another_loop_does_not_exist(critloop: Commands) -> None:
    assert "no flag is called --goal" in refused(critloop("spec", "x", "--goal", "short"))
    assert "no flag is called --rounds" in refused(critloop("polish", "x", "--rounds", "2"))


def test_an_unknown_command_names_the_nearest(critloop: Commands) -> None:
    assert "did you mean spec?" in refused(critloop("spce", "x"))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("spec",), "missing argument 'FILE'"),
        (("spec", "a", "b"), "extra argument"),
        (("spec", "a", "--rounds", "0"), "--rounds"),
        (("spec", "a", "--rounds", "many"), "--rounds"),
        (("spec", "a", "--max-time", "soon"), "--max-time: expected seconds"),
        (("spec", "a", "--on-gate", "perhaps"), "--on-gate: 'perhaps' is no choice"),
        (("spec", "a", "--on-gate", "approve:2", "--reason", "x"), "--on-gate: 'approve:2' is no choice"),
        (("spec", "a", "--on-gate", "continue:0"), "--on-gate: 'continue:0' is no choice"),
        (("spec", "a", "--on-gate", "approve"), "needs a reason"),
        (("spec", "a", "--maker", "somebody"), "--maker: no agent is called 'somebody'"),
        (("spec", "a", "--critic", "builtin:large"), "takes no model"),
        (("check", "a", "--format", "xml"), "--format"),
        (("show", "last"), "no run"),
        (("decide", "last", "perhaps"), "'perhaps' is no choice"),
        (("decide", "last", "abort", "--guidance", "x"), "--guidance goes with continue only"),
        (("decide", "last", "continue", "--discard"), "--discard goes with abort only"),
        (("export", "last"), "missing option '--format'"),
        (("schema", "everything"), "everything"),
        (("read", "nowhere"), "nowhere: can't read it"),
    ],
)
def test_other_mistakes_are_told_plainly(critloop: Commands, command: tuple[str, ...], said: str) -> None:
    assert said in refused(critloop(*command))


def test_a_maker_that_cannot_write_is_not_asked_to(critloop: Commands) -> None:
    said = refused(critloop("spec", "new.md", "--create", "a spec for a shop"))
    assert "the built-in maker can't write a spec" in said
    assert "name another maker" in said
    assert critloop("runs").out == ""


def test_a_critic_alone_needs_a_maker_beside_it(critloop: Commands) -> None:
    critloop.write("s.md", SPEC)
    agent = critloop.recording()
    assert "add one, for example: --maker builtin" in refused(critloop("spec", "s.md", "--critic", agent))


def test_help_lists_the_commands(critloop: Commands) -> None:
    ran = critloop("--help")
    assert ran.code == 0
    assert all(f"\n  {name} " in ran.out for name in ("spec", "check", "decide", "undo", "export"))


def test_the_version_is_printed_wherever_it_is_asked_for(critloop: Commands) -> None:
    assert critloop("--version").out.startswith("critloop 0.")
