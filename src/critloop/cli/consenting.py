"""Words that should not reach a role, shown before a run goes on with them."""

import sys
from collections.abc import Sequence

from critloop.cli.telling import tell
from critloop.model.errors import UsageProblem
from critloop.prompting.linting.flags import Flag


def consent(flags: Sequence[Flag], *, yes: bool) -> None:
    """Show what is flagged, and ask whether to go on with it; ``yes`` answers beforehand.

    Raises:
        UsageProblem: The answer is no, or there is nobody to ask.
    """
    if not flags:
        return
    for flag in flags:
        quote = f"“{flag.quote}”: " if flag.quote else ""
        tell(f"{flag.where}:{flag.line}: {quote}{flag.why}", flag.remedy)
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageProblem("these words would sway a role, and there is nobody to ask", "reword them, or add --yes")
    print("go on with these words? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
        raise UsageProblem("nothing was started", "reword what is flagged")
