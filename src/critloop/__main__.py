"""``critloop`` and ``python -m critloop``."""

import os
import sys


def main() -> None:
    """Run the command line. ``--version`` alone is answered before anything else is imported."""
    _open_streams()
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from critloop import __version__  # noqa: PLC0415 - keeps this path free of all else

        sys.stdout.write(f"critloop {__version__}\n")
        return
    from critloop.cli.errors import guarded  # noqa: PLC0415 - the same

    sys.exit(guarded(arguments))


def _open_streams() -> None:
    """Whoever started this may have closed a standard stream; what is written to it then goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - open to the end


if __name__ == "__main__":
    main()
