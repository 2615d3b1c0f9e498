import pytest

from critloop.reports.nothing import says_nothing
from critloop.reports.unread import says_unread


@pytest.mark.parametrize(
    "text",
    [
        *("None", "none.", "**None**", "(none)", "N/A", "n/a.", "No issues", "No issues found.", "—", "-", "0", "Nil"),
        *("No blocking issues were found.", "None. The reviewer found no blocking issues.", "None found", "Nothing"),
        *(
            "None. The former storage issue is closed by the new section.",
            "无",
            "没有",
            "なし",
            "特になし。",
            "无阻塞问题",
        ),
    ],
)
def test_words_for_an_empty_list(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "None, but the retry limit is wrong",
            "None. The retry limit is wrong.",
            "None of the errors are handled",
        ),
        *(
            "No error handling",
            "No issues in Storage; API lacks a limit",
            "None except the limit",
            "None. It is not ready",
        ),
        *("Nothing says what happens on a crash", "n/a is used for two things", "无法恢复", "Nonexistent section"),
    ],
)
def test_words_that_only_begin_like_an_empty_list(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "I was unable to read the document.",
        "I'm sorry, but I cannot access the file docs/x.md.",
        "Unable to open docs/spec.md: no such file",
        "SUMMARY: Automated review unavailable — API error",
        "The file docs/a.md could not be read.",
        "The review was not performed.",
        "I don't have access to the repository.",
        "I only reviewed the first 200 lines.",
        "File not found: docs/x.md",
        "我无法读取该文件。",
        "ファイルを読み取れませんでした。",
    ],
)
def test_a_reply_that_read_nothing(text: str) -> None:
    assert says_unread([text])


@pytest.mark.parametrize(
    "text",
    [
        "I could not find any contradictions.",
        "We cannot see issues with the storage section.",
        "The spec covers the case when the file can't be opened by the client.",
        "It says what happens when permission denied is returned.",
        "API error handling is described.",
        "I could not find the specification of the retry limit.",
        "I only see wording to improve.",
    ],
)
def test_a_reply_that_speaks_of_reading_as_its_subject(text: str) -> None:
    assert not says_unread([text])
