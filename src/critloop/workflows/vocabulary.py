"""The words that prompts are written in: every variable, what it holds, and which role is told it."""

from collections.abc import Mapping

from critloop.model.turn import Duty

WORDS: Mapping[str, str] = {
    "path": "the file under review, relative to the folder the agent works in",
    "name": "what is judged, as people are told it",
    "problem": "why the last reply could not be used; empty in most turns",
    "findings": "pairs of an id and a finding, in the order of the report",
    "guidance": "what the human who supervises the loop asks for; may be empty",
    "changes": "the diff since the last report; empty where nothing changed",
    "closing": "true in the single pass for findings that are fixed only if that is easy",
    "text": "the text that is judged, as it is",
    "numbered": "the text that is judged, each line behind its number in the file and a tab",
    "start_line": "the first line of what is judged; None for a whole file",
    "end_line": "its last line; None for a whole file",
    "number": "the place of the chunk among the plan's chunks, from 1",
    "chunks": "the names of the plan's chunks, in order; in creation, of those written so far",
    "preamble": "what stands before the plan's first chunk, and its global constraints; may be empty",
    "spec": "the path of the spec that the plan carries out; may be empty",
    "instruction": "what the human asks to be written; may be empty",
    "skill": "the name of the skill that writes the page; may be empty",
    "skill_path": "the skill's file; empty for a command of the agent's own",
    "arguments": "what the skill is called with; may be empty",
    "persona": "the critic's persona from a definition file; empty for the default",
    "persona_from": "the file that the persona comes from; may be empty",
    "kind": "the kind of page: reference, how-to, tutorial; empty where it can't be told",
    "required": "the sections that a page of its kind needs",
    "missing": "those of them that no heading of the page names",
    "names": "the names of types and functions that the page is about",
    "sources": "pairs of a source file and the names that it defines or uses",
    "test_files": "pairs of a test file and the names that it uses",
    "related": "pairs of a related page and why it is related",
    "navigation": "the file in which the site lists its pages; may be empty",
    "notes": "what code noticed while it gathered what belongs to the page",
    "requirement": "what the task has to do, in full",
    "constraints": "the global constraints that bind the task; may be empty",
    "source": "the file that the requirement comes from",
    "base": "the commit before the first one that is judged",
    "head": "the last commit that is judged",
    "commits": "the commits that are judged, one a line, the oldest first",
    "stat": "every changed file of the range with its added and removed lines, one a line",
    "patch": "the unified diff of the files that are judged in this look",
    "pasted": "the paths of the files that are judged in this look",
    "elsewhere": "the paths of changed files that another part of the review judges",
    "uncommitted": "the paths that had not been committed when the run began",
    "report": "the maker's own words about its work; may be empty",
    "tests_run": "the commands that were run as tests, with exit code and output",
    "test_commands": "the commands that the maker may have run as tests",
    "items": "pairs of an id and something that a reviewer could not verify from the diff",
    "plan": "the path of the plan that the branch carries out; may be empty",
    "minors": "pairs of an id and a Minor finding that a task's review kept for the branch",
    "goal": "what the text is polished for",
    "criteria": "pairs of an id and a criterion",
    "needed": "how many criteria have to pass",
    "threshold": "pass_all or pass_N; empty where nobody has decided",
    "gaps": "what keeps the text from passing, as text",
}

_FILE = frozenset({"path", "name", "problem"})
_AGAIN = frozenset({"findings", "changes"})
_ANSWER = frozenset({"findings", "guidance"})
_PAGE = frozenset({"kind", "required", "missing", "names", "sources", "test_files", "related", "navigation", "notes"})
_PERSONA = frozenset({"persona", "persona_from"})
_CHUNK = frozenset({"number", "chunks", "spec", "start_line", "end_line"})
_CHUNK_TEXT = frozenset({"text", "numbered", "preamble"})
_RANGE = frozenset({"base", "head", "commits", "stat", "patch", "pasted", "elsewhere", "uncommitted"})
_TASK = frozenset({"requirement", "constraints", "source"})
_TESTS = frozenset({"test_commands", "tests_run"})

TOLD: Mapping[tuple[str, str], frozenset[str]] = {
    ("spec", "critic"): _FILE,
    ("spec", "rereview"): _FILE | _AGAIN,
    ("spec", "maker"): _FILE | _ANSWER,
    ("spec", "create"): _FILE | {"instruction", "guidance"},
    ("docs", "critic"): _FILE | _PAGE | _PERSONA,
    ("docs", "rereview"): _FILE | _PAGE | _PERSONA | _AGAIN,
    ("docs", "maker"): _FILE | _PAGE | _ANSWER | {"closing"},
    ("docs", "create"): _FILE | {"instruction", "skill", "skill_path", "arguments", "guidance"},
    ("plan", "critic"): _FILE | _CHUNK | _CHUNK_TEXT,
    ("plan", "rereview"): _FILE | _CHUNK | _CHUNK_TEXT | _AGAIN,
    ("plan", "maker"): _FILE | _CHUNK | _ANSWER,
    ("plan", "create"): _FILE | {"number", "chunks", "spec", "instruction", "guidance"},
    ("task", "critic"): _FILE | _TASK | _RANGE | {"report", "tests_run"},
    ("task", "rereview"): _FILE | _TASK | _RANGE | _AGAIN | {"tests_run"},
    ("task", "look"): _FILE | _TASK | _RANGE | {"items"},
    ("task", "maker"): _FILE | _TASK | _TESTS | _ANSWER | {"stat"},
    ("task", "create"): _FILE | _TASK | _TESTS | {"guidance"},
    ("branch", "critic"): _FILE | _RANGE | {"plan", "minors", "tests_run"},
    ("branch", "rereview"): _FILE | _RANGE | _AGAIN | {"plan", "tests_run"},
    ("branch", "maker"): _FILE | _TESTS | _ANSWER | {"plan", "stat"},
    ("polish", "extractor"): frozenset({"text", "goal", "threshold", "problem"}),
    ("polish", "critic"): frozenset({"text", "criteria", "needed", "threshold", "problem"}),
    ("polish", "maker"): frozenset({"text", "gaps", "goal", "guidance", "problem"}),
}
"""What a role is told, by loop and prompt. A critic is told of no earlier finding but in a re-review,
where these are what it judges; an evaluator is told of nothing but the text and its criteria (source:
mission, "The critic is fresh"; polish.txt, "Wave 2"). What is not here can't reach a role by any template."""

FOREIGN = frozenset(
    {
        *("text", "numbered", "preamble", "changes", "patch", "commits", "stat"),
        *("requirement", "constraints", "report", "goal", "instruction", "arguments", "persona", "guidance"),
    }
)
"""Variables of many lines whose words are not the prompt's own: a template sets them off from the rest."""

_PROMPTS: Mapping[Duty, str] = {
    "create": "create",
    "fix": "maker",
    "close": "maker",
    "review": "critic",
    "audit": "critic",
    "rereview": "rereview",
    "look": "look",
    "extract": "extractor",
}


def prompt_name(duty: Duty, loop: str) -> str:
    """The prompt that serves a duty: the file ``prompts/<loop>/<name>.md``.

    Raises:
        LookupError: The loop has no such duty.
    """
    name = _PROMPTS[duty]
    if (loop, name) not in TOLD:
        raise LookupError(f"{loop} has no duty {duty}")
    return name


def duties_of(loop: str, prompt: str) -> tuple[Duty, ...]:
    """The duties that a prompt serves, in the order in which ``Duty`` names them."""
    return tuple(duty for duty, name in _PROMPTS.items() if name == prompt and (loop, prompt) in TOLD)
