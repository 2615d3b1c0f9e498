"""What agents send each other is shown as people read it, whole or piece by piece."""

import pytest

from critloop.ui.presentation.wire import WireFeed, readable

TEXT = "# Title\n\n<p>html</p>\n\nEnd.\n"


def fed(reply: str, size: int) -> str:
    """A reply as a pane shows it that gets it in pieces."""
    feed = WireFeed()
    pieces = [reply[at : at + size] for at in range(0, len(reply), size)]
    return "".join([*map(feed.feed, pieces), feed.finish()])


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_a_text_is_shown_without_the_tags_around_it(size: int) -> None:
    reply = f"<artifact>\n{TEXT}</artifact>\n"
    assert readable(reply) == TEXT
    assert fed(reply, size) == TEXT
    assert fed(f"Here it is.\n<artifact-1>\n{TEXT}</artifact-1>", size) == f"Here it is.\n{TEXT}"


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_what_is_no_tag_is_shown_as_it_is(size: int) -> None:
    for reply in ("<art", "<artifacts>\n", "a <artifact> in a line\n", "</p>\n", TEXT):
        assert fed(reply, size) == reply
        assert readable(reply) == reply


def test_json_is_laid_out_in_a_fence() -> None:
    assert readable('{"scores": [1]}') == '```json\n{\n  "scores": [\n    1\n  ]\n}\n```\n'
    assert readable('{"cut": ') == '```json\n{"cut":\n```\n'
    assert fed('{"scores": [1]}', 5) == '```json\n{"scores": [1]}'
