"""The flags of each file, from a build."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

import dovetail
from dovetail.frontend import InputError
from dovetail.frontend.clang import preprocess
from dovetail.frontend.compile_commands import Build
from dovetail.frontend.flag_words import exact_flags
from dovetail.frontend.flags import Flags, Folder, Macro, Search
from dovetail.program.types import DataModel

TEXT = '#include "x.h"\nint main(void) { return X; }\n'


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("build", "src", "include"):
        Path(name).mkdir()
    Path("src", "f.c").write_text(TEXT)
    Path("include", "x.h").write_text("#ifndef X\n#define X 3\n#endif\n")
    return tmp_path


def database(*entries: dict[str, Any], name: str = "build/compile_commands.json") -> Path:
    Path(name).write_text(json.dumps(entries))
    return Path(name)


def entry(command: str | list[str], **more: Any) -> dict[str, Any]:
    key = "command" if isinstance(command, str) else "arguments"
    return {"directory": str(Path("build").absolute()), "file": "../src/f.c", key: command, **more}


def flags(*entries: dict[str, Any], also: tuple[str, ...] = (), files: str = "src/f.c") -> tuple[Flags, ...]:
    build = Build(also, database(*entries))
    return build.of_files([Path(file) for file in files.split()])[0]


@pytest.mark.parametrize(
    "command",
    [
        "cc -I../include -DX=7 -O0 -Wall -MD -MF f.d -o f.o -c ../src/f.c",
        ["/usr/bin/cc", "-I", "../include", "-DX=7", "-o", "f.o", "-c", "../src/f.c"],
        "ccache /usr/bin/gcc-12 -I../include '-DX=7' ../src/f.c -c -o f.o",
        'x86_64-linux-gnu-gcc -m64 -I../include "-DX=7" -c -- ../src/f.c',
        "cc @flags.rsp -c ../src/f.c",
        "cc -I../include -DX=7 -Wp,-MD,f.d -c -o f.o -iquote gone ../src/f.c",
    ],
)
def test_a_command(command: str | list[str]) -> None:
    Path("build", "flags.rsp").write_text('-I../include\n@more.rsp "-g"')
    Path("build", "more.rsp").write_text("-DX=7")
    (found,) = flags(entry(command))
    folder = f"{Path('build').absolute()}/../include"
    assert found.steps == (Folder(Search.USER, folder), Macro("X", "7"))
    for where in ("build", "build/compile_commands.json"):
        assert dovetail.run("src/f.c", compile_commands=where).end.exit_code == 7


def test_flags_of_the_command_line_have_the_last_word() -> None:
    command = "cc -I../include -DX=7 -funsigned-char -ffast-math -c ../src/f.c"
    (found,) = flags(entry(command), also=("-UX", "-DX=9", "-fsigned-char", "-fno-fast-math"))
    assert not found.unsigned_char
    assert (
        dovetail.run("src/f.c", compile_commands="build", flags=["-DX=9", "-fno-fast-math"]).end.exit_code
        == 9
    )
    with pytest.raises(InputError, match=r"command 1, for ../src/f\.c: -ffast-math: .* -fno-fast-math"):
        dovetail.show("src/f.c", compile_commands="build")


def test_a_file_that_is_read_first() -> None:
    """From where the command is run, or from the folders for header files."""
    for command in ("cc -include ../include/x.h", "cc -I../include -include x.h"):
        Path("src", "f.c").write_text("int main(void) { return X; }\n")
        database(entry(f"{command} -c ../src/f.c"))
        assert dovetail.run("src/f.c", compile_commands="build").end.exit_code == 3


def test_a_folder_is_relative_to_the_database() -> None:
    database({"directory": ".", "file": "../src/f.c", "command": "cc -I../include -c ../src/f.c"})
    assert dovetail.run("src/f.c", compile_commands="build").end.exit_code == 3


def test_links_do_not_matter(project: Path) -> None:
    Path("link").symlink_to(project / "src")
    assert flags(entry("cc -DX=4 -c ../src/f.c"), files="link/f.c")[0].steps == (Macro("X", "4"),)
    linked = entry("cc -DX=5 -c x.c", file=str(project / "link" / "f.c"))
    linked["command"] = f"cc -DX=5 -c {linked['file']}"
    assert flags(linked)[0].steps == (Macro("X", "5"),)


def test_a_file_that_is_compiled_in_two_ways() -> None:
    same = [
        entry("cc -I../include -DX=4 -fno-common -c ../src/f.c"),
        entry("cc -I../include -DX=4 -g -c ../src/f.c"),
    ]
    database(*same)
    assert not [
        a for a in dovetail.show("src/f.c", compile_commands="build").program.assumptions if "ways" in a.text
    ]
    database(*same, entry("cc -I../include -DX=5 -c ../src/f.c"))
    (said,) = [
        a for a in dovetail.show("src/f.c", compile_commands="build").program.assumptions if "ways" in a.text
    ]
    assert said.text.startswith(
        "src/f.c is compiled in 2 ways by build/compile_commands.json: it is read as in the"
    )
    assert "-DX=4" in said.text


def test_a_harness_that_is_not_part_of_the_build() -> None:
    Path("src", "f.c").write_text('#include "x.h"\nint f(void) { return X; }\n')
    Path("h.c").write_text("int f(void);\nint main(void) { return f(); }\n")
    database(entry("cc -I../include -c ../src/f.c"))
    files = ["h.c", "src/f.c"]
    assert dovetail.run(files, compile_commands="build").end.exit_code == 3
    texts = [one.text for one in dovetail.show(files, compile_commands="build").program.assumptions]
    assert "h.c is not in build/compile_commands.json: it is read without its flags" in texts
    with pytest.raises(InputError, match=r"there is nothing about h\.c in it"):
        dovetail.show("h.c", compile_commands="build")


def test_each_file_has_its_own_flags() -> None:
    Path("src", "g.c").write_text("int g(void) { return X; }\n")
    Path("src", "f.c").write_text("int g(void);\nint main(void) { return 10 * X + g(); }\n")
    second = entry("cc -DX=2 -std=c99 -c ../src/g.c", file="../src/g.c")
    database(entry("cc -DX=1 -std=c89 -c ../src/f.c"), second)
    for native in (False, True):
        done = dovetail.run(["src/f.c", "src/g.c"], compile_commands="build", native=native, story=False)
        assert done.end.exit_code == 12


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("{", "not JSON"),
        ("{}", "a list of commands"),
        ("[1]", "command 1: 'file', 'directory' and"),
        ('[{"file": "f.c", "directory": "."}]', "'command' or 'arguments'"),
        ('[{"file": "f.c", "directory": ".", "command": ""}]', "'command' or 'arguments'"),
        ('[{"file": "f.c", "directory": ".", "arguments": []}]', "'command' or 'arguments'"),
        ('[{"file": "f.c", "directory": ".", "arguments": ["cc", 1]}]', "'command' or 'arguments'"),
        ('[{"file": "f.c", "directory": ".", "command": "cc \'"}]', "not a line for a shell"),
        ('[{"file": "f\\u0000.c", "directory": ".", "command": "cc"}]', "are expected"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_database(document: str, said: str) -> None:
    Path("build", "compile_commands.json").write_text(document)
    with pytest.raises(InputError) as refused:
        dovetail.show("src/f.c", compile_commands="build")
    assert said in refused.value.message and "compile_commands.json" in refused.value.message


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("arm-none-eabi-gcc -c ../src/f.c", "compiles for another machine"),
        ("x86_64-w64-mingw32-gcc -c ../src/f.c", "compiles for another machine"),
        ("g++ -c ../src/f.c", "not a compiler for C"),
        ("cl.exe /c ../src/f.c", "not a compiler for C"),
        ("cc -c ../src/f.c other.c", "'other.c' is neither a flag nor the file"),
        ("cc @gone.rsp -c ../src/f.c", "gone.rsp"),
        ("cc @loop.rsp -c ../src/f.c", "too deep"),
        ("cc -fplugin=./evil.so -c ../src/f.c", "plugin"),
        ("cc -Xclang -load -Xclang evil.so -c ../src/f.c", "not handed on"),
        ("cc -c ../src/f.c -stats-file=victim", "not known"),
        ("cc -fsanitize=address -c ../src/f.c", "-fno-sanitize=all behind it takes it back"),
    ],
)
def test_a_command_that_is_refused(command: str, said: str) -> None:
    Path("build", "loop.rsp").write_text("@loop.rsp")
    with pytest.raises(InputError) as refused:
        flags(entry(command))
    assert said in refused.value.message
    assert refused.value.message.startswith("build/compile_commands.json: command 1, for ../src/f.c: ") or (
        "gone.rsp" in said
    )


def test_nothing_is_run_or_written() -> None:
    Path("victim").write_text("precious")
    database(entry("cc $(touch ../pwned) -o ../victim -MF ../victim -c ../src/f.c; touch pwned -I../include"))
    with pytest.raises(InputError):
        dovetail.show("src/f.c", compile_commands="build")
    database(
        entry("cc -o ../victim -MD -MF ../victim -save-temps -fdump-tree-all -I../include -c ../src/f.c")
    )
    before = sorted(os.listdir("build"))
    dovetail.show("src/f.c", compile_commands="build")
    assert Path("victim").read_text() == "precious"
    assert sorted(os.listdir("build")) == before and not Path("pwned").exists()


def test_there_is_none() -> None:
    with pytest.raises(InputError, match=r"src/compile_commands\.json: no such file; CMake writes one"):
        dovetail.show("src/f.c", compile_commands="src")


NAMES = (
    '#include "beside.h"\n#include "x.h"\n#include "deep/y.h"\n'
    "const char *names[] = {__FILE__, BESIDE, INCLUDED, DEEP};\n"
    "int main(void) { return sizeof __FILE__; }\n"
)


@pytest.mark.parametrize(
    ("words", "source", "beside", "included", "deep"),
    [
        ("gcc -I../include -c ../src/g.c", "../src/g.c", "../src/", "../include/", "../include/deep/"),
        ("cc -I{}/include -c {}/src/g.c", "{}/src/g.c", "{}/src/", "{}/include/", "{}/include/deep/"),
        ("cc -I../include -c {}/src/g.c", "{}/src/g.c", "{}/src/", "../include/", "../include/deep/"),
        (
            *("cc -I{}/src/../include -I.. -c ../src/g.c", "../src/g.c", "../src/"),
            *("{}/src/../include/", "{}/src/../include/deep/"),
        ),
        (
            "cc -I../include -ffile-prefix-map=../=/w/ -c ../src/g.c",
            *("/w/src/g.c", "/w/src/", "/w/include/", "/w/include/deep/"),
        ),
        (
            "cc -I../include -fmacro-prefix-map=../include/deep=D -c ../src/g.c",
            *("../src/g.c", "../src/", "../include/", "D/"),
        ),
        (
            "cc -I../include -fmacro-prefix-map={}=W -c ../src/g.c",
            *("../src/g.c", "../src/", "../include/", "../include/deep/"),
        ),
    ],
)
def test_the_name_of_a_file_is_what_the_build_calls_it(
    words: str, source: str, beside: str, included: str, deep: str, project: Path
) -> None:
    """As in the build's folder, whoever reads it from where; and so it is in the flags of evidence."""
    for name in ("src/beside.h", "include/x.h", "include/deep/y.h"):
        Path(name).parent.mkdir(exist_ok=True)
        macro = {"beside.h": "BESIDE", "x.h": "INCLUDED", "y.h": "DEEP"}[Path(name).name]
        Path(name).write_text(f"static const char *of_{macro} = __FILE__;\n#define {macro} of_{macro}\n")
    Path("src/g.c").write_text(NAMES)
    wanted = {source, f"{beside}beside.h", f"{included}x.h", f"{deep}y.h"}
    where = database(entry(words.replace("{}", str(project)), file="../src/g.c"))
    for path in (Path("src/g.c"), project / "src" / "g.c"):
        (found,), _ = Build((), where).of_files([path])
        for one, read in ((found, path), (found.absolute(), path.absolute())):
            text = preprocess(read, DataModel.LP64, one).text.decode()
            names = re.findall(r'= \{?"(.*?)"', text)
            assert sorted(names) == sorted(name.replace("{}", str(project)) for name in wanted)
        assert exact_flags(found.absolute().words()) == found.absolute()
