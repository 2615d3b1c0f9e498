"""Settings: where they come from, which one wins, and what is said of a wrong one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.config import Settings, agent_ref, seconds
from critloop.config.lines import key_lines
from critloop.model.errors import UsageProblem
from critloop.workflows.registry import POLICIES


def written(folder: Path, text: str, name: str = "critloop.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def load(folder: Path, **flags: tuple[str, object]) -> Settings:
    named = {key.replace("__", "."): value for key, value in flags.items()}
    user = written(folder, "", "user.toml") if not (folder / "user.toml").exists() else folder / "user.toml"
    return Settings.load(folder, environ={"CRITLOOP_CONFIG": str(user)}, flags=named)


def problem(folder: Path, text: str) -> UsageProblem:
    written(folder, text)
    with pytest.raises(UsageProblem) as caught:
        load(folder)
    return caught.value


def test_without_any_file_both_roles_are_builtin(tmp_path: Path) -> None:
    settings = load(tmp_path)
    assert (settings.roles.maker.agent, settings.roles.critic.agent) == ("builtin", "builtin")
    assert settings.loops.spec.rounds == 5
    assert settings.sources == {}


def test_flags_beat_the_environment_which_beats_the_project_which_beats_the_user(tmp_path: Path) -> None:
    user = written(tmp_path, '[limits]\nmax_tokens = 1\nmax_time = 1\n[roles.maker]\nagent = "replay:u"', "user.toml")
    written(tmp_path, '[limits]\nmax_tokens = 2\n[roles.maker]\nagent = "replay:p"')
    environ = {"CRITLOOP_CONFIG": str(user), "CRITLOOP_MAKER": "builtin"}
    settings = Settings.load(tmp_path, environ=environ, flags={"limits.max_tokens": ("--max-tokens", 3)})
    assert (settings.limits.max_tokens, settings.limits.max_time) == (3, 1.0)
    assert settings.roles.maker.agent == "builtin"
    assert settings.sources == {
        "limits.max_tokens": "--max-tokens",
        "limits.max_time": f"{user}:3",
        "roles.maker.agent": "CRITLOOP_MAKER",
    }


def test_the_project_file_is_found_from_a_folder_below(tmp_path: Path) -> None:
    written(tmp_path, "[loops.spec]\nrounds = 2\n")
    below = tmp_path / "docs" / "deep"
    below.mkdir(parents=True)
    user = written(tmp_path, "", "user.toml")
    assert Settings.load(below, environ={"CRITLOOP_CONFIG": str(user)}).limits_of("spec").rounds == 2


def test_a_replay_file_is_taken_relative_to_the_settings_file(tmp_path: Path) -> None:
    written(tmp_path, '[roles.critic]\nagent = "replay:turns.json"')
    assert load(tmp_path).roles.critic.agent == f"replay:{tmp_path / 'turns.json'}"


def test_every_loop_has_its_settings_and_limits(tmp_path: Path) -> None:
    written(tmp_path, "[loops.branch]\nmax_patch = 9\n[loops.polish]\ncap = 8\n")
    settings = load(tmp_path)
    rounds = {loop: settings.limits_of(loop).rounds for loop in POLICIES}
    assert rounds == {loop: policy.rounds for loop, policy in POLICIES.items()} | {"polish": 8}
    assert settings.limits_of("branch").max_patch == 9
    assert settings.rereview_of("polish") == "full"


def test_critloop_data_names_the_data_folder(tmp_path: Path) -> None:
    user = written(tmp_path, "", "user.toml")
    environ = {"CRITLOOP_CONFIG": str(user), "CRITLOOP_DATA": str(tmp_path / "data")}
    assert Settings.load(tmp_path, environ=environ).data == tmp_path / "data"


@pytest.mark.parametrize(
    ("text", "line", "key", "near"),
    [
        ("[limits]\nmax_token = 3", 2, "limits.max_token", "limits.max_tokens"),
        ("[ui]\n\n[limit]\nmax_tokens = 3", 3, "limit", "limits"),
        ("[loops.specs]\nrounds = 2", 1, "loops.specs", "loops.spec"),
        ("[loops.spec]\nsources = []", 2, "loops.spec.sources", "loops.docs.sources"),
        ("roles.maker.agnt = 'builtin'", 1, "roles.maker.agnt", "roles.maker.agent"),
    ],
)
def test_an_unknown_setting_names_its_line_and_the_nearest_key(
    tmp_path: Path, text: str, line: int, key: str, near: str
) -> None:
    found = problem(tmp_path, text)
    assert found.message == f"{tmp_path / 'critloop.toml'}:{line}: unknown setting {key!r}"
    assert repr(near) in found.remedy


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[limits]\nmax_tokens = 0", "2: limits.max_tokens: expected a whole number, 1 or more, not 0"),
        ("[limits]\nmax_tokens = true", "2: limits.max_tokens: expected a whole number, 1 or more, not True"),
        ('[limits]\nmax_time = "soon"', "2: limits.max_time: expected seconds, or text like"),
        ("limits = 3", "1: limits: expected a table: [limits], not 3"),
        ('[roles.maker]\nagent = "gpt"', "2: roles.maker.agent: expected builtin or replay:<file>, not 'gpt'"),
        ("[limits]\nmax_cost = nan", "2: limits.max_cost: expected US dollars, more than 0, not nan"),
        ("[limits]\nmax_cost = inf", "2: limits.max_cost: expected US dollars, more than 0, not inf"),
        ("[loops.polish]\ncap = 9", "2: loops.polish.cap: expected a whole number from 1 to 8, not 9"),
        ('[loops.docs]\nrereview = "half"', '2: loops.docs.rereview: expected "full" or "scoped", not \'half\''),
        ('[loops.task]\ntests = "pytest"', "2: loops.task.tests: expected a list of commands"),
        ("[loops.docs]\nsources = [1]", "2: loops.docs.sources: expected a list of patterns"),
        ('[roles.auditor]\nmodel = ""', '2: roles.auditor.model: expected "as-critic"'),
        ('[checks]\ndisable = "links"', "2: checks.disable: expected a list of names"),
        ("[checks]\ndisable = [1]", "2: checks.disable: expected a list of names"),
    ],
)
def test_a_wrong_value_names_its_line_and_what_is_expected(tmp_path: Path, text: str, said: str) -> None:
    assert f"critloop.toml:{said}" in problem(tmp_path, text).message


def test_broken_toml_names_its_line(tmp_path: Path) -> None:
    assert f"{tmp_path / 'critloop.toml'}:2: " in problem(tmp_path, "[ui]\ntheme =\n").message


def test_settings_that_are_not_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "critloop.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageProblem, match="not UTF-8"):
        load(tmp_path)


def test_a_wrong_flag_is_named_and_not_its_key(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match=r"^--max-time: expected seconds"):
        load(tmp_path, limits__max_time=("--max-time", "soon"))


def test_an_agent_that_is_not_there_and_a_model_that_nobody_takes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match="no agent is called"):
        agent_ref("gpt", tmp_path)
    with pytest.raises(UsageProblem, match="takes no model"):
        agent_ref("builtin:large", tmp_path)


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59))
def test_durations_add_up(hours: int, minutes: int, secs: int) -> None:
    assert seconds(f"{hours}h{minutes}m{secs}s") == hours * 3600 + minutes * 60 + secs
    assert seconds(f"{minutes}") == float(minutes)


@given(st.text(alphabet="abc[]=.\"'# \n", max_size=60))
def test_finding_the_lines_never_fails(text: str) -> None:
    assert all(1 <= line <= max(1, len(text.splitlines())) for line in key_lines(text).values())
