"""What all events share."""

from typing import ClassVar

from critloop.model.base import Frozen


def _kind(name: str) -> str:
    """``RunCreated`` to ``run_created``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class BaseEvent(Frozen, tag_field="kind", tag=_kind):
    """What all events share. In JSON, ``kind`` names the class."""

    durable: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The name of the event in data, such as ``run_created``."""
        return str(self.__struct_config__.tag)


class UnitFact(BaseEvent):
    """What is known of that which is judged; told in one way everywhere."""


class ChainFact(BaseEvent):
    """What is known of a chain's links; told in one way everywhere."""
