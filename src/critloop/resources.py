"""Where prompts and style sheets lie: inside the installed package, else in the checkout."""

import re
from pathlib import Path

from critloop.model.errors import UsageProblem

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


def prompt_path(loop: str, role: str, project_root: Path | None = None) -> Path:
    """The template of a role's prompt; a project's own one in ``.critloop/prompts`` comes first.

    Raises:
        UsageProblem: There is none.
    """
    if not (_NAME.fullmatch(loop) and _NAME.fullmatch(role)):
        raise UsageProblem(f"no prompt is called {loop}/{role}")
    own = project_root / ".critloop" / "prompts" / loop / f"{role}.md" if project_root else None
    return own if own is not None and own.is_file() else _resource(f"prompts/{loop}/{role}.md")


def prompt_text(loop: str, role: str, project_root: Path | None = None) -> str:
    """The text of a role's prompt template, front matter included.

    Raises:
        UsageProblem: There is none, or it isn't readable UTF-8 text.
    """
    path = prompt_path(loop, role, project_root)
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageProblem(f"{path}: can't read it: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageProblem(f"{path}: not UTF-8 text", "save the prompt as UTF-8") from None


def style_path(name: str) -> Path:
    """A style sheet of the dashboard, such as ``app.tcss``.

    Raises:
        UsageProblem: There is none.
    """
    return _resource(f"styles/{name}")


def _resource(place: str) -> Path:
    """A resource by its path with forward slashes."""
    found = next((path for root in (_PACKAGE, _CHECKOUT) if (path := root / place).is_file()), None)
    if found is None:
        raise UsageProblem(f"{place} is not part of this installation", "install critloop again")
    return found
