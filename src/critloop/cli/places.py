"""Where the current project is. Imports nothing, so that the dashboard's first frame needn't wait."""

from pathlib import Path


def repository(folder: Path) -> Path | None:
    """The top of the repository around a folder; None outside of any."""
    resolved = folder.resolve()
    return next((place for place in (resolved, *resolved.parents) if (place / ".git").exists()), None)


def project(folder: Path) -> Path:
    """The top of the repository around a folder, or the folder itself."""
    return repository(folder) or folder.resolve()
