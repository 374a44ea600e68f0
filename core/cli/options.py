"""Options that several verbs share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from msgspec import Struct, structs

from larder.core.errors import UserFacingError
from larder.core.requests.options import Flag, WorkspaceOptions
from larder.core.workspace.roots import parse_map

Verbose = Annotated[bool, typer.Option(
    "--verbose", "-v", help="Show more: content hashes, names of cached files.")]
EvenIfDamaged = Annotated[bool, typer.Option(
    "--even-if-damaged",
    help="Continue although an index is damaged: what can be read goes into a new one, and the "
    "damaged file is kept for undo.")]
Out = Annotated[Path | None, typer.Option(
    "--out", help="Save the plan to this file; `larder apply` carries it out.")]
Apply = Annotated[bool, typer.Option(
    "--apply", help="Do it; without this, only the plan is shown.")]


def _one_form(context: typer.Context, asked: bool) -> bool:
    """Let one program read what is printed, not two.

    Raises:
        UserFacingError: if both forms are asked for.
    """
    if asked and any(context.params.get(name) for name in ("json", "csv")):
        raise UserFacingError(
            "--json and --csv exclude one another.",
            "--json prints the whole document, --csv its table.")
    return asked


Json = Annotated[bool, typer.Option(
    "--json", callback=_one_form, help="Print one JSON document on stdout.")]
Csv = Annotated[bool, typer.Option(
    "--csv", callback=_one_form,
    help="Print the table as CSV on stdout: bare numbers, bytes and seconds.")]


def refuse_csv(*, csv: bool, apply: bool) -> None:
    """Refuse --csv together with --apply: there is no table of what was done.

    Raises:
        UserFacingError: if one is asked for.
    """
    if csv and apply:
        raise UserFacingError(
            "--csv prints what a plan would do, but --apply does it.",
            "Leave one of them out, or use --json.")


def verb(
    kind: type[Struct], *others: type[Struct], without: Collection[str] = (),
    order: Sequence[str] = (), choose: Callable[[dict[str, Any]], Struct] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a verb of a function of a request's options and of what only the command line has.

    The verb's options are those fields of `kind` that have a `Flag`, and the function's own
    parameters, of one that is a struct its fields: arguments first, then what the request has of
    its own, what the function has, and what every workspace has.

    Args:
        kind: of the options.
        others: further kinds, one of which it may be instead.
        without: fields that this verb does not offer.
        order: what the help lists before the rest, where it lists it otherwise than as above.
        choose: makes the options of what was given, where there are several kinds.
    """
    fields = _fields_of((kind, *others), without)

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own: list[inspect.Parameter] = []
        parted: dict[str, tuple[type[Struct], dict[str, _Field]]] = {}
        for parameter in [*inspect.signature(function, eval_str=True).parameters.values()][1:]:
            of = parameter.annotation
            if isinstance(of, type) and issubclass(of, Struct):
                parted[parameter.name] = of, _fields_of((of,), without)
                own += (field.parameter() for field in parted[parameter.name][1].values())
            else:
                own.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))

        @functools.wraps(function)
        def run(**given: Any) -> None:
            values = _values(fields, given)
            more = {name: of(**_values(parts, given)) for name, (of, parts) in parted.items()}
            function(kind(**values) if choose is None else choose({
                name: value for name, value in values.items()
                if not (value is None or value is False or value == ())}), **more, **given)

        shared = set(WorkspaceOptions.__struct_fields__)
        made = {name: of.parameter() for name, of in fields.items()}
        parameters = [
            *(made[name] for name, of in fields.items() if not of.flag.name),
            *(made[name] for name, of in fields.items() if of.flag.name and name not in shared),
            *(parameter for parameter in own if parameter.name not in ("json", "csv")),
            *(made[name] for name, of in fields.items() if of.flag.name and name in shared),
            *(parameter for parameter in own if parameter.name in ("json", "csv"))]
        places = {name: place for place, name in enumerate(order)}
        parameters.sort(key=lambda parameter: places.get(parameter.name, len(places)))
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def _fields_of(
    kinds: Sequence[type[Struct]], without: Collection[str]
) -> dict[str, _Field]:
    """Those that have a flag, each once."""
    fields: dict[str, _Field] = {}
    for one in kinds:
        hints = get_type_hints(one, include_extras=True)
        for field in structs.fields(one):
            flag = next((of for of in getattr(hints[field.name], "__metadata__", ())
                         if isinstance(of, Flag)), None)
            if flag is not None and field.name not in without and field.name not in fields:
                is_of_all = all(field.name in other.__struct_fields__ for other in kinds)
                fields[field.name] = _Field(field, flag, hints[field.name], is_of_all)
    return fields


def _values(fields: Mapping[str, _Field], given: dict[str, Any]) -> dict[str, Any]:
    """Takes what fields are given out of all that is."""
    return {name: of.value(given.pop(name)) for name, of in fields.items()}


class _Field(Struct, frozen=True):
    """A field of a request and its flag; one that not all kinds have may always be left out."""

    field: structs.FieldInfo
    flag: Flag
    hint: Any
    is_of_all: bool

    def parameter(self) -> inspect.Parameter:
        """Return the parameter that typer makes an option or an argument of."""
        field, flag = self.field, self.flag
        plain = str | None if flag.is_text else get_args(self.hint)[0]
        is_list, is_required = get_origin(plain) is tuple, field.required and self.is_of_all
        if not self.is_of_all and plain is not bool:
            plain, default = (plain if is_list else plain | None), None
        else:
            default = None if is_list else field.default
        shown: dict[str, Any] = {
            "help": flag.help, "metavar": flag.metavar, "show_default": not is_required}
        how = (typer.Option(flag.name, min=flag.least, **shown) if flag.name
               else typer.Argument(**shown))
        return inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if is_required else default,
            annotation=Annotated[list[str] | None if is_list else plain, how])

    def value(self, given: Any) -> Any:
        """Return the value of a request's field for the value that the verb was given.

        Raises:
            WorkspaceError: if a map is not OLD=NEW.
        """
        if self.field.name == "maps":
            parsed = [parse_map(text) for text in given or ()]
            return tuple((one.old, one.new) for one in parsed)
        return tuple(given or ()) if self.field.default == () else given
