"""Nothing that a terminal obeys, and nothing invisible, gets through."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from critloop.ui.presentation.cleaning import clean, clean_line

ANY_TEXT = st.text(alphabet=st.characters(), max_size=60)
NASTY = st.lists(st.sampled_from(["\x1b[31m", "\x1b]0;t\x07", "\x9b2J", "\x1b", "\u202e", "\u200b", "a", "\t", "\r"]))


@pytest.mark.parametrize(
    ("dirty", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil\x07link\x1b]8;;\x07", "link"),
        ("\x1b]0;title\x1b\\x", "x"),
        ("\x1bP1;2|data\x1b\\after", "after"),
        ("\x9b2Jgone", "gone"),
        ("\x1bcreset", "reset"),
        ("a\x07b\x00c", "a␇b␀c"),
        ("\x1b", "␛"),
        ("x\x7fy", "x␡y"),
        ("x\x85y", "x\ufffdy"),
        ("user\u202eexe.txt", "user‹U+202E›exe.txt"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("half \ud83d", "half \ufffd"),
    ],
)
def test_what_a_terminal_could_obey_is_removed_or_shown(dirty: str, shown: str) -> None:
    assert clean_line(dirty) == shown


def test_tabs_reach_the_next_fourth_column() -> None:
    assert clean_line("a\tb\t\tc") == "a   b       c"


def test_a_line_stays_one_line() -> None:
    assert clean_line("one\rtwo\nthree") == "one␤two␤three"


def test_line_ends_of_every_kind_become_one_kind() -> None:
    assert clean("one\r\ntwo\rthree\n") == "one\ntwo\nthree\n"


@given(ANY_TEXT | NASTY.map("".join))
def test_no_character_of_any_text_is_a_control_or_invisible(text: str) -> None:
    for char in clean_line(text):
        assert unicodedata.category(char) not in {"Cc", "Cs", "Zl", "Zp"}
        assert unicodedata.bidirectional(char) not in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(ANY_TEXT | NASTY.map("".join))
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean_line(clean_line(text)) == clean_line(text)


@given(
    st.text(
        alphabet=st.characters(
            categories=["Lu", "Ll", "Nd", "Lo", "Sm"], exclude_characters="\u115f\u1160\u3164\uffa0\u17b4\u17b5"
        )
    )
)
def test_ordinary_text_passes_unchanged(text: str) -> None:
    assert clean(text) == text
    assert cell_len(clean(text)) == cell_len(text)
