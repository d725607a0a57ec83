"""Types spelled as C, for the text that the front end adds to the native copy."""

from __future__ import annotations

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.syntax import QualType
from dovetail.program.types import FloatType, IntType, PointerType, RecordType, Type

_INTEGERS = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}


def spelled(type_: Type) -> str:
    """A C type with the same values, that is passed and returned in the same way; a record by its name."""
    match type_:
        case IntType(name="_Bool"):
            return "_Bool"
        case IntType(width=width, signed=signed):
            return f"{'signed' if signed else 'unsigned'} {_INTEGERS[width]}"
        case FloatType():
            return str(type_)
        case PointerType():
            return "void *"
        case RecordType(name=name) if not name.startswith("<"):
            return str(type_)
        case _:
            raise UnsupportedError(f"a value of type {type_} cannot be an input")


CHOSEN = {(32, True): "int", (32, False): "uint", (64, True): "longlong", (64, False): "ulonglong"}
"""By width and sign: the end of the name of the probe for what a switch is about."""

LENGTH = "__dovetail_vla_"
"""The beginning of the names of variables that hold the lengths of arrays."""

OUTSIDE_FILE = "<functions without a body>"
"""What stands for the name of the file of the text that `outside` writes."""
OWN = "__dovetail_"
CALLED_BACK = "__dovetail_called_back_"
"""The beginning of the names of functions that stand for callbacks from outside."""
RESULT = "__dovetail_result_of_"
WRITTEN = "__dovetail_written_"
"""The beginnings of the names of inputs: what a function without a body returns, and what such functions
leave in a variable (`outside`)."""
INPUT_BY_NAME = "nondet_"
"""Functions without a body that are called so, and are given nothing, are widely taken as inputs."""
FILE_LOCAL = "__CPROVER_file_local_"
"""How the names begin under which CBMC's compiler exports what is local to a file."""
UNINTERPRETED = "__CPROVER_uninterpreted_"
"""Functions of CBMC's that have no meaning but that they are functions: each call may give any value, of the
same arguments the same one. To take any value for each call is to take more than there is: so a proof holds,
and a violation need not be one (`evidence.violation`)."""


def input_of(name: str) -> str | None:
    """The user's name for an input of Dovetail's own text: of a function, or of a variable."""
    for prefix in (RESULT, WRITTEN):
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return None


def is_input(name: str) -> bool:
    """Is a function without a body one that is only asked for a value?"""
    return name.startswith((RESULT, WRITTEN, INPUT_BY_NAME, UNINTERPRETED))


def written_out(type_: QualType) -> str:
    """A type as C text, in which stars are not hidden behind a name."""
    if "*" not in type_.text and type_.desugared is not None and "*" in type_.desugared:
        return type_.desugared
    return type_.text
