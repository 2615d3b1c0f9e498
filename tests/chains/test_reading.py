"""A chain's file is read strictly: what is wrong is named with its line, and nothing starts."""

from pathlib import Path

import pytest

from critloop.chains.reading import read_chain
from critloop.model.errors import UsageProblem

GOOD = """
[[links]]
name = "plan"
loop = "plan"
subject = "plan.md"
spec = { from = "design" }

[[links]]
name = "design"
loop = "spec"
subject = "spec.md"
rounds = 2
"""


def chain(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "chain.toml"
    path.write_text(text)
    return path


def test_links_come_after_those_they_take_from(tmp_path: Path) -> None:
    links = read_chain(chain(tmp_path, GOOD)).links
    assert [link.name for link in links] == ["design", "plan"]
    assert links[0].options == {"subject": "spec.md", "rounds": 2}
    assert links[1].takes == {"spec": "design"}
    assert [link.line for link in links] == [8, 2]


def test_links_that_take_from_nobody_keep_their_order(tmp_path: Path) -> None:
    text = "".join(f'[[links]]\nname="{n}"\nloop="spec"\nsubject="{n}.md"\n' for n in "cab")
    assert [link.name for link in read_chain(chain(tmp_path, text)).links] == ["c", "a", "b"]


LINK = '[[links]]\nname="a"\nloop="spec"\nsubject="a.md"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a chain without links"),
        ("[[links]\n", "no valid TOML"),
        ('title = "x"\n' + LINK, "unknown key 'title'"),
        ('[[links]]\nname="a"\n', ":1: a link needs a loop"),
        ('[[links]]\nloop="chain"\nname="a"\n', ":1: a link needs a loop"),
        ('[[links]]\nloop="spec"\nsubject="a.md"\n', ":1: a link needs a name"),
        (LINK + "\n" + LINK, ":6: a second link 'a'"),
        ('[[links]]\nname="a"\nloop="spec"\n', "needs subject"),
        (LINK + 'sbject="b"\n', "no 'sbject'"),
        (LINK + 'goal="b"\n', "a spec link has no 'goal'"),
        (LINK.replace('"spec"', '"polish"\ngoal="x"') + "rounds=3\n", "a polish link has no 'rounds'"),
        (LINK.replace('"spec"', '"polish"\ngoal="x"') + 'rereview="full"\n', "a polish link has no 'rereview'"),
        (LINK + 'create={from="b"}\n', "create can't come from a link"),
        (LINK + 'rounds={form="b"}\n', "rounds is not understood"),
        (LINK + "rounds=[1,2]\n", "a value of the wrong kind"),
        (LINK.replace('"a.md"', '{from="b"}'), ":1: subject comes from 'b', no link"),
        (LINK.replace('"a.md"', '{from="a"}'), "a → a"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageProblem) as caught:
        read_chain(chain(tmp_path, text), "chain.toml")
    assert said in caught.value.message
    assert caught.value.message.startswith("chain.toml")
    assert caught.value.remedy


def test_a_circle_over_several_links_is_shown(tmp_path: Path) -> None:
    text = "".join(f'[[links]]\nname="{a}"\nloop="spec"\nsubject={{from="{b}"}}\n' for a, b in ("ab", "bc", "ca"))
    with pytest.raises(UsageProblem, match="a → b → c → a"):
        read_chain(chain(tmp_path, text))


def test_the_rounds_of_polish_are_called_cap(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem) as caught:
        read_chain(chain(tmp_path, '[[links]]\nname="a"\nloop="polish"\nsubject="a.md"\ngoal="x"\nrounds=3\n'))
    assert caught.value.remedy == "did you mean cap?"
