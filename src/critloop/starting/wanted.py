"""What somebody asks for: all that a command line, or a form, can say of a new run."""

import os
from pathlib import Path

from critloop.config import Settings
from critloop.config.roles import role_entries
from critloop.model.base import Frozen
from critloop.subjects import project_root


class Wanted(Frozen):
    """A new run as it is asked for; what is None or empty was not said.

    ``folder`` is absolute; relative paths are taken from it. ``subject`` is the file to judge or to
    create; ``text`` is the text itself where it has no file (polish). ``create`` is an instruction; a
    plan needs none, and has the empty one. ``review`` is the text of an existing review, ``arguments``
    what the skill is called with. ``rounds`` is ``cap`` in polish. ``kept`` are texts by the name of
    their file, which is not read then: what the run is held against was written down before.
    """

    loop: str
    folder: str
    subject: str | None = None
    text: str | None = None
    create: str | None = None
    skill: str | None = None
    arguments: str = ""
    spec: str | None = None
    sources: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    persona: str | None = None
    base: str | None = None
    head: str | None = None
    requirement: str | None = None
    plan: str | None = None
    task: str | None = None
    constraints: str | None = None
    evidence: str | None = None
    goal: str = ""
    criteria: str | None = None
    threshold: str | None = None
    review: str | None = None
    maker: str | None = None
    critic: str | None = None
    rounds: int | None = None
    rereview: str | None = None
    max_cost: float | None = None
    max_tokens: int | None = None
    max_time: str | None = None
    keep_branch: bool = False
    kept: dict[str, str] = {}

    def path(self, name: str) -> Path:
        """A path of the request, absolute and otherwise as it was written."""
        return Path(self.folder) / Path(name).expanduser()

    @property
    def root(self) -> Path:
        """The project: that of the subject, or else of the folder."""
        if self.subject is None:
            return project_root(Path(self.folder) / "any")
        return project_root(Path(os.path.realpath(self.path(self.subject))))

    def settings(self) -> Settings:
        """The settings of the project, under what is asked for.

        Raises:
            UsageProblem: A setting is wrong, or an agent that is asked for doesn't exist.
        """
        return Settings.load(self.root, flags=self._flags())

    def _flags(self) -> dict[str, tuple[str, object]]:
        """The settings that are asked for, by key, with the flag's name."""
        loop = f"loops.{self.loop}"
        persona = str(self.path(self.persona).resolve()) if self.persona else None
        limit = ("cap", "--cap") if self.loop == "polish" else ("rounds", "--rounds")
        return {
            **role_entries({"--maker": self.maker, "--critic": self.critic}),
            f"{loop}.{limit[0]}": (limit[1], self.rounds),
            f"{loop}.rereview": ("--rereview", self.rereview),
            f"{loop}.sources": ("--source", list(self.sources) or None),
            f"{loop}.related": ("--related", list(self.related) or None),
            f"{loop}.persona": ("--persona", persona),
            "limits.max_cost": ("--max-cost", self.max_cost),
            "limits.max_tokens": ("--max-tokens", self.max_tokens),
            "limits.max_time": ("--max-time", self.max_time),
        }
