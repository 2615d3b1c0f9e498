"""``export``."""

import sys
from pathlib import Path

from critloop.app import CHAIN
from critloop.cli.opening import open_run
from critloop.export.chain import chain_markdown
from critloop.export.markdown import run_markdown
from critloop.export.run_json import run_json
from critloop.model.errors import UsageProblem


def export_run(prefix: str, *, as_json: bool, file: Path | None) -> int:
    """Print a whole run, or write it to a file; 0.

    Raises:
        UsageProblem: There is no such run, or the file can't be written.
    """
    critloop, run = open_run(prefix)
    try:
        state = critloop.state(run)
        text = run_json(state, critloop.events(run)) if as_json else run_markdown(state)
        if state.spec.loop == CHAIN and not as_json:
            text = chain_markdown(state, {item.run: critloop.state(item.run) for item in state.links})
    finally:
        critloop.close()
    if file is None:
        print(text, end="")
        return 0
    try:
        with file.open("x", encoding="utf-8") as fresh:
            fresh.write(text)
    except FileExistsError:
        raise UsageProblem(f"{file}: exists already", "name another file with -o, or remove this one first") from None
    except OSError as error:
        raise UsageProblem(f"{file}: can't write it: {error.strerror}", "name another file with -o") from None
    print(f"{file}: written", file=sys.stderr)
    return 0
