"""Loading: files and options in, a Program and what the native runner needs out."""

from __future__ import annotations

import difflib
import gc
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dovetail.frontend.callees import Callees
from dovetail.frontend.clang import NEWEST, STANDARDS, Preprocessed, includes_own, preprocess, stands_in
from dovetail.frontend.client import CLIENT, Api, Client, client_for
from dovetail.frontend.command_line import COMMAND_LINE, MAIN, entry_for_main, looks_at_arguments
from dovetail.frontend.compile_commands import NO_BUILD, Build
from dovetail.frontend.entry import ENTRY, Entry, entry_for
from dovetail.frontend.errors import InputError
from dovetail.frontend.externals import calls_matter, externals, loses_types
from dovetail.frontend.flags import Flags
from dovetail.frontend.float_views import NAN_BITS, float_bits_seen
from dovetail.frontend.library.left_open import facts_of_the_compiler, facts_of_the_headers
from dovetail.frontend.linkage import Conventions, Properties
from dovetail.frontend.linker import Linker
from dovetail.frontend.made_up import NO_CALLBACKS, Callbacks
from dovetail.frontend.native_copy import NativeCopy, native_copy
from dovetail.frontend.nesting import with_room
from dovetail.frontend.outside import Outside, OutsideText
from dovetail.frontend.paths import ReadFile, named, operand, require_plain
from dovetail.frontend.probes import Probing, SourcePredicate, probed
from dovetail.frontend.properties import (
    LABEL,
    MEMSAFETY,
    is_property_file,
    parse_property,
    parse_task,
    settled,
)
from dovetail.frontend.restrictions import Sentence, judged
from dovetail.frontend.source import Source
from dovetail.frontend.spelling import OUTSIDE_FILE
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Assumption, Program, Vanished
from dovetail.program.position import NOWHERE
from dovetail.program.targets import TargetInfo, target_idents
from dovetail.program.types import DataModel, Target

ANY, PURE = "any", "pure"
EXTERNALS = (ANY, PURE)
"""What functions without a body may be taken to do."""
MAX_BYTES = 20_000_000
"""A larger file is refused: its syntax tree would not fit into memory."""


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
    sources: tuple[ReadFile, ...] = ()
    """The files that were given, with what was in them when they were read."""
    headers: tuple[ReadFile, ...] = ()
    """What else went into the text, but for Dovetail's own header files, in the order in which it was
    read."""
    flags: tuple[Flags, ...] = ()
    """Those of each file."""


OWN_NAMES = "__dovetail_"
"""What is put into the text for a native run begins like this; a program that did, too, would be another one
there."""


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


def _load(files: Sequence[Path | str], options: LoadOptions) -> Loaded:
    paths = [Path(file) for file in files]
    written = list(options.properties)
    model = options.data_model
    svcomp = options.svcomp
    if len(paths) == 1 and paths[0].suffix in (".yml", ".yaml") and not options.as_named:
        _readable(paths[0])
        task = parse_task(paths[0])
        paths = list(task.files)
        svcomp = True
        if task.property_file is not None and options.properties == ("unreach-call",):
            written = [str(task.property_file)]
        if model is None and task.data_model in ("ILP32", "LP64"):
            model = DataModel(task.data_model)
    svcomp = svcomp or any(is_property_file(name) for name in written)
    for path in paths:
        require_plain(path)
    flags, said_of_flags = options.build.of_files(paths)
    model = _data_model(model, flags, paths)
    properties = settled(frozenset[str]().union(*(parse_property(name) for name in written)))
    target = Target(model)
    if not paths:
        raise InputError("no file was given")
    _require_agreement(flags, paths, properties)
    read = [_unit(path, target, given, i) for i, (path, given) in enumerate(zip(paths, flags, strict=True))]
    texts = [text for text, _ in read]
    sources = tuple(text.read[0] for text in texts)
    headers = _headers(texts)
    units = [_require_own_names(unit) for _, unit in read]
    infos: tuple[TargetInfo, ...] = ()
    predicates: tuple[SourcePredicate, ...] = ()
    no_predicates: tuple[str, ...] = ()
    if options.function is not None and options.api is not None:
        raise InputError("--function and --api exclude each other: an entry is one function, or any client")
    if options.whole and options.api is None and options.function is None:
        if not any("main" in unit.functions for unit in units):
            return _whole(units, target, properties, svcomp)
    if options.api is None:
        _require(options.function or "main", units, explicit=options.function is not None)
    if options.probing is not None:
        found = probed(units, options.probing, target)
        units, infos, predicates = found.units, found.targets, found.predicates
        no_predicates = found.no_predicates
    pure = svcomp or options.externals == PURE
    leaks = {MEMSAFETY, "valid-memtrack", "valid-memcleanup"}
    outside = _outside(units, target, pure=pure, forgets=not properties.isdisjoint(leaks))
    start = _started(units, options, target, outside, svcomp=svcomp)
    beyond = start.outside
    # What a client holds is the client's, and clients lose what they like.
    wanted = _wanted(properties, leaks=options.api is None)
    conventions = Conventions(
        svcomp=svcomp,
        callbacks=start.callbacks.handed_in,
        nulled=start.callbacks.nulled,
        part=options.api is not None,
        pure=pure,
        outside=None if pure else beyond.functions,
        calls_matter=not pure and calls_matter(units, start.entry),
        unfollowed=beyond.wrote_pointers or (beyond.functions is not None and loses_types(units)),
        left_constants=beyond.left_constants,
        malloc_may_fail=options.malloc_may_fail,
    )
    linker = Linker(start.units, target, wanted, conventions)
    program = linker.link(start.called, start.entry)
    if linker.error_labels and wanted.reachability and not linker.checks and not svcomp:
        # Old programs have no other word for an error; to say that nothing can fail would be vacuous.
        text = "nothing but a label ERROR may say what an error is: with --property unreach-label it does"
        program.vanished = (*program.vanished, Vanished(linker.error_labels[0], text))
    program.user_entry = start.entry
    program.assumptions = (*program.assumptions, *_left_open(texts, model))
    if any("malloc" in unit.functions and not unit.is_static("malloc") for unit in units):
        text = "functions of the library call the program's own malloc only for blocks that they return"
        program.assumptions = (*program.assumptions, Assumption(NOWHERE, text))
    if (seen := float_bits_seen(units, model)) and not any(a.text == NAN_BITS for a in program.assumptions):
        program.assumptions = (*program.assumptions, Assumption(seen, NAN_BITS))
    about_leaks = {MEMSAFETY, "valid-memtrack", "valid-memcleanup"}
    if options.api is not None and linker.heap_used and not properties.isdisjoint(about_leaks):
        text = "memory that is lost is not looked for: it may be the client that has lost it"
        program.assumptions = (*program.assumptions, Assumption(NOWHERE, text))
    said = [*judged(start.sentences, program, linker.parameters(start.calls))]
    said += [Assumption(NOWHERE, text) for text in (*said_of_flags, *_replaced(texts, flags, model))]
    program.assumptions = tuple(sorted((*program.assumptions, *said)))
    program.properties = tuple(sorted(properties))
    native = native_copy(program, linker, start.units, start.called)
    idents = target_idents(program)
    targets = tuple(info for info in infos if info.ident in idents)
    left_out = len(infos) - len(targets)
    return Loaded(
        *(program, native, model, properties, targets, left_out, predicates, no_predicates),
        client=start.client,
        entry=start.wrapper,
        svcomp=svcomp,
        externals=options.externals,
        malloc_may_fail=options.malloc_may_fail,
        sources=sources,
        headers=headers,
        flags=flags,
    )


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


def _text_of(file: ReadFile) -> str:
    return Path(file.path).read_bytes().decode("latin-1")


def _headers(texts: Sequence[Preprocessed]) -> tuple[ReadFile, ...]:
    """Each once, by whatever ways it was found: where they are in evidence, the ways are others."""
    sources = {os.path.realpath(text.read[0].path) for text in texts}
    found: dict[str, ReadFile] = {}
    for text in texts:
        for file in text.read[1:]:
            found.setdefault(os.path.realpath(file.path), file)
    return tuple(file for real, file in found.items() if real not in sources)


def _data_model(asked: DataModel | None, flags: Sequence[Flags], paths: Sequence[Path]) -> DataModel:
    """What was asked for, what flags say, or what machines are today. Raises InputError where they differ."""
    said = {one.data_model: path for one, path in zip(flags, paths, strict=True) if one.data_model}
    if len(said) > 1:
        files = " and ".join(named(path) for path in said.values())
        raise InputError(f"-m32 and -m64: {files} are compiled for different machines")
    for model, path in said.items():
        if asked is not None and asked is not model:
            contradiction = f"--data-model {asked.value} contradicts the flags of {named(path)}"
            raise InputError(f"{contradiction}: they say {model.value}")
        return model
    return asked or DataModel.LP64


def _require_agreement(flags: Sequence[Flags], paths: Sequence[Path], properties: frozenset[str]) -> None:
    """Refuse flags that contradict each other, or what is asked for."""
    if len({one.unsigned_char for one in flags}) > 1:
        unsigned = next(path for one, path in zip(flags, paths, strict=True) if one.unsigned_char)
        raise InputError(f"-funsigned-char is for {named(unsigned)} only: characters would be of two types")
    if "no-overflow" in properties and any(one.wrapv for one in flags):
        raise InputError(
            "-fwrapv and the property no-overflow contradict each other: with the one, overflow is what the "
            "program wants; -fno-wrapv behind it takes it back"
        )


def _replaced(texts: Sequence[Preprocessed], flags: Sequence[Flags], model: DataModel) -> list[str]:
    """Header files of the user's that are read instead of Dovetail's own: the user's word, and said."""
    found = {}
    for text, given in zip(texts, flags, strict=True):
        for file in text.read[1:]:
            if (own := stands_in(file.path, given.replacing, model)) is not None:
                found[file.path] = f"{named(file.path)} is read instead of <{own}> of Dovetail's own"
    return list(found.values())


def _outside(
    units: list[TranslationUnit], target: Target, *, pure: bool, forgets: bool
) -> OutsideText | None:
    """What stands for functions without a body, and for callbacks."""
    if any(unit.assembly for unit in units):
        return None
    found = [] if pure else externals(units, target)
    return OutsideText(units, found, target, pure=pure, forgets=forgets)


def _started(
    units: list[TranslationUnit],
    options: LoadOptions,
    target: Target,
    outside: OutsideText | None,
    *,
    svcomp: bool,
) -> _Start:
    """If what is to stand for functions without a body is no C, for want of names for types, they are refused
    where they are called."""
    try:
        return _start(units, options, target, outside, svcomp=svcomp)
    except InputError as error:
        if error.position is None or error.position.file != OUTSIDE_FILE:
            raise
        without = _start(units, options, target, None, svcomp=svcomp)
        return replace(without, outside=Outside(functions=frozenset()))


@dataclass(frozen=True, slots=True)
class _Start:
    """`entry` is what the user calls it, `called` the function; they differ where text was put behind the
    files of the program."""

    units: list[TranslationUnit]
    entry: str
    called: str
    sentences: tuple[Sentence, ...] = ()
    calls: tuple[str, ...] = ()
    """The user's functions that are called."""
    callbacks: Callbacks = NO_CALLBACKS
    client: Client | None = None
    wrapper: Entry | None = None
    outside: Outside = Outside()  # noqa: RUF009  # it is frozen


def _start(
    units: list[TranslationUnit],
    options: LoadOptions,
    target: Target,
    outside: OutsideText | None,
    *,
    svcomp: bool,
) -> _Start:
    if options.api is not None:
        client = client_for(
            units, options.api, target, lambda unit: Callees(unit, units, outside, exported=True)
        )
        made = (*client.calls, *([client.init] if client.init is not None else []))
        calls = tuple(call.function for call in made)
        followed, beyond = _followed(units, client.texts, target, outside)
        return _Start(
            *(followed, CLIENT, ENTRY, client.sentences, calls, client.callbacks, client), outside=beyond
        )
    if options.function is None:
        return _main(units, target, outside, svcomp=svcomp)
    home = next(unit for unit in units if options.function in unit.functions)
    wrapper = entry_for(home, options.function, target, Callees(home, units, outside, exported=False))
    followed, beyond = _followed(units, {home.index: wrapper.text}, target, outside)
    calls = (options.function,)
    return _Start(
        *(followed, options.function, ENTRY, wrapper.sentences, calls, wrapper.callbacks),
        wrapper=wrapper,
        outside=beyond,
    )


def _main(
    units: list[TranslationUnit], target: Target, outside: OutsideText | None, *, svcomp: bool
) -> _Start:
    """Where SV-COMP's conventions hold, a program is started without arguments."""
    home = next(unit for unit in units if MAIN in unit.functions)
    if svcomp or not looks_at_arguments(home):
        followed, beyond = _followed(units, {}, target, outside)
        return _Start(followed, MAIN, MAIN, outside=beyond)
    wrapper = entry_for_main(home)
    followed, beyond = _followed(units, {home.index: wrapper.text}, target, outside)
    return _Start(followed, MAIN, COMMAND_LINE, wrapper.sentences, outside=beyond)


def _followed(
    units: list[TranslationUnit], texts: Mapping[int, str], target: Target, outside: OutsideText | None
) -> tuple[list[TranslationUnit], Outside]:
    """The files with what stands behind them: what is outside, and what starts the program."""
    beyond = Outside() if outside is None else outside.finished()
    behind = {unit.index: beyond.texts.get(unit.index, "") + texts.get(unit.index, "") for unit in units}
    return [_followed_by(unit, behind[unit.index], target) for unit in units], beyond


def _followed_by(unit: TranslationUnit, text: str, target: Target) -> TranslationUnit:
    if not text:
        return unit
    return TranslationUnit(unit.source.followed_by(text), target, index=unit.index, flags=unit.flags)


def _unit(path: Path, target: Target, flags: Flags, index: int) -> tuple[Preprocessed, TranslationUnit]:
    """A file, read as C11 or older if that can be, else as C23: header files are other ones then, too. Flags
    may say what it is."""
    _readable(path)

    def read(standard: str) -> tuple[Preprocessed, TranslationUnit]:
        text = preprocess(path, target.model, flags, standard)
        return text, TranslationUnit(Source(operand(path), text.text), target, index=index, flags=flags)

    if flags.standard is not None:
        return read(flags.standard)
    try:
        text, unit = read(STANDARDS[0])
        if unit.standard != NEWEST:
            return text, unit
    except InputError:
        try:
            return read(NEWEST)
        except InputError:
            pass  # what is wrong with it as C11 tells more
        raise
    return read(NEWEST)


def _require_own_names(unit: TranslationUnit) -> TranslationUnit:
    for name, nodes in (*unit.declarations.items(), *unit.variables.items()):
        if name.startswith(OWN_NAMES):
            position = unit.source.position(nodes[0].offset)
            raise InputError(f"'{name}': names that begin with {OWN_NAMES} are Dovetail's own", position)
    return unit


def _readable(path: Path) -> None:
    """Say what is wrong with a file before the compiler stumbles over it."""
    require_plain(path)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise InputError(
                f"{path}: {size / 1e6:.0f} MB is more than Dovetail reads ({MAX_BYTES / 1e6:.0f} MB)"
            )
        text = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    if not text.strip():
        raise InputError(f"{path}: the file is empty")
    if b"\0" in text:
        raise InputError(f"{path}: this is a binary file, not C source")


def _require(entry: str, units: list[TranslationUnit], *, explicit: bool) -> None:
    names = [node.name for unit in units for node in unit.own_functions()]
    defining = [unit for unit in units if entry in unit.functions]
    if explicit and len(defining) > 1 and any(unit.is_static(entry) for unit in defining):
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
