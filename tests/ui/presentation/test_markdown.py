"""Markdown as lines: what each construct looks like, and that streaming changes nothing."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.ui.presentation.lines import Line, line_width
from critloop.ui.presentation.markdown import MarkdownFeed, render

FRAGMENTS = st.sampled_from(
    [
        "# Title", "para", "graph", "\n", "\n\n", " ", "  \n", "- item", "1. one", "   - deep", "> quote", "```py\n",
        "```", "code = 1", "| a | b |", "\n|---|:-:|\n", "| 1 | 2 |\n", "**bold**", "*em", "`tick`", "---", "===",
        "\n---\n", "[link](http://x)", "~~~", "\t", "日本語の", "\\", "- [ ] ", "<br>", "&amp;", "    indented",
        "\r\n", "é", "long" * 30, "2. two", "-", "\x1b[1m",
    ]
)  # fmt: skip
TEXTS = st.lists(FRAGMENTS, max_size=40).map("".join)


def words_of(lines: list[Line]) -> list[str]:
    """The lines as text, without the spaces at their ends."""
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def shown(text: str, width: int = 40) -> list[str]:
    return words_of(render(text, width))


def inks(text: str) -> set[tuple[str, str]]:
    return {span for line in render(text, 80) for span in line}


def streamed(parts: list[str], width: int) -> list[Line]:
    """The lines when the text comes in these parts and is looked at after each."""
    feed = MarkdownFeed()
    done: list[Line] = []
    text = ""
    for part in parts:
        feed.feed(part)
        text += part
        done += [line for piece in feed.take() for line in piece.lines(width)]
        open_lines = [line for piece in feed.tail() for line in piece.lines(width)]
        assert done + open_lines == render(text, width)
    return done + [line for piece in feed.finish() for line in piece.lines(width)]


def pieces_of(text: str, cuts: list[int]) -> list[str]:
    places = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
    return [text[start:end] for start, end in pairwise(places)]


@given(TEXTS, st.lists(st.integers(0, 400), max_size=12), st.integers(8, 60))
@settings(max_examples=120, deadline=None)
def test_streamed_in_any_parts_the_lines_are_those_of_the_whole(text: str, cuts: list[int], width: int) -> None:
    assert streamed(pieces_of(text, cuts), width) == render(text, width)


@given(TEXTS, st.integers(20, 60))
@settings(deadline=None)
def test_no_line_is_wider_than_asked(text: str, width: int) -> None:
    for line in render(text, width):
        assert line_width(line) <= max(width, 3 * text.count("|") + 40 * text.count(">"))


def test_long_open_blocks_stream_like_any_other() -> None:
    for text in (
        "```\n" + "\n".join(f"line {n}" for n in range(300)),
        " ".join(f"**word{n}** and `more`" for n in range(1500)),
        "\n".join(f"- item {n}" for n in range(300)),
        "| a | b |\n|---|---|\n" + "\n".join(f"| {n} | {'x' * (n % 30)} |" for n in range(120)),
        "x" * 9000,
        " ".join(["x", *["-"] * 3000]),
    ):
        parts = [text[start : start + 2997] for start in range(0, len(text), 2997)]
        assert streamed(parts, 60) == render(text, 60)


def test_an_open_block_stays_small_however_long_it_gets() -> None:
    for text in ("```\n" + "code\n" * 3000, "word " * 40_000, "- item\n" * 3000, "|a|b|\n|-|-|\n" + "|1|2|\n" * 3000):
        feed = MarkdownFeed()
        feed.feed(text)
        feed.take()
        assert sum(len(str(piece)) for piece in feed.tail()) < 10_000


def test_headings_have_no_marks_and_an_empty_line_before_them() -> None:
    assert shown("text\n# One *two*\nmore") == ["text", "", "One two", "", "more"]
    assert ("One ", "heading1") in inks("# One *two*")


def test_setext_headings() -> None:
    assert ("Name", "heading1") in inks("Name\n====")
    assert ("Name", "heading2") in inks("Name\n----")


def test_paragraphs_wrap_between_words_and_wide_characters() -> None:
    assert shown("one two three four", 9) == ["one two", "three", "four"]
    assert shown("日本語のテキスト", 8) == ["日本語の", "テキスト"]
    assert shown("これは、長い。", 8) == ["これは、", "長い。"]


def test_hard_breaks_by_spaces_backslash_and_tag() -> None:
    assert shown("a  \nb\\\nc<br>d\ne") == ["a", "b", "c", "d e"]


def test_inline_marks_become_inks() -> None:
    found = inks("**b** *e* ***x*** `c` ~~s~~ [l](http://u) snake_case_name 2*3*4")
    assert {("b", "strong"), ("e", "em"), ("c", "code"), ("s", "strike"), ("l", "link")} <= found
    assert any(text == "x" and set(ink.split()) == {"em", "strong"} for text, ink in found)
    assert any("snake_case_name" in text for text, ink in found if not ink)


def test_unclosed_marks_stay_as_they_are() -> None:
    assert shown("a **b and `c and [d](e") == ["a **b and `c and [d](e"]
    assert shown("2 * 3 * 4, ** no **") == ["2 * 3 * 4, ** no **"]


def test_code_spans_keep_marks_and_take_longer_fences() -> None:
    assert ("a*b*c", "code") in inks("`a*b*c`")
    assert ("x`y", "code") in inks("`` x`y ``")


def test_lists_nest_and_wrap_under_their_text() -> None:
    assert shown("- one two three four\n  - in\n- out", 12) == ["• one two", "  three four", "  • in", "• out"]
    assert shown("9. a\n10. b") == ["9. a", "10. b"]


def test_task_lists_show_boxes() -> None:
    assert shown("- [ ] open\n- [x] done\n- [ ] ### Task 1: Name") == ["☐ open", "☑ done", "☐ Task 1: Name"]


def test_quotes_carry_their_bar_on_every_line() -> None:
    assert shown("> one two three\n> > in\n\nout", 11) == ["▌ one two", "▌ three", "▌ ▌ in", "", "out"]


def test_the_gap_above_a_quote_is_outside_of_it_and_gaps_inside_are_in() -> None:
    assert shown("a\n\n> b\n>\n> c") == ["a", "", "▌ b", "▌", "▌ c"]


def test_fences_keep_their_text_and_close_by_commonmarks_rules() -> None:
    assert shown("````md\n```\n**x**\n````\nafter") == [" md", " ```", " **x**", "", "after"]
    assert shown("```\nopen") == [" open"]
    assert shown("```\n  a\n\n  b\n```") == ["   a", "", "   b"]


def test_code_lines_that_are_too_wide_are_folded() -> None:
    assert shown("```\nabcdefghij\n```", 8) == [" abcdef", " ghij"]


def test_tables_align_and_shrink() -> None:
    table = "| name | n |\n|:-----|--:|\n| one two three | 1 |\n| b\\|c | 22 |"
    assert shown(table, 40) == [
        "name          │   n",
        "──────────────┼────",
        "one two three │   1",
        "b|c           │  22",
    ]
    assert shown(table, 14) == ["name     │   n", "─────────┼────", "one two  │   1", "three    │", "b|c      │  22"]


def test_a_table_needs_as_many_delimiters_as_cells() -> None:
    assert shown("| a | b |\n|---|") == ["| a | b | |---|"]


def test_rules() -> None:
    assert shown("a\n\n***\nb", 5) == ["a", "", "─────", "", "b"]


def test_escape_characters_come_neither_from_the_text_nor_from_entities() -> None:
    for nasty in ("\x1b[2Jx", "&#27;[2Jx", "&#x1b;x", "`\x1b[2J`", "```\n\x1b[2J\n```", "| \x1b[1m |\n|--|\n| \x07 |"):
        assert "\x1b" not in "".join(shown(nasty))
        assert "\x07" not in "".join(shown(nasty))


def test_an_entity_can_name_no_invisible_or_bidi_character() -> None:
    assert shown("a&#x202e;b&#8203;c&amp;") == ["a‹U+202E›bc&"]


def test_html_is_shown_and_never_obeyed() -> None:
    assert shown("<b>x</b> [red]y[/red]") == ["<b>x</b> [red]y[/red]"]


def test_carriage_returns_at_line_ends_change_nothing() -> None:
    assert shown("# a\r\n\r\n- b\r\n- c\r\n") == shown("# a\n\n- b\n- c\n")
