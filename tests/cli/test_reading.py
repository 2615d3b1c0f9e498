"""``read`` and ``schema``: a review as it is read, and the shapes that are published."""

import io
import json

import msgspec
import pytest

from critloop.cli.options import ReportFormat
from critloop.export.shapes import SHAPES, ReportJson
from tests.support.commands import Commands
from tests.support.reports import task_review

REVIEW = """## Spec Review

**Status:** Issues Found

**Issues (if any):**
- [Storage, line 5]: (coverage) no outcome for a partial write - data can be lost

**Recommendations (advisory):**
- Name the units in the table
"""


def test_a_review_is_printed_as_published(critloop: Commands) -> None:
    critloop.write("r.md", REVIEW)
    printed = critloop("read", "r.md").lines[0]
    assert msgspec.convert(printed, ReportJson).data() == printed
    assert printed["status"] == "issues"
    assert [(item["severity"], item["blocking"]) for item in printed["findings"]] == [("high", True), ("low", False)]


def test_a_review_comes_from_standard_input_too(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(REVIEW.encode())))
    assert critloop("read", "-").lines[0]["status"] == "issues"


@pytest.mark.parametrize("text", ["", "Looks good to me!", REVIEW.replace("Issues Found", "Approved")])
def test_what_is_no_valid_report_is_never_a_pass(critloop: Commands, text: str) -> None:
    critloop.write("r.md", text)
    ran = critloop("read", "r.md")
    assert ran.code == 0
    assert ran.lines[0]["status"] == "malformed"
    assert ran.lines[0]["reason"]


def test_a_review_that_is_no_text_is_refused(critloop: Commands) -> None:
    critloop.write("r.md", b"\xff\xfe\x00")
    assert critloop("read", "r.md").code == 2


@pytest.mark.parametrize("style", [style.value for style in ReportFormat if style is not ReportFormat.AUTO])
def test_every_format_can_be_named(critloop: Commands, style: str) -> None:
    critloop.write("r.md", "Looks good to me!")
    (printed,) = critloop("read", "r.md", "--format", style).lines
    assert (printed["format"], printed["status"]) == (style, "malformed")


def test_auto_finds_the_format(critloop: Commands) -> None:
    critloop.write("r.md", task_review(unverified="callers close it", tests="pytest -q"))
    (printed,) = critloop("read", "r.md").lines
    assert (printed["format"], printed["status"]) == ("task", "approved")
    assert (printed["cannot_verify"], printed["tests_wanted"]) == (["callers close it"], ["pytest -q"])


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_each_shape_has_a_schema(critloop: Commands, name: str) -> None:
    schema = json.loads(critloop("schema", name).out)
    forms = [schema["$defs"][form["$ref"].rpartition("/")[2]] for form in schema.get("anyOf", [])] or [schema]
    assert len(forms) == len(SHAPES[name])
    for form in forms:
        assert form["type"] == "object"
        if name not in ("finding", "chain"):
            assert form["properties"]["schema"]["enum"] == [f"critloop.{name}/1"]
            assert "schema" in form["required"]


def test_only_the_result_of_a_polish_run_has_scores(critloop: Commands) -> None:
    forms = json.loads(critloop("schema", "result").out)["$defs"]
    assert "scores" in forms["PolishResultJson"]["required"]
    assert "scores" not in forms["ResultJson"]["properties"]
