"""Loading: files and options in, a Program and what the native runner needs out."""

from __future__ import annotations

import difflib
import gc
from collections.abc import Iterator, Sequence
from pathlib import Path

from dovetail.frontend.assigned import framed
from dovetail.frontend.clang import Preprocessed, includes_own, stands_in
from dovetail.frontend.client import Api, Client
from dovetail.frontend.compile_commands import NO_BUILD, Build
from dovetail.frontend.completed import Completed, Start, completed, outside_text
from dovetail.frontend.entry import Entry
from dovetail.frontend.errors import InputError
from dovetail.frontend.externals import calls_matter, loses_types, makes_numbers
from dovetail.frontend.file_local import with_local_names
from dovetail.frontend.flags import Flags
from dovetail.frontend.float_views import NAN_BITS, float_bits_seen
from dovetail.frontend.library.left_open import facts_of_the_compiler, facts_of_the_headers, lines_differ
from dovetail.frontend.linkage import Conventions, Properties
from dovetail.frontend.linker import Linker
from dovetail.frontend.native_copy import NativeCopy, native_copy
from dovetail.frontend.nesting import with_room
from dovetail.frontend.paths import MAX_READ, ReadFile, contents, named, require_plain
from dovetail.frontend.probes import Probed, Probing, SourcePredicate, probed
from dovetail.frontend.properties import (
    FURTHER,
    LABEL,
    MEMSAFETY,
    is_property_file,
    parse_property,
    parse_task,
    settled,
)
from dovetail.frontend.reading import data_model, read_files, require_agreement, require_readable
from dovetail.frontend.restrictions import judged
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Assumption, Program, Vanished
from dovetail.program.position import NOWHERE
from dovetail.program.targets import TargetInfo, target_idents
from dovetail.program.types import DataModel, Target
from dovetail.quick_dataclass import dataclass

ANY, PURE = "any", "pure"
EXTERNALS = (ANY, PURE)
"""What functions without a body may be taken to do."""
ABOUT_LEAKS = frozenset({MEMSAFETY, "valid-memtrack", "valid-memcleanup"})


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to read a program. `function` is an entry other than main, called with arbitrary arguments; with
    `api` the program is a module under its most general client."""

    properties: tuple[str, ...] = ("unreach-call",)
    data_model: DataModel | None = None
    function: str | None = None
    build: Build = NO_BUILD
    api: Api | None = None
    svcomp: bool = False
    """Are the conventions of SV-COMP the user's word? They are with a task file or a property file."""
    probing: Probing | None = None
    """For tests: the targets that the program is to have."""
    whole: bool = False
    """To be looked at: without a `main`, all functions are there, and it starts nowhere."""
    externals: str = ANY
    """What functions without a body do: `any`thing that they could, or only return a value (`pure`)."""
    malloc_may_fail: bool = False
    by_contract: tuple[str, ...] | None = None
    """With a `function`: whose contracts stand for them; without, of all that have one."""
    contracts: tuple[Path, ...] = ()
    """Files with contracts of functions (`contract_files`)."""
    as_named: bool = False
    """Are the files C files, whatever they are called, and the properties names? So it is with what evidence
    is about: a task file, or a property file, would stand for others that nobody has hashed."""


@dataclass(frozen=True, slots=True)
class Loaded:
    program: Program
    native: NativeCopy
    data_model: DataModel
    properties: frozenset[str]
    targets: tuple[TargetInfo, ...] = ()
    """Those that are in the program, if it was read with probes."""
    unreached_targets: int = 0
    """So many more are where no path of the program's control flow leads, or are the other side of a
    condition that is a constant."""
    predicates: tuple[SourcePredicate, ...] = ()
    """If it was read with probes: the conditions of its text that only read variables."""
    no_predicates: tuple[str, ...] = ()
    """What `dovetail_predicate` asks for, and does more than that."""
    client: Client | None = None
    """That of the module, if it was read as one."""
    entry: Entry | None = None
    """With --function: the call that is made up."""
    svcomp: bool = False
    externals: str = ANY
    malloc_may_fail: bool = False
    by_contract: tuple[str, ...] | None = None
    contracts: tuple[Path, ...] = ()
    sources: tuple[ReadFile, ...] = ()
    """The files that were given, with what was in them when they were read."""
    headers: tuple[ReadFile, ...] = ()
    """What else went into the text, but for Dovetail's own header files, in the order in which it was
    read."""
    flags: tuple[Flags, ...] = ()
    """Those of each file."""


def load(files: Sequence[Path | str], options: LoadOptions | None = None) -> Loaded:
    """Read C files (or one SV-COMP task file) into a Program. Raises `InputError` for bad input."""
    # The trees are large, and live until the end: the collector would go over them again and again, and find
    # nothing.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return with_room(lambda: _load(files, options or LoadOptions()))
    finally:
        if collecting:
            gc.enable()


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a task file stands for, or the options."""

    paths: list[Path]
    properties: list[str]
    """As they are written: names, or files."""
    model: DataModel | None
    svcomp: bool


def _asked(files: Sequence[Path | str], options: LoadOptions) -> _Asked:
    paths = [Path(file) for file in files]
    written = list(options.properties)
    model, svcomp = options.data_model, options.svcomp
    if len(paths) == 1 and paths[0].suffix in (".yml", ".yaml") and not options.as_named:
        require_readable(paths[0])
        task = parse_task(paths[0])
        paths = list(task.files)
        svcomp = True
        if task.property_file is not None and options.properties == ("unreach-call",):
            written = [str(task.property_file)]
        if model is None and task.data_model in ("ILP32", "LP64"):
            model = DataModel(task.data_model)
    return _Asked(paths, written, model, svcomp or any(is_property_file(name) for name in written))


def _load(files: Sequence[Path | str], options: LoadOptions) -> Loaded:
    asked = _asked(files, options)
    paths, svcomp = asked.paths, asked.svcomp
    for path in paths:
        require_plain(path)
    flags, said_of_flags = options.build.of_files(paths)
    target = Target(data_model(asked.model, flags, paths))
    properties = settled(frozenset[str]().union(*(parse_property(name) for name in asked.properties)))
    if not paths:
        raise InputError("no file was given")
    require_agreement(flags, paths, properties)
    read = read_files(paths, flags, target, options.contracts, annotations=not svcomp)
    if options.function is not None and options.api is not None:
        raise InputError("--function and --api exclude each other: an entry is one function, or any client")
    if options.whole and options.api is None and options.function is None:
        if not any("main" in unit.functions for unit in read.units):
            return _whole(read.units, target, properties, svcomp)
    if options.api is None:
        _require(options.function or "main", read.units, explicit=options.function is not None)
    units, stand_ins = with_local_names(read.units, target)
    found = Probed(units, (), (), ())
    if options.probing is not None:
        found = probed(units, options.probing, target)
    linked = _linked(found.units, target, options, properties, svcomp)
    program = linked.program
    said = [
        Assumption(NOWHERE, text) for text in (*said_of_flags, *_replaced(read.texts, flags, target.model))
    ]
    said += [*stand_ins, *_taken_for_granted(linked, found.units, read.texts)]
    program.assumptions = tuple(sorted((*program.assumptions, *said)))
    idents = target_idents(program)
    targets = tuple(info for info in found.targets if info.ident in idents)
    return Loaded(
        program,
        native_copy(program, linked.linker, linked.files.units, linked.files.called),
        *(target.model, properties, targets, len(found.targets) - len(targets)),
        *(found.predicates, found.no_predicates),
        client=linked.files.client,
        entry=linked.files.wrapper,
        svcomp=svcomp,
        externals=options.externals,
        malloc_may_fail=options.malloc_may_fail,
        by_contract=options.by_contract,
        contracts=options.contracts,
        sources=read.sources,
        headers=read.headers,
        flags=flags,
    )


@dataclass(frozen=True, slots=True)
class _Linked:
    """A program, and what it was made of."""

    program: Program
    linker: Linker
    files: Completed


def _linked(
    units: list[TranslationUnit],
    target: Target,
    options: LoadOptions,
    properties: frozenset[str],
    svcomp: bool,
) -> _Linked:
    pure = svcomp or options.externals == PURE
    start = Start(options.function, options.api, options.by_contract, svcomp=svcomp)
    forgets = not properties.isdisjoint(ABOUT_LEAKS)
    outside = outside_text(units, start, target, pure=pure, forgets=forgets)
    files = completed(units, start, target, outside)
    beyond = files.outside
    # What a client holds is the client's, and clients lose what they like.
    wanted = _wanted(properties, leaks=options.api is None)
    conventions = Conventions(
        svcomp=svcomp,
        callbacks=files.callbacks.handed_in,
        nulled=files.callbacks.nulled,
        part=options.api is not None,
        pure=pure,
        outside=None if pure else beyond.functions,
        calls_matter=not pure and calls_matter(units, files.entry),
        unfollowed=beyond.wrote_pointers or (beyond.functions is not None and loses_types(units)),
        addresses_as_numbers=not pure and makes_numbers(units),
        left_constants=beyond.left_constants,
        malloc_may_fail=options.malloc_may_fail,
    )
    linker = Linker(files.units, target, wanted, conventions)
    program = linker.link(files.called, files.entry)
    if linker.error_labels and wanted.reachability and not linker.checks and not svcomp:
        # Old programs have no other word for an error; to say that nothing can fail would be vacuous.
        text = "nothing but a label ERROR may say what an error is: with --property unreach-label it does"
        program.vanished = (*program.vanished, Vanished(linker.error_labels[0], text))
    if files.wrapper is not None and files.wrapper.unit and not files.wrapper.free:
        framed(program, files.entry, files.wrapper, linker.new_check)
    program.user_entry = files.entry
    program.properties = tuple(sorted(properties))
    return _Linked(program, linker, files)


def _taken_for_granted(
    linked: _Linked, units: Sequence[TranslationUnit], texts: Sequence[Preprocessed]
) -> Iterator[Assumption]:
    """What is assumed of the whole program, beside what linking says."""
    program, linker = linked.program, linked.linker
    model = program.target.model
    yield from _left_open(texts, model)
    if any("malloc" in unit.functions and not unit.is_static("malloc") for unit in units):
        text = "functions of the library call the program's own malloc only for blocks that they return"
        yield Assumption(NOWHERE, text)
    if (seen := float_bits_seen(units, model)) and not any(a.text == NAN_BITS for a in program.assumptions):
        yield Assumption(seen, NAN_BITS)
    if (
        linked.files.client is not None
        and linker.heap_used
        and not ABOUT_LEAKS.isdisjoint(program.properties)
    ):
        text = "memory that is lost is not looked for: it may be the client that has lost it"
        yield Assumption(NOWHERE, text)
    yield from judged(linked.files.sentences, program, linker.parameters(linked.files.calls))


def _whole(units: list[TranslationUnit], target: Target, properties: frozenset[str], svcomp: bool) -> Loaded:
    linker = Linker(units, target, _wanted(properties, leaks=False), Conventions(svcomp=svcomp, part=True))
    program = linker.link_whole()
    program.properties = tuple(sorted(properties))
    native = NativeCopy((), "", units[0].standard, program.entry)
    return Loaded(program, native, target.model, properties)


def _wanted(properties: frozenset[str], *, leaks: bool) -> Properties:
    return Properties(
        reachability=not properties.isdisjoint({"unreach-call", LABEL}),
        labels=LABEL in properties,
        overflow="no-overflow" in properties,
        deref=not properties.isdisjoint({MEMSAFETY, "valid-deref"}),
        free=not properties.isdisjoint({MEMSAFETY, "valid-free"}),
        leaks=leaks and not properties.isdisjoint({MEMSAFETY, "valid-memtrack"}),
        cleanup=leaks and "valid-memcleanup" in properties,
        **{field: name in properties for name, field in FURTHER.items()},
    )


def _left_open(texts: Sequence[Preprocessed], model: DataModel) -> Iterator[Assumption]:
    """What the program mentions of the types and numbers that C leaves to each library or compiler."""
    written = [[_text_of(file) for file in text.read] for text in texts]
    including = [files for text, files in zip(texts, written, strict=True) if includes_own(text.text, model)]
    if own := facts_of_the_headers((one for files in including for one in files), model):
        said = f"{', '.join(own)}: as the header files of Dovetail's own C library have it; others differ"
        yield Assumption(NOWHERE, said)
    if own := facts_of_the_compiler([one for files in written for one in files], model):
        yield Assumption(NOWHERE, f"{', '.join(own)}: as clang has it; other compilers differ")
    if any(map(lines_differ, written)):
        text = "__LINE__ in a macro that is called over several lines is the last of them, as clang has it"
        yield Assumption(NOWHERE, text)


def _text_of(file: ReadFile) -> str:
    return contents(file.path, MAX_READ).decode("latin-1")


def _replaced(texts: Sequence[Preprocessed], flags: Sequence[Flags], model: DataModel) -> list[str]:
    """Header files of the user's that are read instead of Dovetail's own: the user's word, and said."""
    found = {}
    for text, given in zip(texts, flags, strict=True):
        for file in text.read[1:]:
            if (own := stands_in(file.path, given.replacing, model)) is not None:
                found[file.path] = f"{named(file.path)} is read instead of <{own}> of Dovetail's own"
    return list(found.values())


def _require(entry: str, units: list[TranslationUnit], *, explicit: bool) -> None:
    names = [node.name for unit in units for node in unit.own_functions()]
    defining = [unit for unit in units if entry in unit.functions]
    places = {unit.source.position(unit.functions[entry].offset) for unit in defining}
    if explicit and len(places) > 1 and any(unit.is_static(entry) for unit in defining):
        files = " and ".join(unit.source.name for unit in defining)
        raise InputError(f"there is a function '{entry}' in {files}: check one of these files at a time")
    if defining:
        return
    if not explicit:
        hint = f" (it defines {', '.join(sorted(names)[:5])})" if names else ""
        files = ", ".join(unit.source.name for unit in units)
        raise InputError(
            f"{files}: there is no function 'main'{hint}; name another entry with --function, "
            "or check a module with --api"
        )
    near = difflib.get_close_matches(entry, names, 1, 0.4)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise InputError(f"there is no function '{entry}' with a body{hint}")
