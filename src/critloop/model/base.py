"""The base of every value in critloop."""

from collections.abc import Mapping
from typing import Any, Self, dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class FrozenMeta(msgspec.StructMeta):
    """Makes every value frozen and its fields named, for Python and for type checkers alike."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:  # noqa: ANN401, D102 - a metaclass passes on what it gets
        return super().__new__(cls, name, bases, namespace, **({"frozen": True, "kw_only": True} | options))


class Frozen(msgspec.Struct, metaclass=FrozenMeta, forbid_unknown_fields=True):
    """An immutable value that is written to JSON and read back without loss.

    Types are held where values come from outside (``msgspec.json.decode``, ``msgspec.convert``), and
    unknown fields are refused there: a misspelt field in a journal, a replay file or a decision is
    an error and not a silent default.
    """

    def but(self, changes: Mapping[str, Any]) -> Self:
        """The same value with some fields changed."""
        return msgspec.structs.replace(self, **changes)
