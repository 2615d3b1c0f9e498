"""A flow shows the same lines however it got to its width."""

from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.ui.presentation.flow import Flow
from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.markdown import read_markdown

TEXT = "\n\n".join(f"## Part {n}\n\n" + "word " * (n % 40) + "\n\n- item\n- item two" for n in range(80))


def all_lines(flow: Flow) -> list[Line]:
    return [flow.line(row) for row in range(flow.height)]


def fresh(width: int) -> Flow:
    flow = Flow(width)
    flow.extend(read_markdown(TEXT))
    return flow


@given(st.lists(st.integers(10, 100), min_size=1, max_size=3), st.integers(1, 30))
@settings(max_examples=12, deadline=None)
def test_settled_after_any_changes_of_width_it_is_as_if_begun_there(widths: list[int], slice_size: int) -> None:
    flow = fresh(50)
    for width in widths:
        flow.resize(width)
        flow.settle(flow.anchor(flow.height // 2), 20)
    while not flow.settled:
        flow.settle_more(flow.anchor(flow.height // 2), slice_size)
    assert all_lines(flow) == all_lines(fresh(widths[-1]))


@given(st.integers(0, 300), st.integers(10, 100))
@settings(max_examples=12, deadline=None)
def test_what_a_window_shows_is_exact_before_the_rest_is(row: int, width: int) -> None:
    flow = fresh(50)
    anchor = flow.anchor(min(row, flow.height - 1))
    flow.resize(width)
    flow.settle(anchor, 30)
    top = flow.start_of(anchor.piece)
    whole = fresh(width)
    start = whole.start_of(anchor.piece)
    for offset in range(min(30, whole.height - start)):
        assert flow.line(top + offset) == whole.line(start + offset)


def test_a_tail_is_replaced_and_the_rest_stays() -> None:
    flow = Flow(40)
    done, tail = read_markdown("one\n\ntwo"), read_markdown("open")
    flow.extend(done, tail)
    before = flow.fixed_height
    flow.extend([], read_markdown("open and more"))
    assert flow.fixed_height == before
    assert flow.line(flow.height - 1) == (("open and more", ""),)


def test_dropped_pieces_take_their_lines_along() -> None:
    flow = fresh(40)
    height, sixth = flow.height, flow.line(flow.start_of(5))
    gone = flow.drop_first(5)
    assert flow.height == height - gone
    assert flow.line(0) == sixth


def test_outside_the_text_there_are_empty_lines() -> None:
    flow = Flow(40)
    assert flow.line(0) == ()
    assert fresh(40).line(100_000) == ()
