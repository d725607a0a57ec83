"""How a command is called: what several of them are asked for is declared once, and made into one thing.

A parameter of a command whose annotation says `Made(by=FUNCTION)` stands for the parameters of that function:
on the command line there are those, at its place, and the command is given what the function makes of them.

What a function makes may be refused, and whatever a command does may go wrong: both are told in one place
(`failures`), and the command's status is that of the process.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, get_origin

import typer

from dovetail.cli import work_begins
from dovetail.cli.failures import Status, guarded
from dovetail.quick_dataclass import dataclass
from dovetail.report import output_folder


@dataclass(frozen=True, slots=True)
class Made:
    """What a command is given is made by a function, of what the user says."""

    by: Callable[..., Any]
    without: tuple[str, ...] = ()
    """Parameters of it that the command has not."""

    @property
    def parameters(self) -> list[inspect.Parameter]:
        all_ = inspect.signature(self.by, eval_str=True).parameters.values()
        return [one for one in all_ if one.name not in self.without]

    def made(self, said: Mapping[str, Any]) -> Any:
        return self.by(**{one.name: said[one.name] for one in self.parameters})


def command(*, last_line: str | None = None) -> Callable[[Callable[..., Status]], Callable[..., None]]:
    """Makes a command of a function. If its `last_line` means something, that is printed whatever happens,
    but for where all that is printed is a document."""

    def of(work: Callable[..., Status]) -> Callable[..., None]:
        parameters = inspect.signature(work, eval_str=True).parameters
        makers = {name: made for name, one in parameters.items() if (made := _made(one)) is not None}

        def called(**said: Any) -> None:
            def attempt() -> Status:
                work_begins()
                made = {name: maker.made(said) for name, maker in makers.items()}
                return work(**made, **{name: said[name] for name in parameters if name not in made})

            files = said["files"] if "files" in said else [said["evidence"]] if "evidence" in said else []
            otherwise = None if said.get("json_to") == "-" else last_line
            out = said.get("out") or output_folder.DEFAULT
            raise typer.Exit(guarded(attempt, files, last_line=otherwise, out=out))

        seen: list[inspect.Parameter] = []
        for name, one in parameters.items():
            seen += makers[name].parameters if name in makers else [one]
        keywords = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in seen]
        called.__signature__ = inspect.Signature(keywords)  # type: ignore[attr-defined]
        called.__doc__ = work.__doc__
        return called

    return of


def _made(parameter: inspect.Parameter) -> Made | None:
    metadata = getattr(parameter.annotation, "__metadata__", ()) if get_origin(parameter.annotation) else ()
    return next((one for one in metadata if isinstance(one, Made)), None)
