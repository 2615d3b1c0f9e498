"""Two live panes against two of Textual's own markdown widgets, in a real terminal: ``python -m bench.stream``.

Prints CPU, stalls of the event loop, the delay of a key press and the growth of memory; with
``--json`` as one JSON object. Exits 1 when a bar is missed. ``stall`` is by the clock, and on a busy
machine has the waiting for a free core in it, as the ``idle`` app shows; ``busy`` is what the event
loop itself computed without a break.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from bench.stream_pty import Terminal

BARS = {"cpu_ratio": 0.4, "stall_p999_ms": 50.0, "key_p99_ms": 100.0, "grown_mb": 30.0}


def measure(side: str, seconds: float, *, watch: bool = False) -> dict[str, float]:
    """One side in its own process and terminal: share of a core, stalls, key delays, megabytes grown.

    Stalls and key delays are there with ``watch`` only: watching costs CPU on its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
        command = [sys.executable, "-m", "bench.stream_app", side, str(result), str(seconds), *(["watch"] * watch)]
        terminal = Terminal(command, environment)
        delays = sorted(terminal.press_keys()) if watch else []
        terminal.close()
        if not result.exists():
            raise SystemExit(f"the app ended without a result:\n{terminal.output.decode(errors='replace')[-2000:]}")
        figures = json.loads(result.read_text())
    return {
        "cpu_percent": figures["cpu"] * 100,
        "seconds": figures["seconds"],
        "stall_p50_ms": percentile(figures["late"], 50) * 1000,
        "stall_p999_ms": percentile(figures["late"], 99.9) * 1000,
        "stall_max_ms": percentile(figures["late"], 100) * 1000,
        "busy_p999_ms": percentile(figures["busy"], 99.9) * 1000,
        "key_p50_ms": percentile(delays, 50) * 1000,
        "key_p99_ms": percentile(delays, 99) * 1000,
        "keys": len(delays),
        "grown_mb": figures["grown_mb"],
    }


def percentile(ordered: list[float], share: float) -> float:
    """The smallest value that this share, in per cent, does not exceed; 0 of nothing."""
    return ordered[min(int(len(ordered) * share / 100), len(ordered) - 1)] if ordered else 0.0


def compare(seconds: float) -> dict[str, dict[str, float]]:
    """All sides, and our bars."""
    sides = {side: measure(side, seconds) for side in ("panes", "markdown", "flood")}
    sides |= {f"{side} watched": measure(side, seconds, watch=True) for side in ("idle", "panes", "markdown")}
    bars = {
        "cpu_ratio": sides["panes"]["cpu_percent"] / sides["markdown"]["cpu_percent"],
        "stall_p999_ms": sides["panes watched"]["stall_p999_ms"],
        "key_p99_ms": sides["panes watched"]["key_p99_ms"],
        "grown_mb": sides["flood"]["grown_mb"],
    }
    return {**sides, "bars": bars}


def main() -> int:
    """Measure, print, and say whether all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds that each side is fed")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args()
    figures = compare(chosen.seconds)
    if chosen.json:
        print(json.dumps(figures))
    else:
        show(figures)
    return 0 if all(figures["bars"][name] <= bar for name, bar in BARS.items()) else 1


def show(figures: dict[str, dict[str, float]]) -> None:
    """The figures as a table."""
    names = ("cpu_percent", "seconds", "stall_p999_ms", "busy_p999_ms", "key_p50_ms", "key_p99_ms", "grown_mb")
    print(f"{'side':<17}" + "".join(f"{name:>15}" for name in names))
    for side in (name for name in figures if name != "bars"):
        print(f"{side:<17}" + "".join(f"{figures[side][name]:>15.2f}" for name in names))
    for name, bar in BARS.items():
        value = figures["bars"][name]
        print(f"{name:<16}{value:>8.2f}   bar {bar:g}   {'met' if value <= bar else 'MISSED'}")


if __name__ == "__main__":
    sys.exit(main())
