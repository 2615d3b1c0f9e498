"""Text of agents is data: nothing in it drives a terminal or hides."""

from hypothesis import given
from hypothesis import strategies as st

from critloop.export.plain import one_line, plain

ANY = st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\x1b[]0;m\x07\\\u202e\x9b\r\n\t")), max_size=60)


@given(ANY)
def test_no_control_character_is_left(text: str) -> None:
    kept = plain(text)
    assert all(char in "\n\t" or (char >= " " and not "\x7f" <= char <= "\x9f") for char in kept)
    assert not set(kept) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
    kept.encode()


@given(st.text(alphabet="abc äöü 漢字\n\t—“”|*_`[]()", max_size=60))
def test_ordinary_text_is_left_as_it_is(text: str) -> None:
    assert plain(text) == text


def test_whole_sequences_go_and_not_only_their_first_character() -> None:
    assert plain("a\x1b[31mred\x1b[0m\x1b]0;title\x07b") == "aredb"


@given(ANY, st.integers(2, 20))
def test_a_line_is_one_line_within_its_limit(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert len(line.splitlines()) <= 1
