"""The base of every value in critloop."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """An immutable value that is written to JSON and read back without loss.

    Unknown fields are refused, so that a misspelt field in a journal, a replay file or a
    decision is an error and not a silent default.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants")
