"""``critloop`` and ``python -m critloop``."""

import sys


def main() -> None:
    """Run the command line. ``--version`` alone is answered before anything else is imported."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from critloop import __version__  # noqa: PLC0415 - keeps this path free of all else

        sys.stdout.write(f"critloop {__version__}\n")
        return
    from critloop.cli.errors import guarded  # noqa: PLC0415 - the same

    sys.exit(guarded(arguments))


if __name__ == "__main__":
    main()
