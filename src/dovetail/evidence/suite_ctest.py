"""A suite as a project for CMake and CTest, in C: it is built from the user's own files, with the user's own
compiler, and each test passes if the program does what it did when the test was found.

There is one executable, in which the environment variable DOVETAIL_TEST chooses the inputs (`inputs.c`), and
a small one that runs it and judges how it ends (`judge.c`). What that says of the program's end does not rest
on its exit status alone: a failing check and an assumption that does not hold are reported through a pipe.

Where the program is, is one setting: PROGRAM_DIR is the folder that all of its files are in, header files
included, and every path in the project starts there.
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

from dovetail.evidence import harness
from dovetail.evidence.beginnings import WRAP_MAIN, program_inputs, start_of_main, starts_main, without_entry
from dovetail.evidence.quoting import cmake_flag, cmake_text, one_line
from dovetail.evidence.suite import Ending, Suite, Test
from dovetail.evidence.suite_expected import Expected
from dovetail.evidence.suite_inputs import Number, numbers, pieces
from dovetail.evidence.whole_files import put_text
from dovetail.evidence.written import Written
from dovetail.frontend.flags import NO_FLAGS, Flags
from dovetail.frontend.load import Loaded
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_TEXTS = Path(__file__).parent / "ctest"
_INCLUDE = Path(__file__).parent.parent / "include"
_FLAGS = {
    "no-overflow": "-fsanitize=undefined -fno-sanitize-recover=all",
    **dict.fromkeys(
        ("valid-memsafety", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"),
        "-fsanitize=address",
    ),
}
_OWN_ERROR = re.compile(r"\b(?:reach_error|__VERIFIER_error)\s*\([^()]*\)\s*\{")
_LOW_ADDRESS = re.compile(r"access to 0x[0-9a-f]{1,3}\b")
_UNDEFINED = "what happens after undefined behaviour is up to the compiler"
_UNMODELLED = "it comes to something that Dovetail does not model"


def ctest(suite: Suite, loaded: Loaded, folder: Path) -> Written:
    tests: list[tuple[Test, list[bytes]]] = []
    left_out: dict[int, str] = {}
    for test in suite.tests:
        reason = _why_not(test)
        given = pieces(test, loaded) if reason is None else reason
        if isinstance(given, str):
            left_out[test.number] = given
        else:
            tests.append((test, given))
    home = _Home.of(loaded)
    expected = Expected(loaded, [test for test, _ in tests])
    texts = {
        "CMakeLists.txt": _project(suite, loaded, [test for test, _ in tests], home),
        "inputs.c": _inputs(loaded, tests, expected),
        _ENTRY: _entry_template(loaded, home, expected),
        "judge.c": (_TEXTS / "judge.c").read_text(encoding="utf-8"),
    }
    for test, _ in tests:
        texts[f"inputs-{test.number}.txt"] = program_inputs(loaded, test.vector.values)
    files = []
    for name, text in texts.items():
        if text is not None:
            files.append(folder / name)
            put_text(files[-1], text, "surrogateescape")
    if _uses_header(loaded):
        files.append(Path(shutil.copy(_INCLUDE / "dovetail.h", folder)))
    return Written(tuple(files), left_out)


def _why_not(test: Test) -> str | None:
    match test.outcome.ending:
        case Ending.UNMODELLED:
            return _UNMODELLED
        case Ending.FAULTS if not _faults_anywhere(test.outcome.detail):
            return _UNDEFINED
        case _:
            return None


def _faults_anywhere(detail: str) -> bool:
    """An access to the first page, or a division by zero, ends a run whoever has compiled it."""
    return bool(_LOW_ADDRESS.search(detail)) or "zero" in detail or "SIGFPE" in detail


def _uses_header(loaded: Loaded) -> bool:
    return any("dovetail_" in without_entry(unit) for unit in loaded.native.units)


# ---- the project -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Home:
    """The folder that the program is in."""

    path: str

    @staticmethod
    def of(loaded: Loaded) -> _Home:
        sources = [os.path.dirname(os.path.abspath(file)) for file in loaded.program.files]
        headers = [os.path.dirname(os.path.abspath(file.path)) for file in loaded.headers]
        whole = os.path.commonpath([*sources, *(name for name in headers if not name.startswith(_SYSTEM))])
        return _Home(os.path.commonpath(sources) if whole == "/" else whole)

    def relative(self, path: str) -> str | None:
        """From there; None if it is elsewhere."""
        whole = os.path.abspath(path)
        return os.path.relpath(whole, self.path) if Path(whole).is_relative_to(self.path) else None

    def file(self, path: str) -> str:
        """A file as an argument of CMake's."""
        inside = self.relative(path)
        if inside is None:
            return f'"{cmake_text(os.path.abspath(path))}"'
        return f'"${{PROGRAM_DIR}}/{cmake_text(inside)}"'

    def flags(self, flags: Flags) -> str:
        """A list of flags for one file."""
        names = tuple((self._marked_beginning(old), new) for old, new in flags.absolute().names)
        words = replace(flags.with_paths(self._marked, self._marked), names=names).for_others()
        return ";".join("${PROGRAM_DIR}".join(map(cmake_flag, word.split(_MARK))) for word in words)

    def _marked_beginning(self, path: str) -> str:
        """Of the names of files (`Flags.names`), where a stroke at the end counts."""
        return self._marked(path) + "/" * (path.endswith("/") and path != "/")

    def _marked(self, path: str) -> str:
        inside = self.relative(path)
        return os.path.abspath(path) if inside is None else f"{_MARK}/{inside}"


_MARK = "/\x01"
"""The beginning of a path that nobody else can write: such characters are in no flag."""
_SYSTEM = ("/usr/", "/opt/")
_ENTRY = "entry.c.in"


def _entry_template(loaded: Loaded, home: _Home, expected: Expected) -> str | None:
    """entry.c with the places open that CMake fills in."""

    def inclusion(file: str) -> str:
        inside = home.relative(file)
        name = os.path.abspath(file) if inside is None else f"{_MARK}/{inside}"
        return f"#include <{name}>" if '"' in name else f'#include "{name}"'

    text = expected.in_entry(harness.entry(loaded, inclusion))
    return None if text is None else text.replace("@", "@AT@").replace(_MARK, "@PROGRAM_DIR@")


def _project(suite: Suite, loaded: Loaded, tests: list[Test], home: _Home) -> str:
    with_entry = harness.entry(loaded) is not None
    names = [cmake_text(home.relative(file) or file) for file in suite.files]
    entry = '"${CMAKE_CURRENT_BINARY_DIR}/entry.c"'
    parts = [(entry, harness.entry_flags(loaded))]
    if not with_entry:
        parts = [(home.file(file), flags) for file, flags in zip(suite.files, loaded.flags, strict=True)]
    flags = [f"-std={loaded.native.standard}", "-fwrapv", "-fcommon", "-g", "-w"]
    flags += harness.inline_flags(loaded)
    # Code from before C99 is an error to newer compilers unless they are told otherwise.
    flags += [f"-Wno-error={name}" for name in ("implicit-function-declaration", "implicit-int")]
    flags += [f"-Wno-error={name}" for name in ("int-conversion", "incompatible-pointer-types")]
    flags += [_FLAGS[name] for name in sorted(loaded.properties) if name in _FLAGS]
    width = "-m32" if loaded.data_model is DataModel.ILP32 else "-m64"
    smallest = "#include <stdio.h>\\nint main(void) { return 0; }"
    lines = [
        f"# {suite.criterion} of {', '.join(names)}: {len(tests)} tests.",
        "#     cmake -S . -B build && cmake --build build && ctest --test-dir build",
        "cmake_minimum_required(VERSION 3.13)",
        "project(suite C)",
        "include(CheckCCompilerFlag)",
        "include(CheckCSourceCompiles)",
        f'set(PROGRAM_DIR "{cmake_text(home.path)}" CACHE PATH "Where the files of the program are")',
        "",
        f"set(CMAKE_REQUIRED_FLAGS {width})",
        f'check_c_source_compiles("{smallest}" CAN_{width[2:]}_BITS)',
        "unset(CMAKE_REQUIRED_FLAGS)",
        f"if(NOT CAN_{width[2:]}_BITS)",
        f'  message(FATAL_ERROR "The tests are for {width[2:]} bits, which this compiler cannot build for.")',
        "endif()",
        "# The tests were found with zero in every variable that is read before it is written.",
        "check_c_compiler_flag(-ftrivial-auto-var-init=zero CAN_ZERO_VARIABLES)",
        "",
        *(['set(AT "@")', f"configure_file({_ENTRY} entry.c @ONLY)"] if with_entry else []),
        f"add_executable(program {' '.join(file for file, _ in parts)} inputs.c)",
        *(f"set_source_files_properties({file} PROPERTIES LANGUAGE C)" for file, _ in parts),
        *(
            f'set_source_files_properties({file} PROPERTIES COMPILE_OPTIONS "{home.flags(given)}")'
            for file, given in parts
            if given != NO_FLAGS
        ),
        f"target_compile_options(program PRIVATE {width} {' '.join(flags)})",
        "if(CAN_ZERO_VARIABLES)",
        "  target_compile_options(program PRIVATE -ftrivial-auto-var-init=zero)",
        "endif()",
        *(
            ['target_include_directories(program PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")']
            if _uses_header(loaded)
            else []
        ),
        f"target_link_libraries(program PRIVATE {width} {' '.join(_linking(loaded))} m)",
        "add_executable(judge judge.c)",
        "",
        "enable_testing()",
    ]
    lines += [line for test in tests for line in _test(test, loaded)]
    return "\n".join(lines) + "\n"


def _linking(loaded: Loaded) -> list[str]:
    sanitizers = [_FLAGS[name].split()[0] for name in sorted(loaded.properties) if name in _FLAGS]
    return [*sanitizers, *([WRAP_MAIN] if starts_main(loaded) else [])]


def _test(test: Test, loaded: Loaded) -> list[str]:
    name = f"test-{test.number}"
    expected = " ".join(_expected(test, loaded))
    inputs = f"${{CMAKE_CURRENT_SOURCE_DIR}}/inputs-{test.number}.txt"
    environment = f'"DOVETAIL_TEST={test.number}" "DOVETAIL_INPUTS={inputs}" "MALLOC_PERTURB_=255"'
    return [
        f"# {one_line(test.outcome.sentence)}",
        f"add_test(NAME {name} COMMAND judge {expected} $<TARGET_FILE:program>)",
        f"set_tests_properties({name} PROPERTIES TIMEOUT 60 ENVIRONMENT {_as_list(environment)})",
    ]


def _as_list(words: str) -> str:
    """One argument of CMake's with several values."""
    return '"' + words.replace('" "', ";").strip('"') + '"'


def _expected(test: Test, loaded: Loaded) -> list[str]:
    """How `judge` is told what to expect."""
    outcome = test.outcome
    match outcome.ending:
        case Ending.RETURNS:
            return ["returns", "-" if outcome.exit_code is None else str(outcome.exit_code & 0xFF)]
        case Ending.VIOLATION:
            if any(_OWN_ERROR.search(unit) for unit in loaded.native.units):
                return ["anything", "-"]  # what an error function of the program's own does is its affair
            line = outcome.position.line if outcome.position is not None else 0
            return ["fails", str(line) if "assert" in outcome.detail else "-"]
        case Ending.STOPS:
            return ["stops", "0" if _uses_header(loaded) else "-"]
        case Ending.FAULTS:
            return ["faults", "-"]
        case _:
            return ["runs-on", "-"]


# ---- the inputs --------------------------------------------------------------------------------------------


def _inputs(loaded: Loaded, tests: list[tuple[Test, list[bytes]]], expected: Expected) -> str:
    parts = [(_TEXTS / "inputs_head.c").read_text(encoding="utf-8")]
    for test, given in tests:
        rows = [_row(number) for number in numbers(test, loaded)]
        memory = [f"    {{{len(piece)}, {_quoted(piece)}}}," for piece in given]
        parts.append(
            f"static const union number numbers_{test.number}[] = {{\n"
            + "\n".join([*rows, "    {0}"])
            + f"\n}};\nstatic const struct piece memory_{test.number}[] = {{\n"
            + "\n".join([*memory, '    {0, ""}'])
            + "\n};\n"
        )
    table = [
        f"    {{{t.number}, numbers_{t.number}, {len(numbers(t, loaded))}, memory_{t.number}, {len(given)}}},"
        for t, given in tests
    ]
    table_text = "\n".join([*table, "    {0, 0, 0, 0, 0}"])
    parts.append(f"static const struct test tests[] = {{\n{table_text}\n}};\n")
    tail = (_TEXTS / "inputs_tail.c").read_text(encoding="utf-8")
    parts.append(tail.replace("@EXPECTED@", expected.tables()))
    stubs = (harness.weak_stubs(loaded.native.stubs), loaded.native.without_body, start_of_main(loaded))
    parts.append("\n".join([*stubs, ""]))
    return "\n".join(parts)


def _row(number: Number) -> str:
    return f"    {harness.initialiser(number.value, number.size)}, /* {number.type_name} */"


def _quoted(data: bytes) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'
