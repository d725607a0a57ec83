"""Files, read: what is wrong with one, by which standard of C it is read, what of flags has to agree."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from dovetail.frontend.acsl import MENTIONED, Annotation, annotated
from dovetail.frontend.clang import NEWEST, STANDARDS, Preprocessed, preprocess
from dovetail.frontend.clauses import lifted, mentions_clauses
from dovetail.frontend.contract_files import Declared, require_found, with_contracts
from dovetail.frontend.errors import InputError
from dovetail.frontend.flags import Flags
from dovetail.frontend.own_names import require_others_names
from dovetail.frontend.paths import MAX_SOURCE, ReadFile, contents, named, operand, require_plain
from dovetail.frontend.source import Source
from dovetail.frontend.type_invariants import require_known, with_type_invariants
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import DataModel, Target
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Read:
    """Files that were given: each as it was preprocessed, and its syntax tree."""

    texts: list[Preprocessed]
    units: list[TranslationUnit]

    @property
    def sources(self) -> tuple[ReadFile, ...]:
        return tuple(text.read[0] for text in self.texts)

    @property
    def headers(self) -> tuple[ReadFile, ...]:
        """Each once, by whatever ways it was found: where they are in evidence, the ways are others."""
        sources = {os.path.realpath(text.read[0].path) for text in self.texts}
        found: dict[str, ReadFile] = {}
        for text in self.texts:
            for file in text.read[1:]:
                found.setdefault(os.path.realpath(file.path), file)
        return tuple(file for real, file in found.items() if real not in sources)


def read_files(
    paths: Sequence[Path],
    flags: Sequence[Flags],
    target: Target,
    contracts: Sequence[Path] = (),
    *,
    annotations: bool = True,
) -> Read:
    """With the contracts of other files behind each, and with annotations in comments, if they count."""
    for path in contracts:
        require_readable(path)
    declared: list[Declared] = []
    found = [
        _unit(path, target, given, i, contracts, declared, annotations)
        for i, (path, given) in enumerate(zip(paths, flags, strict=True))
    ]
    for text, unit in found:
        require_others_names(unit, text.text)
    units = [unit for _, unit in found]
    require_found(declared, units)
    require_known(units)
    return Read([text for text, _ in found], units)


def _unit(
    path: Path,
    target: Target,
    flags: Flags,
    index: int,
    contracts: Sequence[Path],
    declared: list[Declared],
    annotations: bool,
) -> tuple[Preprocessed, TranslationUnit]:
    """A file, read as C11 or older if that can be, else as C23: header files are other ones then, too. Flags
    may say what it is."""
    require_readable(path)

    def read(standard: str) -> tuple[Preprocessed, TranslationUnit]:
        text = preprocess(path, target.model, flags, standard)
        noted: tuple[Annotation, ...] = ()
        if annotations and any(MENTIONED.search(contents(one.path, MAX_SOURCE)) for one in text.read):
            with_comments = preprocess(path, target.model, flags, standard, comments=True)
            marked = annotated(path, operand(path), with_comments.text, target.model, flags, standard)
            if marked.annotations:
                text, noted = Preprocessed(marked.text, text.read), marked.annotations
        if contracts:
            text, declared[len(declared) :] = with_contracts(
                text, path, contracts, target.model, flags, standard
            )
        source, clauses = Source(operand(path), text.text), None
        if noted or mentions_clauses(text.text):
            clauses = lifted(source, noted)
            source = clauses.source
        unit = TranslationUnit(source, target, index=index, flags=flags)
        unit.clauses = clauses
        if clauses is not None and clauses.invariants:
            unit.clauses = with_type_invariants(unit, clauses)
        return text, unit

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


def require_readable(path: Path) -> None:
    """Say what is wrong with a file before the compiler stumbles over it."""
    require_plain(path)
    text = contents(path, MAX_SOURCE)
    if not text.strip():
        raise InputError(f"{path}: the file is empty")
    if b"\0" in text:
        raise InputError(f"{path}: this is a binary file, not C source")


def data_model(asked: DataModel | None, flags: Sequence[Flags], paths: Sequence[Path]) -> DataModel:
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


def require_agreement(flags: Sequence[Flags], paths: Sequence[Path], properties: frozenset[str]) -> None:
    """Refuse flags that contradict each other, or what is asked for."""
    if len({one.unsigned_char for one in flags}) > 1:
        unsigned = next(path for one, path in zip(flags, paths, strict=True) if one.unsigned_char)
        raise InputError(f"-funsigned-char is for {named(unsigned)} only: characters would be of two types")
    if "no-overflow" in properties and any(one.wrapv for one in flags):
        raise InputError(
            "-fwrapv and the property no-overflow contradict each other: with the one, overflow is what the "
            "program wants; -fno-wrapv behind it takes it back"
        )
