"""What can go wrong around a native run. None of these says anything about the program's behaviour."""

from __future__ import annotations


class NativeError(Exception):
    """A native run could not be made: a fault of the installation or of Dovetail."""


class ToolchainError(NativeError):
    """The compiler is missing, or this machine cannot run what it makes."""


class CompileError(NativeError):
    """The compiler rejected the text; `message` is what it said."""

    def __init__(self, unit: str, message: str) -> None:
        super().__init__(f"{unit} does not compile:\n{message}")
        self.unit = unit
        self.message = message


class LinkError(NativeError):
    """The parts do not make a program; `undefined` names the functions and variables that nobody defines."""

    def __init__(self, message: str, undefined: tuple[str, ...]) -> None:
        missing = f"undefined: {', '.join(undefined)}" if undefined else message
        super().__init__(f"the program does not link: {missing}")
        self.message = message
        self.undefined = undefined
