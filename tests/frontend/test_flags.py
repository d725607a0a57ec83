"""Flags of the compiler: what each means, to the executor and to the machine, and which are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.frontend.compile_commands import Build
from dovetail.frontend.flag_words import Written, exact_flags, flags_of
from dovetail.frontend.flags import NO_FLAGS, Flags, Folder, IncludedFile, Macro, Search
from dovetail.program.types import DataModel
from thinned import thinned


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(*words: str) -> Flags:
    return flags_of(Written(words))


# ---- words and values --------------------------------------------------------------------------------------


VALUES: list[tuple[list[str], Flags]] = [
    (["-std=c99"], Flags(standard="c99")),
    (["--std=gnu17", "-ansi"], Flags(standard="c89")),
    (["-std=c1x"], Flags(standard="c11")),
    (["-m32"], Flags(bits=32)),
    (["-m32", "-m64"], Flags(bits=64)),
    (["--target=i686-pc-linux-gnu"], Flags(bits=32)),
    (["-target", "x86_64-linux-gnu"], Flags(bits=64)),
    (["-funsigned-char"], Flags(unsigned_char=True)),
    (["-fno-signed-char"], Flags(unsigned_char=True)),
    (["-funsigned-char", "-fsigned-char"], NO_FLAGS),
    (["-fshort-enums"], Flags(short_enums=True)),
    (["-fshort-enums", "-fno-short-enums"], NO_FLAGS),
    (["-ffreestanding"], Flags(freestanding=True)),
    (["-ffreestanding", "-fhosted"], NO_FLAGS),
    (["-fgnu89-inline"], Flags(gnu89_inline=True)),
    (["-fms-extensions"], Flags(ms_extensions=True)),
    (["-fwrapv"], Flags(wrapv=True)),
    (["-fno-strict-overflow"], Flags(wrapv=True)),
    (["-fno-strict-overflow", "-fno-wrapv"], NO_FLAGS),
    (["-fstrict-flex-arrays"], Flags(flexible_arrays=3)),
    (["-fstrict-flex-arrays=1"], Flags(flexible_arrays=1)),
    (["-O"], Flags(optimised="1")),
    (["-Og"], Flags(optimised="1")),
    (["-O9"], Flags(optimised="3")),
    (["-O2", "-O0"], NO_FLAGS),
    (["-fPIC"], Flags(pic="PIC")),
    (["-fPIC", "-fno-pic"], NO_FLAGS),
    (["-fstack-protector"], Flags(protected="some")),
    (["-fcf-protection=none"], NO_FLAGS),
    (["-pthread"], Flags(threads=True)),
    (["-trigraphs"], Flags(trigraphs=True)),
    (["-DX"], Flags(steps=(Macro("X"),))),
    (["-D", "X=a b"], Flags(steps=(Macro("X", "a b"),))),
    (["-DX="], Flags(steps=(Macro("X", ""),))),
    (["-DF(a, ...)=a=1"], Flags(steps=(Macro("F(a, ...)", "a=1"),))),
    (["-UX", "-U", "Y"], Flags(steps=(Macro("X", None), Macro("Y", None)))),
    (["-Wp,-DX=2,-UY,-MD,some.d"], Flags(steps=(Macro("X", "2"), Macro("Y", None)))),
]


@pytest.mark.parametrize(("words", "flags"), VALUES)
def test_a_value(words: list[str], flags: Flags) -> None:
    assert read(*words) == flags
    assert exact_flags(flags.words()) == flags


def test_folders_and_files() -> None:
    for name in ("a", "b c", "-d"):
        Path(name).mkdir()
    Path("b c", "x.h").write_text("")
    words = ["-Ia", "-I", "b c", "-iquote", "-d", "-isystema", "-idirafter", "a", "-Igone", "-include", "x.h"]
    flags = read(*words)
    assert flags.steps == (
        Folder(Search.USER, "a"),
        Folder(Search.USER, "b c"),
        Folder(Search.QUOTED, "-d"),
        Folder(Search.SYSTEM, "a"),
        Folder(Search.AFTER, "a"),
        IncludedFile("b c/x.h"),
    )
    assert exact_flags(flags.absolute().words()) == flags.absolute()
    assert flags.replacing == ("a", "b c", "-d", "a")
    with pytest.raises(InputError, match=r"-include y\.h: there is no such file"):
        read("-include", "y.h")


@pytest.mark.parametrize(
    "words",
    [
        ["-Wall", "-Wextra", "-Werror", "-Wno-error=foo", "-w", "-pedantic", "-pedantic-errors"],
        ["-g", "-g3", "-ggdb", "-gdwarf-4", "-gsplit-dwarf", "-gline-tables-only"],
        [
            "-c",
            "-o",
            "x.o",
            "-MD",
            "-MMD",
            "-MP",
            "-MF",
            "x.d",
            "-MTx",
            "-MQ",
            "x",
            "-MJx.json",
            "-pipe",
            "-v",
        ],
        ["-fno-strict-aliasing", "-fstrict-aliasing", "-fno-builtin", "-fno-builtin-memcpy", "-fbuiltin"],
        ["-fomit-frame-pointer", "-fno-common", "-fcommon", "-ffunction-sections", "-fdata-sections"],
        [
            "-fvisibility=hidden",
            "-fno-plt",
            "-flto",
            "-flto=auto",
            "-fdiagnostics-color=always",
            "-fuse-ld=lld",
        ],
        [
            "-fno-delete-null-pointer-checks",
            "-fno-semantic-interposition",
            "-funroll-loops",
            "-finline-limit=3",
        ],
        [
            "-march=x86-64",
            "-mtune=native",
            "-mno-red-zone",
            "-mcmodel=kernel",
            "-msse2",
            "-mfpmath=sse",
            "-mno-avx",
        ],
        [
            "-fprofile-arcs",
            "-ftest-coverage",
            "--coverage",
            "-fprofile-use=x",
            "-save-temps=obj",
            "-fdump-tree-all",
        ],
        [
            "-fdebug-prefix-map=/a=.",
            "-frecord-gcc-switches",
            "--param",
            "ggc-min-expand=1",
        ],
        [
            "-finput-charset=UTF-8",
            "-fexec-charset=utf8",
            "-ffp-contract=off",
            "-fsigned-bitfields",
            "-fno-trapv",
        ],
        [
            "-lm",
            "-L/x",
            "-l",
            "z",
            "-shared",
            "-static",
            "-Wl,-z,now",
            "-Wl,--as-needed",
            "-rdynamic",
            "-x",
            "c",
        ],
        ["-fno-fast-math", "-fmath-errno", "-fno-openmp", "-fno-sanitize=all", "-fno-exceptions"],
    ],
)
def test_what_cannot_change_the_meaning(words: list[str]) -> None:
    assert read(*words) == NO_FLAGS


REFUSED = {
    "-fplugin=./evil.so": "plugin",
    "-fpass-plugin=./evil.so": "plugin",
    "-Xclang -load": "not handed on",
    "-Xpreprocessor -DX": "not handed on",
    "-mllvm -stats": "not handed on",
    "-Wp,-include,x.h": "not handed on",
    "-Wa,-I.": "not handed on",
    "-Wl,--wrap=malloc": "linker",
    "-Xlinker --wrap=malloc": "not handed on",
    "-stats-file=victim": "not known",
    "-fwhatever": "not known",
    "--whatever": "not known",
    "-B.": "Dovetail's own",
    "--sysroot=/x": "Dovetail's own",
    "--sysroot /x": "Dovetail's own",
    "-isysroot /x": "Dovetail's own",
    "--config=x.cfg": "Dovetail's own",
    "--config x.cfg": "Dovetail's own",
    "-specs=x": "Dovetail's own",
    "--gcc-toolchain=/x": "Dovetail's own",
    "-nostdinc": "Dovetail's own",
    "-include-pch x.pch": "as text",
    "-fmodules": "as text",
    "-fmodule-map-file=x": "as text",
    "-ivfsoverlay x.yaml": "as text",
    "-include-pchx": "as text",
    "-isystem-after x": "not known",
    "-gen-reproducer": "not known",
    "-undef": "defined",
    "-I-": "name the folder itself",
    "-I=/usr": "name the folder itself",
    "-x c++": "reads C",
    "-xc++": "reads C",
    "-std=c++17": "no such standard",
    "-std=": "no such standard",
    "--target=arm-none-eabi": "Linux on x86",
    "--target=x86_64-w64-mingw32": "Linux on x86",
    "-ftrapv": "no-overflow",
    "-ffast-math": "another way than C says",
    "-Ofast": "another way than C says",
    "-ffinite-math-only": "another way than C says",
    "-fno-signed-zeros": "another way than C says",
    "-fno-math-errno": "another way than C says",
    "-mfpmath=387": "another way than C says",
    "-fpack-struct": "structures",
    "-fpack-struct=1": "structures",
    "-fshort-wchar": "characters",
    "-fopenmp": "threads",
    "-fsanitize=address": "sanitizer",
    "-fsanitize-blacklist=x": "sanitizer",
    "-fsanitize-ignorelist=x": "sanitizer",
    "-ftrivial-auto-var-init=zero": "any value",
    "-march=native": "-march=x86-64 behind it takes it back",
    "-mavx2": "SSE2 and nothing else",
    "-mno-sse": "SSE2 and nothing else",
    "-mthumb": "SSE2 and nothing else",
    "-mx32": "layouts",
    "-mms-bitfields": "layouts",
    "-finput-charset=latin1": "UTF-8",
    "-fexec-charset=EBCDIC": "UTF-8",
    "-funsigned-bitfields": "signed",
    "-finstrument-functions": "nobody calls",
    "-fmerge-all-constants": "one address",
    "-D__DOVETAIL__": "not the program's",
    "-U__DOVETAIL__": "not the program's",
    "-D__dovetail_at(x)=": "not the program's",
    "-Ddefined": "not the program's",
    "-D1X": "not the name of a macro",
    "-D": "missing",
    "-UF(x)": "not the name of a macro",
    "-DX=1\n#define Y": "control characters",
    "file.c": "is not a flag",
    "-": "is not a flag",
}


@pytest.mark.parametrize("written", REFUSED)
def test_what_is_refused_by_name(written: str) -> None:
    words = [written] if written.startswith("-DX=1") else written.split()
    with pytest.raises(InputError) as refused:
        read(*words)
    assert REFUSED[written] in refused.value.message
    named = written.split("\n")[0].split("=")[0].split()[0]
    assert named in refused.value.message or named == "-xc++"
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(
    "words",
    [
        ["-ffast-math", "-fno-fast-math"],
        ["-Ofast", "-fno-fast-math"],
        ["-march=native", "-march=x86-64"],
        ["-fsanitize=address,undefined", "-fno-sanitize=all"],
        ["-fopenmp", "-fno-openmp"],
        ["-ftrapv", "-fno-trapv"],
        ["-fno-math-errno", "-fmath-errno"],
        ["-ffinite-math-only", "-fno-finite-math-only"],
        ["-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=uninitialized"],
    ],
)
def test_what_is_taken_back(words: list[str]) -> None:
    assert read(*words) == NO_FLAGS
    with pytest.raises(InputError):
        read(*reversed(words))
    with pytest.raises(InputError):
        read(words[0])


@pytest.mark.parametrize(
    "words",
    [
        *([written] for written in REFUSED),
        *(["-o", "victim"], ["-MF", "victim"], ["-MDvictim"], ["-c"], ["@flags"], ["-save-temps"], ["-g"]),
        *(["-Wall"], ["-O0"], ["-fprofile-use=x"], ["-I", "a"], ["-D", "X=1"], ["-DX"], ["-isystema"]),
        *(
            ["-fsigned-char"],
            ["-DX=1", "-std=c99"],
            ["-m32", "-m64"],
            ["-ansi"],
            [""],
            ["-I"],
            [1],
            "-Ia",
            None,
        ),
    ],
)
def test_evidence_holds_only_what_dovetail_writes(words: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        exact_flags(words)


HANDED_ON = re.compile(
    r"-fno-signed-char|-funsigned-char|-fshort-enums|-ffreestanding|-fgnu89-inline|-fms-extensions"
    r"|-fstrict-flex-arrays=[1-3]|-f(?:no-)?trigraphs|-O[123sz]|-pic-level|-pic-is-pie|-stack-protector|[123]"
    r"|-fcf-protection=(?:full|branch|return)|-pthread|-std=[a-z0-9:]+|-[DU][A-Za-z_$].*"
    r"|-I|-iquote|-isystem|-idirafter|-include|-imacros|[/.\w].*"
)


def test_nothing_else_is_handed_on() -> None:
    """Whatever is written, and however it is put together, compilers are told one of these things."""
    for name in ("-o", "@flags", "-stats-file=victim"):
        Path(name).mkdir()
    Path("x.h").write_text("")
    words = [word for words, _ in (*VALUES, *((case[0], 0) for case in MEANINGS)) for word in words]
    words += [
        "-I",
        "-o",
        "-I@flags",
        "-isystem",
        "-stats-file=victim",
        "-idirafter",
        "@flags",
        "-iquote",
        "-o",
    ]
    words += [
        "-include",
        "x.h",
        "-imacros",
        "x.h",
        "-D",
        "X=-o victim",
        "-fstack-protector-all",
        "-O3",
        "-fPIE",
    ]
    flags = read(*words)
    for word in (*flags.for_preprocessor(), *flags.for_language(), *flags.for_native()):
        assert HANDED_ON.fullmatch(word), word
    assert [word for word in flags.for_preprocessor() if "victim" in word] == [
        "./-stats-file=victim",
        "-DX=-o victim",
    ]


# ---- what they mean ----------------------------------------------------------------------------------------

CHARACTERS = (
    'char c = -1; struct { char b : 3; } s = {7}; const char *t = "\\xff"; char a[4] = "abc"; a[1] = 200;'
    "return (c == 255) + 2 * (s.b == 7) + 4 * (t[0] == 255) + 8 * ('\\xff' == 255) + 16 * (CHAR_MAX == 255)"
    " + 32 * (strchr(a, 200) == a + 1 && strlen(a) == 3) + 64 * (a[1] > 100);"
)
ENUMERATIONS = (
    "enum e { A = 1 }; enum f { B = 300 }; enum g { C = -1, D = 100 }; enum h { E = -1, F = 200 };"
    "struct s { enum e x; enum f y; }; enum g v = -1; return sizeof(enum e) + 10 * sizeof(enum f)"
    " + 50 * (v == C) + 100 * (sizeof(enum h) == 2) + 4 * (sizeof(struct s) == 4);"
)
DEFINED = "\n#ifdef {0}\nreturn {0};\n#else\nreturn 99;\n#endif\n"
MEANINGS = [
    (["-funsigned-char"], CHARACTERS, 127),
    ([], CHARACTERS, 32),
    (["-fshort-enums"], ENUMERATIONS, 175),
    ([], ENUMERATIONS, 4 + 40 + 50),
    (["-std=c89"], "int x = 8 //**/ 2\n; return x;", 4),
    (["-std=gnu89"], "int x = 8 //**/ 2\n; return x;", 8),
    (["-std=c99"], 'return sizeof "??=";', 2),
    (["-std=gnu99"], 'return sizeof "??=" + 10 * (__STDC_VERSION__ == 199901L);', 14),
    (["-trigraphs"], 'return sizeof "??=";', 2),
    (["-std=c17"], "return __STDC_VERSION__ == 201710L && __STRICT_ANSI__;", 1),
    (["-std=c23"], "return __STDC_VERSION__ == 202311L;", 1),
    (["-ffreestanding"], "return __STDC_HOSTED__;", 0),
    (
        ["-fms-extensions"],
        "struct a { int x; }; struct b { struct a; int y; } v = {{3}, 4}; return v.x * 10 + v.y;",
        34,
    ),
    (["-fgnu89-inline"], DEFINED.format("__GNUC_GNU_INLINE__"), 1),
    ([], DEFINED.format("__OPTIMIZE__"), 99),
    (["-O2"], DEFINED.format("__OPTIMIZE__"), 1),
    (["-Os"], DEFINED.format("__OPTIMIZE_SIZE__"), 1),
    ([], DEFINED.format("__PIC__"), 99),
    (["-fPIC"], DEFINED.format("__PIC__"), 2),
    (["-fpie"], "return __PIE__ * 10 + __PIC__;", 11),
    (["-fstack-protector"], DEFINED.format("__SSP__"), 1),
    (["-fcf-protection=branch"], DEFINED.format("__CET__"), 1),
    (["-pthread"], DEFINED.format("_REENTRANT"), 1),
    (["-m32"], "return sizeof(long) + sizeof(void *);", 8),
    (["-DX", "-DY=4", "-DF(a)=(a*2)", "-UX"], "\n#ifdef X\nreturn 1;\n#endif\nreturn Y + F(3);", 10),
    (["-fwrapv"], "int x = 2147483647; return x + 1 < 0;", 1),
]


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "case", thinned(range(len(MEANINGS)), 2, ids=lambda at: " ".join(MEANINGS[at][0]) or "none")
)
def test_a_meaning(case: int, native: bool) -> None:
    flags, body, expected = MEANINGS[case]
    Path("f.c").write_text(f"#include <limits.h>\n#include <string.h>\nint main(void) {{ {body} }}\n")
    done = dovetail.run("f.c", flags=flags, native=native, story=False)
    assert done.end.exit_code == expected, done.sentence


@pytest.mark.slow
def test_two_ways_to_the_same_characters() -> None:
    """Native run and executor agree where it matters: on a function of the library's, and on an input."""
    text = """
#include <assert.h>
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char c = __VERIFIER_nondet_char();
    assert(c >= 0);
    assert(isalpha('a') && tolower('A') == 'a');
}
"""
    Path("f.c").write_text(text)
    found = dovetail.check("f.c", flags=["-funsigned-char"], timeout=60)
    assert found.verdict == "proved"
    assert dovetail.check("f.c", timeout=60).verdict == "violated"


# ---- header files ------------------------------------------------------------------------------------------


def test_the_order_of_folders() -> None:
    """Quotation marks, -I, -isystem, Dovetail's own, -idirafter."""
    for number, name in enumerate(("beside", "quote", "user", "system", "after"), 1):
        Path(name).mkdir()
        Path(name, "x.h").write_text(f"#define X {number}\n")
        Path(name, "stddef.h").write_text(f"#define X {number}\ntypedef unsigned long size_t;\n")
    flags = ["-idirafter", "after", "-isystem", "system", "-I", "user", "-iquote", "quote"]

    def value(include: str, used: list[str]) -> int | None:
        Path("f.c").write_text(
            f"#include {include}\n#ifndef X\n#define X 9\n#endif\nint main(void) {{ return X; }}\n"
        )
        return dovetail.run("f.c", flags=used, story=False).end.exit_code

    assert value('"x.h"', flags) == 2
    assert value("<x.h>", flags) == 3
    assert value("<x.h>", flags[:4]) == 4
    assert value("<x.h>", flags[:2]) == 5
    assert value("<stddef.h>", flags[:2]) == 9
    assert value("<stddef.h>", flags[:4]) == 4


def test_files_that_are_read_first() -> None:
    Path("inc").mkdir()
    Path("inc", "config.h").write_text("#define X 3\nint y = 4;\n")
    Path("f.c").write_text("extern int y;\nint main(void) { return X + y; }\n")
    assert dovetail.run("f.c", flags=["-Iinc", "-include", "config.h"]).end.exit_code == 7
    Path("f.c").write_text("int y = 5;\nint main(void) { return X + y; }\n")
    assert dovetail.run("f.c", flags=["-Iinc", "-imacros", "config.h"]).end.exit_code == 8
    loaded = load(["f.c"], LoadOptions(build=Build(("-imacros", "inc/config.h"))))
    assert [file.path for file in loaded.headers] == ["inc/config.h"]


def test_a_header_map_is_no_folder() -> None:
    """A file behind -I would say where header files are."""
    Path("x.hmap").write_bytes(b"hmap" + bytes(100))
    Path("f.c").write_text("int main(void) { return 0; }\n")
    assert load(["f.c"], LoadOptions(build=Build(("-Ix.hmap",)))).flags == (NO_FLAGS,)


def test_header_files_that_are_the_systems() -> None:
    """As with a system's own compiler, -I/usr/include changes nothing about the C library's header files."""
    if not Path("/usr/include/stdio.h").exists():
        pytest.skip("there are no header files on this system")
    Path("f.c").write_text("#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return 0; }\n")
    for way in (["-I/usr/include"], ["-isystem", "/usr/include"], ["-I/usr/include/x86_64-linux-gnu"]):
        loaded = load(["f.c"], LoadOptions(build=Build(tuple(way))))
        assert (loaded.headers, loaded.flags[0].replacing) == ((), ())


def test_a_header_file_instead_of_the_librarys_is_said() -> None:
    Path("inc").mkdir()
    Path("inc", "assert.h").write_text("#define assert(c) ((void)0)\n")
    Path("f.c").write_text("#include <assert.h>\nint main(void) { assert(0); return 0; }\n")
    loaded = load(["f.c"], LoadOptions(build=Build(("-Iinc",))))
    texts = [one.text for one in loaded.program.assumptions]
    assert "inc/assert.h is read instead of <assert.h> of Dovetail's own" in texts
    assert not load(["f.c"], LoadOptions(build=Build(("-idirafter", "inc")))).headers


def test_a_header_file_that_is_missing() -> None:
    Path("f.c").write_text('#include "gone.h"\nint main(void) { return 0; }\n')
    with pytest.raises(InputError, match=r"^f.c:1:10: 'gone.h' file not found: .* with -I, or .* with -p"):
        load(["f.c"])


# ---- what contradicts --------------------------------------------------------------------------------------


def test_the_data_model() -> None:
    Path("f.c").write_text("int main(void) { return sizeof(long); }\n")
    assert load(["f.c"], LoadOptions(build=Build(("-m32",)))).data_model is DataModel.ILP32
    assert load(["f.c"], LoadOptions(data_model=DataModel.ILP32)).data_model is DataModel.ILP32
    both = LoadOptions(data_model=DataModel.ILP32, build=Build(("-m64",)))
    with pytest.raises(InputError, match=r"--data-model ILP32 contradicts the flags of f\.c: they say LP64"):
        load(["f.c"], both)


def test_overflow_that_is_wanted() -> None:
    Path("f.c").write_text("int main(void) { int x = 2147483647; return x + 1 < 0; }\n")
    with pytest.raises(InputError, match="-fwrapv and the property no-overflow"):
        load(["f.c"], LoadOptions(properties=("no-overflow",), build=Build(("-fwrapv",))))
    load(["f.c"], LoadOptions(properties=("no-overflow",), build=Build(("-fwrapv", "-fno-wrapv"))))


def test_files_that_do_not_fit_together() -> None:
    Path("f.c").write_text("int main(void) { return 0; }\n")
    Path("g.c").write_text("int g;\n")
    with pytest.raises(InputError, match=r"-funsigned-char is for g\.c only"):
        load(["f.c", "g.c"], LoadOptions(build=Build(each=(NO_FLAGS, Flags(unsigned_char=True)))))
    with pytest.raises(InputError, match="different machines"):
        load(["f.c", "g.c"], LoadOptions(build=Build(each=(Flags(bits=64), Flags(bits=32)))))


def test_flags_are_a_list() -> None:
    Path("f.c").write_text("int main(void) { return 0; }\n")
    with pytest.raises(InputError, match="list of words"):
        dovetail.show("f.c", flags="-DX")
