"""A text cut at its headings."""

from hypothesis import given
from hypothesis import strategies as st

from critloop.model.sections import is_within, section_at, section_hashes, sections

TEXT = """intro

# Title

## Storage

Here.

```
# no heading
```

Setext
======

Body.

## Storage

Again.

## Storage

Once more.
"""


def test_atx_and_setext_headings_make_paths_and_fences_do_not() -> None:
    assert list(sections(TEXT)) == [
        "",
        "Title",
        "Title / Storage",
        "Setext",
        "Setext / Storage",
        "Setext / Storage (2)",
    ]


def test_a_change_touches_only_the_section_it_is_in() -> None:
    before, after = sections(TEXT), sections(TEXT.replace("Again.", "Otherwise."))
    assert [path for path in before if before[path] != after[path]] == ["Setext / Storage"]


def test_a_name_means_every_section_called_so_and_what_is_below() -> None:
    found = sections(TEXT)
    assert len(section_hashes(found, "storage") or ()) == 3
    assert section_hashes(found, "Title / Storage") == (found["Title / Storage"],)
    assert section_hashes(found, "Nowhere") is None


def test_a_closing_fence_may_be_longer_but_not_shorter() -> None:
    text = "````\n```\n# no\n`````\n# yes\n"
    assert "yes" in sections(text)
    assert "no" not in sections(text)


def test_a_line_stands_in_the_section_of_the_heading_above_it() -> None:
    lines = TEXT.splitlines()
    at = {line: section_at(TEXT, lines.index(line) + 1) for line in ("intro", "# Title", "Here.", "Setext", "Body.")}
    assert at == {
        "intro": "",
        "# Title": "Title",
        "Here.": "Title / Storage",
        "Setext": "Setext",
        "Body.": "Setext",
    }
    assert is_within("Title / Storage", "title")
    assert not is_within("Title", "Storage")


@given(st.text(alphabet="#=-`~ab \n", max_size=200))
def test_any_text_can_be_cut(text: str) -> None:
    assert isinstance(sections(text), dict)
