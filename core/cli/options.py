"""Options that several verbs share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import typer
from msgspec import Struct, structs

from larder.core.requests.options import Flag, WorkspaceOptions
from larder.core.workspace.roots import parse_map

Options = TypeVar("Options", bound=Struct)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
EvenIfBusy = Annotated[bool, typer.Option(
    "--even-if-busy", help="Go on although a trainer seems to be at work.")]
EVEN_IF_DAMAGED = (
    "Go on although an index cannot be read whole: what can be read goes into a new one, and the "
    "damaged file is kept for an undo.")
EvenIfDamaged = Annotated[bool, typer.Option("--even-if-damaged", help=EVEN_IF_DAMAGED)]
Delete = Annotated[bool, typer.Option(
    "--delete", help="Free the space at once; there is no undo then.")]
Out = Annotated[Path | None, typer.Option(
    "--out", help="Save the plan to this file; `larder apply` carries it out.")]
Apply = Annotated[bool, typer.Option("--apply", help="Do it; without this only the plan is shown.")]


def verb(
    kind: type[Options], *, without: Collection[str] = (), order: Sequence[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a verb of a function of a request's options and of what only the command line has.

    The verb's options are those fields of `kind` that have a `Flag`, and the function's own
    parameters: arguments first, then what the request has of its own, what the function has, and
    what every workspace has.

    Args:
        kind: of the options.
        without: fields that this verb does not offer.
        order: what the help lists before the rest, where it lists it otherwise than as above.
    """
    hints = get_type_hints(kind, include_extras=True)
    fields = {
        field.name: (field, flag) for field in structs.fields(kind) if field.name not in without
        for flag in getattr(hints[field.name], "__metadata__", ()) if isinstance(flag, Flag)}

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def run(**given: Any) -> None:
            options = kind(**{
                name: _value(name, field, given.pop(name))
                for name, (field, _) in fields.items()})
            function(options, **given)

        own = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in
               inspect.signature(function, eval_str=True).parameters.values()][1:]
        shared = set(WorkspaceOptions.__struct_fields__)
        made = {name: _parameter(field, flag, hints[name])
                for name, (field, flag) in fields.items()}
        parameters = [
            *(made[name] for name, (_, flag) in fields.items() if not flag.name),
            *(made[name] for name, (_, flag) in fields.items() if flag.name and name not in shared),
            *(parameter for parameter in own if parameter.name != "json"),
            *(made[name] for name, (_, flag) in fields.items() if flag.name and name in shared),
            *(parameter for parameter in own if parameter.name == "json")]
        places = {name: place for place, name in enumerate(order)}
        parameters.sort(key=lambda parameter: places.get(parameter.name, len(places)))
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def _parameter(field: structs.FieldInfo, flag: Flag, hint: Any) -> inspect.Parameter:
    """What typer makes an option or an argument of."""
    plain = get_args(hint)[0]
    is_list = get_origin(plain) is tuple
    default: Any = ... if field.required else None if is_list else field.default
    shown: dict[str, Any] = {
        "help": flag.help, "metavar": flag.metavar, "show_default": not field.required}
    how = (typer.Option(flag.name, min=flag.least, **shown) if flag.name
           else typer.Argument(**shown))
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if field.required else default,
        annotation=Annotated[list[str] | None if is_list else plain, how])


def _value(name: str, field: structs.FieldInfo, given: Any) -> Any:
    """What a request has for what the verb was given.

    Raises:
        WorkspaceError: if a map is not OLD=NEW.
    """
    if name == "maps":
        parsed = [parse_map(text) for text in given or ()]
        return tuple((one.old, one.new) for one in parsed)
    return tuple(given or ()) if field.default == () else given
