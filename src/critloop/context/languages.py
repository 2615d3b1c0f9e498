"""Where a source file defines a name: one pattern a language, line by line; and which files are tests."""

import re

_PYTHON = re.compile(
    r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|^([A-Z]\w*)[ \t]*(?::[^=\n]+)?=(?!=)", re.MULTILINE
)
_SCALA = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*"
    r"(?:(?:private|protected|final|sealed|abstract|implicit|inline|case|override|lazy|open|transparent|opaque|package)"
    r"(?:\[\w+\])?[ \t]+)*(?:class|trait|object|enum|type|def|given)[ \t]+(\w+)",
    re.MULTILINE,
)
_JAVA = re.compile(
    r"^[ \t]*(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp)[ \t]+)*"
    r"(?:class|interface|enum|record|@interface)[ \t]+(\w+)"
    r"|^[ \t]*(?:(?:public|protected|private|static|final|abstract|synchronized|default|native)[ \t]+)+"
    r"(?:<[^>\n]+>[ \t]*)?[\w<>\[\],.?]+(?:[ \t]+[\w<>\[\],.?]+)?[ \t]+(\w+)[ \t]*\(",
    re.MULTILINE,
)
_SCRIPT = re.compile(
    r"^[ \t]*(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?"
    r"(?:class|interface|enum|type|function\*?|namespace)[ \t]+([\w$]+)"
    r"|^(?:export[ \t]+)?(?:declare[ \t]+)?(?:const|let|var)[ \t]+([\w$]+)[ \t]*[:=]",
    re.MULTILINE,
)
_GO = re.compile(
    r"^func[ \t]+(?:\([^)\n]*\)[ \t]*)?(\w+)|^(?:type|var|const)[ \t]+(\w+)|^\t(\w+)[ \t]+(?:struct|interface)\b",
    re.MULTILINE,
)
_RUST = re.compile(
    r"^[ \t]*(?:pub(?:\([^)\n]*\))?[ \t]+)?(?:(?:const|async|unsafe|extern[ \t]+\"[^\"\n]*\")[ \t]+)*"
    r"(?:fn|struct|enum|trait|type|union|mod|const|static)[ \t]+(\w+)"
    r"|^[ \t]*(?:unsafe[ \t]+)?impl(?:<[^{\n]*?>)?[ \t]+(?:[\w:]+(?:<[^{\n]*?>)?[ \t]+for[ \t]+)?(\w+)"
    r"|^[ \t]*macro_rules![ \t]*(\w+)",
    re.MULTILINE,
)
_PATTERNS = {
    **dict.fromkeys((".py", ".pyi"), _PYTHON),
    **dict.fromkeys((".scala", ".sc"), _SCALA),
    ".java": _JAVA,
    **dict.fromkeys((".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"), _SCRIPT),
    ".go": _GO,
    ".rs": _RUST,
}
_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "testing", "it", "spec", "specs", "testdata", "e2e"})
_TEST_NAME = re.compile(r"test_\w+|\w+_test|conftest|\w*[a-z0-9](?:Test|Tests|Spec|Suite|IT)|[\w.-]+\.(?:test|spec)")
_ASIDE = re.compile(r"(?:^|/)(?:examples?|samples?|demos?|bench(?:marks?)?|jmh|[\w-]*-(?:examples?|benchmarks?))/")


def is_source(path: str) -> bool:
    """True for a file of a language whose definitions can be found."""
    return _suffix(path) in _PATTERNS and not path.endswith((".min.js", ".bundle.js"))


def is_test(path: str) -> bool:
    """True for a test by the conventions of its place or name."""
    *folders, name = path.split("/")
    return bool(_TEST_FOLDERS.intersection(folders)) or _TEST_NAME.fullmatch(name.rpartition(".")[0]) is not None


def is_aside(path: str) -> bool:
    """True for what shows or measures the code rather than being it: examples and benchmarks."""
    return _ASIDE.search(path) is not None


def definitions(path: str, text: str) -> frozenset[str]:
    """The names that a source file defines."""
    pattern = _PATTERNS[_suffix(path)]
    return frozenset(name for match in pattern.finditer(text) if (name := next(filter(None, match.groups()), "")))


def _suffix(path: str) -> str:
    return path[path.rfind(".") :]
