import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.checks.source import SourceText, decode
from critloop.model.errors import UsageProblem


@given(st.text(alphabet="a\r\n\ufeff \u2028\x0c"))
def test_a_text_comes_back_to_the_character(text: str) -> None:
    assert SourceText.of(text).join() == text


def test_lines_end_where_commonmark_ends_them() -> None:
    source = SourceText.of("a\r\nb\rc\nd\x0ce\u2028f")
    assert source.lines == ("a", "b", "c", "d\x0ce\u2028f")
    assert source.newline == "\r\n"


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    source = SourceText.of("\ufeff# Title\n")
    assert source.bom
    assert source.line(1) == "# Title"


def test_lines_outside_the_text_are_empty() -> None:
    source = SourceText.of("one\n")
    assert (source.line(0), source.line(2)) == ("", "")


def test_bytes_that_are_no_text_are_refused_with_their_place() -> None:
    with pytest.raises(UsageProblem, match=r"spec\.md, line 2: byte 0xff is not UTF-8"):
        decode(b"fine\nnot \xff", "spec.md")
    with pytest.raises(UsageProblem, match=r"spec\.md, line 1: a NUL"):
        decode(b"a\x00b", "spec.md")
