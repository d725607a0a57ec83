"""Contracts for the functions of files: the work behind `dovetail infer`, callees first."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from dovetail.asking.asked import InferOptions
from dovetail.asking.reading import Reading
from dovetail.evidence.whole_files import put_text
from dovetail.frontend.errors import InputError
from dovetail.frontend.flags import Flags
from dovetail.frontend.reading import data_model, read_files
from dovetail.frontend.syntax import Node, callee_name
from dovetail.frontend.units import TranslationUnit
from dovetail.inferring.inferred import Inferred, InferredFunction
from dovetail.inferring.needs import Uses, uses_of
from dovetail.inferring.rounds import Asked, Rounds
from dovetail.inferring.written import all_contracts
from dovetail.program.types import Target
from dovetail.report.output_folder import NotOurs, RunFolder

PROPERTIES = ("unreach-call", "valid-deref", "no-overflow")
"""What is checked unless told otherwise."""


def infer_files(
    reading: Reading,
    options: InferOptions,
    tell: Callable[[InferredFunction], None] = lambda found: None,
) -> Inferred:
    """Raises InputError. What is known of a function is told as it becomes known."""
    started = time.monotonic()
    asked = reading.options
    paths = list(reading.paths)
    flags, _ = asked.build.of_files(paths)
    target = Target(data_model(asked.data_model, flags, paths))
    reading = _with_properties(reading, flags)
    units = read_files(paths, flags, target).units
    try:
        folder = RunFolder(options.out, paths[0].stem).home()
    except NotOurs as error:
        raise InputError(str(error)) from error
    wanted = _wanted(units, reading.function)
    work = Asked(replace(reading, function=None), options.seconds, options.memory, options.seed, folder)
    known: dict[str, Uses] = {}
    found: list[InferredFunction] = []
    for unit, node in _callees_first(units):
        known[node.name] = uses_of(unit, node, known)
        if node.name in wanted:
            names = {name: list(uses.parameters) for name, uses in known.items()}
            callees = {one.name: one for one in found}
            one = Rounds(work, unit, known[node.name], target, callees, names).result()
            one = replace(one, calls=tuple(_calls(units, node.name)))
            found.append(one)
            tell(one)
    contracts = folder / "contracts.h"
    put_text(contracts, all_contracts(found))
    elapsed = time.monotonic() - started
    files = tuple(map(str, paths))
    return Inferred(files, tuple(reading.properties), tuple(found), str(contracts), elapsed)


def _with_properties(reading: Reading, flags: tuple[Flags, ...]) -> Reading:
    """Where overflow is what the program wants, it is not asked about."""
    if reading.properties:
        return reading
    wraps = any(one.wrapv for one in flags)
    return replace(reading, properties=[one for one in PROPERTIES if not (wraps and one == "no-overflow")])


def _wanted(units: list[TranslationUnit], function: str | None) -> list[str]:
    names = [node.name for unit in units for node in unit.own_functions() if node.name != "main"]
    if function is None:
        if not names:
            raise InputError("there is no function in these files that others could call")
        return names
    if function not in names:
        near = difflib.get_close_matches(function, names, 1, 0.4)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise InputError(f"there is no function '{function}' with a body{hint}")
    return [function]


def _callees_first(units: list[TranslationUnit]) -> Iterator[tuple[TranslationUnit, Node]]:
    """Each function behind those that it calls, as far as they do not call each other."""
    nodes = {node.name: (unit, node) for unit in units for node in unit.own_functions()}
    done: set[str] = set()
    for name in nodes:
        stack = [(name, False)]
        while stack:
            here, behind = stack.pop()
            if behind:
                yield nodes[here]
            elif here not in done:
                done.add(here)
                stack.append((here, True))
                called = {callee_name(one) for one in nodes[here][1].walk() if one.kind == "CallExpr"}
                stack += [(one, False) for one in sorted(called, reverse=True) if one in nodes]


def _calls(units: list[TranslationUnit], name: str) -> Iterator[str]:
    """What callers in these files hand in: evidence for who reads the proposal."""
    found = 0
    for unit in units:
        for node in unit.tree.walk():
            if node.kind == "CallExpr" and callee_name(node) == name and found < 3:
                found += 1
                position = unit.source.position(node.offset)
                text = " ".join(unit.source.slice(node.offset, node.end).split())
                yield f"{Path(position.file).name}:{position.line}: {text}"
