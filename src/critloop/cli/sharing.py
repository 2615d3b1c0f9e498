"""Flags that several commands share, declared once and handed to each as one value."""

import inspect
from collections.abc import Callable, Collection
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar, get_type_hints

import typer

S = TypeVar("S")


def sharing(
    app: typer.Typer,
    shared: type[S],
    *,
    leave_out: Collection[str] = (),
    **options: Any,  # noqa: ANN401 - typer's own
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Declare a command whose first parameter takes the shared flags; ``leave_out`` names those it does not have.

    ``shared`` is a dataclass whose fields are annotated as the parameters of a command are, each with
    a default. ``options`` go to typer.
    """
    hints = get_type_hints(shared, include_extras=True)
    flags = {field.name: field for field in fields(shared) if field.name not in leave_out}  # type: ignore[arg-type]  # a dataclass

    def declare(function: Callable[..., int]) -> Callable[..., int]:
        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]

        def command(**given: Any) -> int:  # noqa: ANN401 - whatever the flags take
            values = shared(**{name: given.pop(name) for name in flags})
            return function(values, **given)

        parameters = [*own, *(_parameter(field, hints[field.name]) for field in flags.values())]
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what inspect looks for
        command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        command.__doc__, command.__name__ = function.__doc__, function.__name__
        app.command(**options)(command)
        return function

    return declare


def _parameter(field: "Field[Any]", hint: object) -> inspect.Parameter:
    if field.default is MISSING:
        raise TypeError(f"{field.name} needs a default")
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hint)
