"""All settings in effect, and where each comes from."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self

import msgspec
import platformdirs

from critloop.config.layers import Layer, check_layer, dotted_keys, file_layer, flat_layer, merged
from critloop.config.roles import agent_before_model, check_models, role_entries
from critloop.config.tables import (
    CheckSettings,
    DiffSettings,
    LimitSettings,
    Loops,
    LoopSettings,
    PolishSettings,
    Roles,
    Table,
    UiSettings,
)
from critloop.model.errors import UsageProblem
from critloop.model.run import Limits

FILE = "critloop.toml"


class Settings(Table, dict=True):
    """All settings in effect."""

    roles: Roles = Roles()
    """Who does which role."""

    limits: LimitSettings = LimitSettings()
    """Limits of every run."""

    loops: Loops = Loops()
    """The loops."""

    checks: CheckSettings = CheckSettings()
    """The checks."""

    ui: UiSettings = UiSettings()
    """The dashboard."""

    @property
    def data(self) -> Path:
        """The folder of the store and the work copies: ``CRITLOOP_DATA``, or the platform's data folder."""
        data: Path | None = self.__dict__.get("data")
        return data or platformdirs.user_data_path("critloop", appauthor=False)

    @property
    def sources(self) -> dict[str, str]:
        """Where each set value comes from, by its dotted key; keys that are not in it have their default."""
        return dict(self.__dict__.get("sources", {}))

    def loop(self, name: str) -> LoopSettings | PolishSettings:
        """The settings of one loop.

        Raises:
            UsageProblem: There is no such loop.
        """
        if name not in Loops.__struct_fields__:
            raise UsageProblem(f"no loop is called {name!r}", f"loops: {', '.join(Loops.__struct_fields__)}")
        table: LoopSettings | PolishSettings = getattr(self.loops, name)
        return table

    def rereview_of(self, loop: str) -> Literal["full", "scoped"]:
        """How a loop looks again at what was fixed; an evaluator of polish always reads all."""
        table = self.loop(loop)
        return table.rereview if isinstance(table, LoopSettings) else "full"

    def limits_of(self, loop: str) -> Limits:
        """The limits that a new run of a loop gets."""
        table, limits = self.loop(loop), self.limits
        patch = {"max_patch": table.max_patch} if isinstance(table, DiffSettings) else {}
        return Limits(
            rounds=table.cap if isinstance(table, PolishSettings) else table.rounds,
            max_bytes=table.max_bytes,
            max_cost=limits.max_cost,
            max_tokens=limits.max_tokens,
            max_time=limits.max_time,
            turn_idle=limits.turn_idle,
            **patch,
        )

    @classmethod
    def load(
        cls,
        project: Path,
        *,
        environ: Mapping[str, str] | None = None,
        flags: Mapping[str, tuple[str, object]] | None = None,
    ) -> Self:
        """The settings for a project: flags over environment over ``critloop.toml`` over the user's file.

        ``project`` is a folder; the nearest ``critloop.toml`` in it or above it counts. ``flags`` maps
        a dotted key to the flag's name and value; None as a value means not given.

        Raises:
            UsageProblem: A file can't be read, a key is unknown, or a value is of the wrong kind.
        """
        environ = os.environ if environ is None else environ
        layers = [
            *(file_layer(path) for path in (user_file(environ), project_file(project)) if path is not None),
            environment_layer(environ),
            flat_layer("command line", flags or {}),
        ]
        for layer in layers:
            check_layer(cls, layer)
        agent_before_model(layers)
        settings = msgspec.convert(merged(layers), cls)
        settings.__dict__["sources"] = sources_of(cls, layers)
        settings.__dict__["data"] = Path(environ["CRITLOOP_DATA"]).absolute() if environ.get("CRITLOOP_DATA") else None
        check_models(settings.roles, settings.sources)
        return settings


def project_file(folder: Path) -> Path | None:
    """The nearest ``critloop.toml`` in a folder or above it."""
    folder = folder.absolute()
    return next((path for place in (folder, *folder.parents) if (path := place / FILE).exists()), None)


def user_file(environ: Mapping[str, str]) -> Path | None:
    """The user's settings: the file that ``CRITLOOP_CONFIG`` names, or ``config.toml`` in the config folder.

    Raises:
        UsageProblem: ``CRITLOOP_CONFIG`` names a file that isn't there.
    """
    if named := environ.get("CRITLOOP_CONFIG"):
        path = Path(named).absolute()
        if not path.is_file():
            raise UsageProblem(f"CRITLOOP_CONFIG: no file {path}", "name a settings file, or unset it")
        return path
    path = platformdirs.user_config_path("critloop", appauthor=False) / "config.toml"
    return path if path.is_file() else None


def environment_layer(environ: Mapping[str, str]) -> Layer:
    """Maker and critic, where ``CRITLOOP_MAKER`` and ``CRITLOOP_CRITIC`` name them as the flags do."""
    return flat_layer(
        "environment",
        role_entries({f"CRITLOOP_{r.upper()}": environ.get(f"CRITLOOP_{r.upper()}") for r in ("maker", "critic")}),
    )


def sources_of(model: type[msgspec.Struct], layers: list[Layer]) -> dict[str, str]:
    """The place of the strongest source that sets each key."""
    sources: dict[str, str] = {}
    for layer in layers:
        for key in dotted_keys(model):
            value: object = layer.values
            for part in key.split("."):
                value = value.get(part) if isinstance(value, dict) else None
            if value is not None and not isinstance(value, dict):
                sources[key] = layer.place(key)
    return sources
