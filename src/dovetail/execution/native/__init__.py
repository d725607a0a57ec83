"""Native runs: the user's C, compiled by a real compiler, on given inputs.

A violation that Dovetail reports has happened here first. `NativeProgram.build` makes the executable, `run`
and `run_batch` run it; nothing here knows the Program or any strategy.
"""

from dovetail.execution.native.coverage import Coverage
from dovetail.execution.native.errors import CompileError, LinkError, NativeError, ToolchainError
from dovetail.execution.native.program import NativeProgram, NativeRun
from dovetail.execution.native.wire import SANITIZED, Comparison, Consumption

__all__ = [
    "SANITIZED",
    "Comparison",
    "CompileError",
    "Consumption",
    "Coverage",
    "LinkError",
    "NativeError",
    "NativeProgram",
    "NativeRun",
    "ToolchainError",
]
