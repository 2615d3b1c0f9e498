"""Hypothesis strategies for every event that the model knows, with every field filled."""

import types
from typing import Any, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from critloop.model.events import Event

# Surrogates too: a reply can end in the middle of an emoji.
TEXT = st.text(alphabet=st.characters(), max_size=12)
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
WHOLE = st.integers(min_value=-(2**53), max_value=2**53)


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type."""
    simple = {str: TEXT, float: NUMBER, int: WHOLE}
    if annotation in simple:
        return simple[annotation]
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return models(annotation)
    return _composed(annotation)


def models(model: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Instances of a model with every field filled."""
    return st.builds(model, **{field.name: values(field.type) for field in msgspec.structs.fields(model)})


def events() -> st.SearchStrategy[Event]:
    """Any event."""
    return st.one_of([models(event) for event in get_args(Event)])


def _composed(annotation: Any) -> st.SearchStrategy[Any]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return st.one_of([values(item) for item in arguments])
    if origin is tuple:
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    if origin is dict:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=2)
    return st.from_type(annotation)
