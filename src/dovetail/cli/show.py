"""`dovetail show`: the program as Dovetail reads it."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from dovetail import api
from dovetail.cli import options
from dovetail.cli.failures import Status, guarded
from dovetail.cli.terminal import say
from dovetail.frontend.errors import InputError


def command(
    files: options.Files,
    dot: Annotated[bool, typer.Option("--dot", help="As a Graphviz graph.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As a JSON document.")] = False,
    properties: options.Properties = None,
    function: options.Function = None,
    api_flag: options.ApiFlag = False,
    api_functions: options.ApiFunctions = None,
    api_init: options.ApiInit = None,
    data_model: options.DataModelOption = None,
    flags: options.Flags = None,
    compile_commands: options.CompileCommands = None,
    svcomp: options.SvComp = False,
    externals: options.Externals = options.ExternalsChoice.ANY,
    malloc_may_fail: options.MallocMayFail = False,
) -> None:
    """Show the program as Dovetail reads it: procedures, edges, checks, assumptions."""

    def work() -> Status:
        if dot and as_json:
            raise InputError("--dot and --json exclude each other")
        shown = api.show(
            files,
            properties=properties or (),
            function=function,
            api=options.api_functions(api_flag, api_functions),
            api_init=api_init,
            data_model=data_model,
            flags=flags or (),
            compile_commands=compile_commands,
            svcomp=svcomp,
            externals=externals.value,
            malloc_may_fail=malloc_may_fail,
        )
        if dot:
            say(shown.dot)
        elif as_json:
            print(json.dumps(shown.document, indent=1, ensure_ascii=False))
        else:
            say(shown.text)
        return Status.FINE

    raise typer.Exit(guarded(work, files))
