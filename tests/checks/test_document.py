from critloop.checks.parsing import parse
from tests.support.checking import text_of


def test_links_and_html_know_their_line_inside_a_paragraph() -> None:
    document = parse(
        text_of(
            """
            A paragraph with `code
            over two lines` and then
            [one](a.md "a title") and ![two](b.png)
            <a id="here"></a>

            > quoted [three](<c d.md>)

            [four]: d.md
            """
        )
    )
    assert [(link.line, link.target) for link in document.links] == [
        (3, "a.md"),
        (3, "b.png"),
        (6, "c%20d.md"),
        (8, "d.md"),
    ]
    assert document.html[0].line == 4


def test_sections_have_paths_and_ranges() -> None:
    document = parse("# A\ntext\n## B\n\nSetext\n------\nx\n\n# C\n")
    assert [(s.path, s.heading.line, s.end, s.tree_end) for s in document.sections] == [
        (("A",), 1, 2, 8),
        (("A", "B"), 3, 4, 4),
        (("A", "Setext"), 5, 8, 8),
        (("C",), 9, 9, 9),
    ]
    assert document.section_name(7) == "Setext"
    assert parse("text\n").section_name(1) is None


def test_headings_in_fences_front_matter_and_lists_begin_no_section() -> None:
    document = parse("---\ntitle: x\n# y: z\n---\n# Real\n```\n# code\n```\n- # nested\n")
    assert [section.name for section in document.sections] == ["Real"]
    assert [heading.text for heading in document.headings] == ["Real", "nested"]
    assert document.front_matter_end == 4


def test_a_rule_before_a_heading_is_no_front_matter() -> None:
    document = parse("---\n# Title\n\ntext\n\n---\nmore\n")
    assert [section.name for section in document.sections] == ["Title"]
    assert document.front_matter_end == 0


def test_fences_say_whether_they_are_closed() -> None:
    document = parse("```py\nx\n```\n\n- a\n  ~~~\n  y\n\n```\n    ```\n")
    assert [(f.line, f.end_line, f.closed, f.info, f.nested) for f in document.fences] == [
        (1, 3, True, "py", False),
        (6, 8, False, "", True),
        (9, 10, False, "", False),
    ]


def test_a_tag_of_its_own_does_not_swallow_the_fence_after_it() -> None:
    document = parse("<Good>\n```py\nx = 1\n\ny = 2\n```\n</Good>\n")
    assert [(fence.line, fence.end_line) for fence in document.fences] == [(2, 6)]


def test_numbers_of_lists_are_those_of_the_source() -> None:
    document = parse("3. a\n4. b\n   1. inner\n7. c\n")
    assert [numbered.items for numbered in document.numbered] == [((3, 1),), ((1, 3), (2, 4), (4, 7))]
