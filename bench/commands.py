"""How fast commands answer: ``--version`` and ``--help`` beside an import of typer; ``check`` over documents.

Run: ``python -m bench.commands``. The documents are the Markdown below ``CRITLOOP_CASES``, or below
``../shared/cases`` beside the checkout; without either, that figure is left out.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench.figures import Figure

RUNS = 15
CHECKOUT = Path(__file__).parent.parent
SCRIPT = Path(sys.executable).parent / "critloop"
PARSE = """
import sys
from pathlib import Path
from markdown_it import MarkdownIt
parser = MarkdownIt("gfm-like", {"linkify": False})
for folder in sys.argv[1:]:
    for path in Path(folder).rglob("*.md"):
        parser.parse(path.read_text(encoding="utf-8"))
"""


def seconds(command: Sequence[str | Path], *, allowed: Sequence[int] = (0,)) -> float:
    """Wall time of a process."""
    start = time.perf_counter()
    done = subprocess.run([str(part) for part in command], capture_output=True, check=False)
    assert done.returncode in allowed, done.stderr.decode()
    return time.perf_counter() - start


def startup() -> list[Figure]:
    """Milliseconds of the three processes, taken in turns so that a busy machine treats them alike."""
    commands: dict[str, list[str | Path]] = {
        "typer": [sys.executable, "-c", "import typer"],
        "--version": [SCRIPT, "--version"],
        "--help": [SCRIPT, "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS + 1):
        for name, command in commands.items():
            times[name].append(seconds(command) * 1000)
    medians = {name: statistics.median(values[1:]) for name, values in times.items()}
    reference = medians["typer"]
    bars = {"--version": 0.6, "--help": 1.3}
    return [
        Figure(f"critloop {name}", medians[name], "ms", reference, 'python -c "import typer"', bar, bar_is_ratio=True)
        for name, bar in bars.items()
    ]


def checking() -> list[Figure]:
    """Seconds of ``check`` over all documents, in one process, beside one that only parses them."""
    cases = Path(os.environ.get("CRITLOOP_CASES", CHECKOUT.parent / "shared" / "cases"))
    folders = [folder for name in ("specs", "plans") if (folder := cases / name).is_dir()]
    if not folders:
        print("no documents to check: set CRITLOOP_CASES to a folder with specs/ and plans/")
        return []
    count = sum(1 for folder in folders for _ in folder.rglob("*.md"))
    taken = seconds([SCRIPT, "check", *folders], allowed=(0, 1))
    parsed = seconds([sys.executable, "-c", PARSE, *folders])
    return [Figure(f"critloop check, {count} documents", taken, "s", parsed, "markdown-it-py parsing them")]


def main() -> int:
    """Measure and print; 1 when a bar is missed."""
    figures = startup() + checking()
    for figure in figures:
        print(figure.line())
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
