import pytest

from critloop.reports.markdown import read_document


def live(text: str) -> list[str]:
    return [line.text for line in read_document(text).lines if line.live and line.text]


@pytest.mark.parametrize(
    "text",
    [
        "```\nhidden\n```\nseen",
        "~~~ md\nhidden\n```\nhidden\n~~~\nseen",
        "   ```\nhidden\n  ```\nseen",
        "````\nhidden\n```\nhidden\n`````\nseen",
        "```\nhidden\n    ```\nhidden\n```\nseen",
        "```\nhidden\n``` info\nhidden\n```\nseen",
        "> hidden\nhidden\n\nseen",
        "> ```\n> hidden\n\nseen",
        "    hidden\n\nseen",
        "<!-- hidden -->\nseen",
        "<!--\nhidden\n-->\nseen",
        "<pre>\nhidden\n\nhidden\n</pre>\nseen",
        "<blockquote>\nhidden\n</blockquote>\nseen",
        "~~hidden~~\n\nseen",
        "~~hidden\nhidden~~\n\nseen",
    ],
)
def test_only_the_writers_own_lines_are_live(text: str) -> None:
    assert live(text) == ["seen"]


@pytest.mark.parametrize("text", ["``` a ` b", "a ~~ b", "~~a", "`~~a~~`", "<b>bold</b>", "a > b", "-a", "2026.5"])
def test_what_only_looks_like_it_stays_live(text: str) -> None:
    assert live(text) == [text]


def test_an_indented_line_of_a_paragraph_is_no_code() -> None:
    assert live("a\n      b") == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "level", "words"),
    [
        ("# A", 1, "A"),
        ("   ### A ###", 3, "A"),
        ("##A", 2, "A"),
        ("A\n===", 1, "A"),
        ("A\n---", 2, "A"),
        ("###### A #", 6, "A"),
    ],
)
def test_headings(text: str, level: int, words: str) -> None:
    line = read_document(text).lines[0]
    assert (line.kind, line.level, line.text) == ("heading", level, words)


@pytest.mark.parametrize("text", ["####### A", "#1 is first", "- A\n---", "\n---", "#"])
def test_no_headings(text: str) -> None:
    assert not any(line.kind == "heading" and line.text for line in read_document(text).lines)


def test_depth_and_marks_of_list_items() -> None:
    lines = read_document("- a\n  - b\n    1. c\n\n  d\n\ne").lines
    assert [(line.depth, line.marker) for line in lines if line.kind == "text"] == [
        *((1, "-"), (2, "-"), (3, "1.")),
        *((1, ""), (0, "")),
    ]


def test_a_lazy_line_goes_on_with_its_item() -> None:
    assert [(line.depth, line.lazy) for line in read_document("- a\nb").lines] == [(1, False), (1, True)]


def test_a_fence_in_an_item_ends_with_the_item() -> None:
    document = read_document("- a\n  ```\n  hidden\nseen")
    assert document.torn == 2
    assert document.unclosed == 0
    assert document.lines[-1].live


def test_a_fence_that_is_never_closed() -> None:
    assert read_document("a\n~~~\nb").unclosed == 2


def test_content_of_a_fence_is_kept_to_the_character() -> None:
    lines = read_document("- a\n  ```\n  \tone \u200b\n\n    two：\x07\n  ```").lines
    assert [line.content for line in lines if line.kind == "code"] == ["\tone \u200b", "", "  two：\x07"]


def test_punctuation_is_made_plain_for_matching_only() -> None:
    line = read_document("【存储】：（line 9）").lines[0]
    assert (line.text, line.own) == ("[存储]:(line 9)", "【存储】：（line 9）")


def test_line_ends_and_marks_of_every_kind() -> None:
    assert live("\ufeffa\r\nb\rc\u200b\n\x1bd") == ["a", "b", "c", "d"]
