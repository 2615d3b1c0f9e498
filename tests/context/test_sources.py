"""Which names a page speaks of, and which sources and tests are found by them."""

from pathlib import Path

import pytest

from critloop.context.gather import gather_page
from critloop.context.languages import definitions, is_test
from critloop.context.names import names_of
from critloop.context.page import read_page
from tests.context.folders import project

DEFINED = {
    "a.py": (
        ("class Alpha(Base):\n    async def beta(self): ...\nGAMMA: int = 3\nx = Delta()\nreturn_class = 1\n"),
        {"Alpha", "beta", "GAMMA"},
    ),
    "a.scala": (
        (
            "sealed abstract class Alpha[A]\n  final case class Beta(x: Int) extends Alpha\nobject Alpha {\n"
            "private[zio] trait Gamma\n  implicit lazy val z = 1\n  @inline def delta[B](f: A): B = new Omega\n"
            "enum Colour:\nopaque type Id = Long\ncase object Nil2\n// class comment\n"
        ),
        {"Alpha", "Beta", "Gamma", "delta", "Colour", "Id", "Nil2"},
    ),
    "A.java": (
        (
            "public final class Alpha {\n  private static <T> List<T> beta(T t) {\n  public @interface Gamma {}\n"
            "  return delta(x);\n  record Point(int x) {}\n  new Omega();\n"
        ),
        {"Alpha", "beta", "Gamma", "Point"},
    ),
    "a.ts": (
        (
            "export default class Alpha {}\nexport abstract class Beta {}\nexport interface Gamma {}\n"
            "export async function delta() {}\nexport const Epsilon = 1;\ndeclare type Zeta = string;\nenum Eta {}\n"
            "  const inner = 1;\nnew Omega();\n"
        ),
        {"Alpha", "Beta", "Gamma", "delta", "Epsilon", "Zeta", "Eta"},
    ),
    "a.go": (
        (
            "func Alpha() {}\nfunc (r *Recv[T]) Beta(x int) error {\ntype Gamma struct {\ntype (\n\tDelta interface {\n"
            "\tOmega()\n"
        ),
        {"Alpha", "Beta", "Gamma", "Delta"},
    ),
    "a.rs": (
        (
            "pub struct Alpha;\nimpl<T: Fn(A)> Trait<T> for Beta<T> {\n    pub(crate) async unsafe fn gamma() {}\n"
            "pub trait Delta {}\nmacro_rules! eps {\nlet omega = 1;\n"
        ),
        {"Alpha", "Beta", "gamma", "Delta", "eps"},
    ),
}


@pytest.mark.parametrize("path", DEFINED)
def test_definitions_are_told_from_uses(path: str) -> None:
    text, wanted = DEFINED[path]
    assert definitions(path, text) == wanted


@pytest.mark.parametrize(
    "path",
    [
        "tests/a.py", "pkg/test_a.py", "pkg/a_test.go", "src/test/scala/ASpec.scala", "core/shared/src/AlphaSpec.scala",
        "src/a.test.ts", "src/a.spec.tsx", "src/__tests__/a.js", "AlphaTests.java", "conftest.py", "tests/it.rs",
    ],
)  # fmt: skip
def test_tests_are_told_by_place_and_name(path: str) -> None:
    assert is_test(path)


@pytest.mark.parametrize(
    "path", ["src/testing_tools.py", "src/contest.py", "latest.go", "src/inspect.ts", "Manifest.java"]
)
def test_what_only_sounds_like_a_test_is_none(path: str) -> None:
    assert not is_test(path)


def test_names_come_from_title_headings_and_code_spans() -> None:
    text = (
        "# Rate limits\n\nUse `TokenBucket.refill(now)` and `parse_rule()`; `Map[String, Quota]` holds `toWire`.\n"
        "See `src/app/Thing.py`, `--FlagName`, `https://Host.Name`.\n\n## The `Quota` type and LeakyBucket\n\n"
        '```python\nclient = HttpClient("TextInside")\n```\n'
    )
    names = {name.text: name for name in names_of(read_page("docs/rate-limits.md", text))}
    certain = {text for text, name in names.items() if not name.guess}
    assert certain == {"TokenBucket", "parse_rule", "Quota", "LeakyBucket", "toWire"}
    assert {"rate_limits", "rate_limit"} <= {text for text, name in names.items() if name.loose}
    assert names["HttpClient"].guess
    assert names["Quota"].weight > names["TokenBucket"].weight


def test_roles_and_directives_name_what_they_document() -> None:
    rst = "Title\n=====\n\nThe :func:`~pkg.mod.echo` and :class:`Option`.\n\n.. autofunction:: pkg.confirm\n"
    myst = "# T\n\n{func}`echo` and {class}`Option <pkg.Option>`\n\n::: pkg.confirm\n"
    for path, text in (("a.rst", rst), ("a.md", myst)):
        assert {"echo", "Option", "confirm"} <= {name.text for name in names_of(read_page(path, text))}


SCALA = {
    "docs/reference/dynamic-value.md": "# DynamicValue\n\nA `DynamicValue` holds a `String`, made by `Maker`.\n",
    "core/src/main/scala/DynamicValue.scala": "sealed trait DynamicValue\nobject DynamicValue\n",
    "core/src/main/scala/Maker.scala": "class Maker {\n  def make: DynamicValue = ???\n}\n",
    "core/src/main/scala/User.scala": "class User(value: DynamicValue)\n",
    "core/src/main/scala/Other.scala": "class Other(name: String) // NotDynamicValueAtAll\n",
    "core/src/test/scala/DynamicValueSpec.scala": "object DynamicValueSpec { DynamicValue }\n",
    "core/src/test/scala/OtherSpec.scala": "object OtherSpec { new Other }\n",
    "examples/src/main/scala/Show.scala": "object Maker { DynamicValue; DynamicValue; DynamicValue }\n",
}


def test_what_defines_comes_before_what_uses(tmp_path: Path) -> None:
    found = gather_page(project(tmp_path, SCALA), "docs/reference/dynamic-value.md")
    assert [hit.path.rpartition("/")[2] for hit in found.sources] == [
        "DynamicValue.scala",
        "Maker.scala",
        "User.scala",
        "Show.scala",
    ]
    assert found.sources[1].names == ("Maker", "DynamicValue")
    assert [hit.path for hit in found.tests] == ["core/src/test/scala/DynamicValueSpec.scala"]
    assert found.names == ("DynamicValue", "Maker")


def test_what_says_next_to_nothing_of_the_page_is_left_out(tmp_path: Path) -> None:
    files = {f"pkg/m{number}.py": "def warm_up(): ...\n" for number in range(9)}
    files |= {"docs/alpha.md": "# Alpha\n\nAn `Alpha` may `warm_up()`.\n", "pkg/alpha.py": "class Alpha: ...\n"}
    files |= {"pkg/much.py": "Alpha\n" * 40, "pkg/little.py": "warm_up\n"}
    found = gather_page(project(tmp_path, files), "docs/alpha.md")
    assert [hit.path for hit in found.sources] == ["pkg/alpha.py", "pkg/much.py"]


def test_a_common_type_is_looked_at_where_the_project_defines_it(tmp_path: Path) -> None:
    files = {
        "docs/a.md": "# Page\n\nAn `Option` or a `String`.\n\n```py\nFloat()\n```\n",
        "src/core.py": "class Option: ...\n",
    }
    files["src/other.py"] = "def use(x: String, y: Option): ...\n"
    files["src/shown.py"] = "class Float: ...\n"
    found = gather_page(project(tmp_path, files), "docs/a.md")
    assert [(hit.path, hit.names) for hit in found.sources] == [("src/core.py", ("Option",))]


def test_a_source_called_like_the_page_is_found_without_a_name(tmp_path: Path) -> None:
    files = {"docs/exceptions.md": "# Errors\n\nWhat can be raised.\n", "pkg/_exceptions.py": "class Broken: ...\n"}
    found = gather_page(project(tmp_path, files), "docs/exceptions.md")
    assert [hit.path for hit in found.sources] == ["pkg/_exceptions.py"]


def test_a_word_of_the_title_leads_to_functions_that_have_it_in_their_names(tmp_path: Path) -> None:
    files = {"docs/ssl.md": "# SSL\n\nHow it is set.\n", "pkg/config.py": "def create_ssl_context(): ...\n"}
    files["pkg/noise.py"] = "def passless(): ...\n"
    found = gather_page(project(tmp_path, files), "docs/ssl.md")
    assert [(hit.path, hit.names) for hit in found.sources] == [("pkg/config.py", ("create_ssl_context",))]


def test_files_that_the_page_names_come_first(tmp_path: Path) -> None:
    files = {
        "docs/a.md": "# A\n\nSee `Alpha`, `pkg/plain.py:12`, [the test](../tests/test_odd.py), `pkg/gone.py`.\n",
        "pkg/alpha.py": "class Alpha: ...\n",
        "pkg/plain.py": "x = 1\n",
        "tests/test_odd.py": "assert True\n",
    }
    found = gather_page(project(tmp_path, files), "docs/a.md")
    assert [hit.path for hit in found.sources] == ["pkg/plain.py", "pkg/alpha.py"]
    assert [hit.path for hit in found.tests] == ["tests/test_odd.py"]


@pytest.mark.parametrize(("definers", "users"), [(1, 5), (3, 3), (6, 2)])
def test_the_more_files_define_the_fewer_that_only_use_are_listed(tmp_path: Path, definers: int, users: int) -> None:
    names = [f"AlphaKind{number}" for number in range(definers)]
    files = {f"pkg/define{name}.py": f"class {name}: ...\n" for name in names}
    files |= {f"pkg/use{number}.py": "\n".join(names) for number in range(9)}
    files["docs/x.md"] = "# Kinds of it\n\n" + " ".join(f"`{name}`" for name in names)
    found = gather_page(project(tmp_path, files), "docs/x.md").sources
    assert [hit.path[:7] for hit in found] == ["pkg/def"] * definers + ["pkg/use"] * users


def test_there_is_an_end_to_what_is_listed(tmp_path: Path) -> None:
    files = {f"pkg/m{number:02}.py": f"class Alpha{number:02}: ...\nAlphaBase\n" for number in range(40)}
    files |= {f"tests/test_{number:02}.py": f"Alpha{number:02}\n" for number in range(40)}
    files["docs/a.md"] = "# A\n\n" + " ".join(f"`Alpha{number:02}`" for number in range(40))
    found = gather_page(project(tmp_path, files), "docs/a.md")
    assert (len(found.sources), len(found.tests)) == (12, 8)


def test_binary_and_huge_files_are_passed_over(tmp_path: Path) -> None:
    root = project(tmp_path, {"docs/a.md": "# A\n\n`Alpha`\n", "ok.py": "class Alpha: ...\n"})
    (root / "binary.py").write_bytes(b"class Alpha: \0\n")
    (root / "huge.py").write_bytes(b"class Alpha: ...\n" * 100_000)
    (root / "broken.py").write_bytes(b"class Alpha: ... # \xff\n")
    assert [hit.path for hit in gather_page(root, "docs/a.md").sources] == ["broken.py", "ok.py"]
