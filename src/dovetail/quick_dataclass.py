"""`dataclass` of the standard library, made in a fifth of the time.

There are hundreds of them, and each start of Dovetail makes nearly all. The standard library compiles six or
seven functions for each, one after the other: that was a third of what a check of a small file takes. Here it
finds the fields and the slots, and what the functions do is the same; but `__init__`, `__eq__` and `__hash__`
are compiled together, when the first of them is called (of most classes a command never makes an object), and
the others are not compiled at all. Who forks for many others has all compiled before (`compile_all`).

Not here: what is seldom used (order, keywords only); for that it is the standard library's own. A type
checker sees nothing but that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, order=False, kw_only=False):
        """As in the standard library."""

        def made(of: type) -> type:
            if order or kw_only:
                return dataclasses.dataclass(
                    of, frozen=frozen, slots=slots, eq=eq, order=order, kw_only=kw_only
                )
            return _made(of, frozen, slots, eq)

        return made if cls is None else made(cls)


def _made(cls: type, frozen: bool, slots: bool, eq: bool) -> type:
    own = set(vars(cls))
    cls.__doc__ = cls.__doc__ or cls.__name__  # otherwise a signature would be made for it, which takes long
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
    told = list(dataclasses.fields(made))
    methods: dict[str, Any] = _later(made, told, frozen=frozen, eq=eq)
    methods["__repr__"] = _repr
    if frozen:
        methods |= _frozen(made, {one.name for one in told})
    if frozen and slots:
        methods |= {"__getstate__": _getstate, "__setstate__": _setstate}
    if eq and not frozen:
        methods["__hash__"] = None
    elif "__eq__" in own:  # it has made Python set this to None
        own -= {"__hash__"} if vars(made).get("__hash__") is None else set()
    methods["__signature__"] = _Signature()
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


class _Signature:
    """What `inspect.signature` is told of a class: that of the constructor that stands there once it has been
    compiled. Instances have none."""

    def __get__(self, instance: object, owner: type) -> Any:
        import inspect  # takes as long as some modules do, and few ask

        if instance is not None:
            raise AttributeError("__signature__")
        for cls in owner.__mro__:
            if cls in _waiting:
                _waiting[cls]()
        signature = inspect.signature(owner.__init__)  # type: ignore[misc]
        return signature.replace(parameters=list(signature.parameters.values())[1:])


_waiting: dict[type, Callable[[], object]] = {}
"""The classes whose functions are not compiled yet, and what does it."""


def compile_all() -> None:
    """Compile what is not compiled yet: who is forked from here need not."""
    for of in list(_waiting):
        _waiting[of]()


def _later(
    cls: type, fields: list[dataclasses.Field[Any]], *, frozen: bool, eq: bool
) -> dict[str, Callable[..., Any]]:
    """Those whose speed counts. Whichever is called first compiles all, and they take their places."""

    def compiled() -> dict[str, Callable[..., Any]]:
        functions = _compiled(cls, fields, frozen=frozen, eq=eq)
        for name, function in functions.items():
            if vars(cls).get(name) is standing_in.get(name):
                setattr(cls, name, function)
        _waiting.pop(cls, None)
        return functions

    def init(self: Any, *values: Any, **named: Any) -> None:
        compiled()["__init__"](self, *values, **named)

    def equal(self: Any, other: object) -> Any:
        return compiled()["__eq__"](self, other)

    def hashed(self: Any) -> int:
        return int(compiled()["__hash__"](self))

    standing_in: dict[str, Callable[..., Any]] = {"__init__": init}
    if eq:
        standing_in["__eq__"] = equal
        if frozen:
            standing_in["__hash__"] = hashed
    _waiting[cls] = compiled
    return standing_in


def _compiled(
    cls: type, fields: list[dataclasses.Field[Any]], *, frozen: bool, eq: bool
) -> dict[str, Callable[..., Any]]:
    known: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": dataclasses.MISSING}
    lines = [f"def __init__({', '.join(('self', *_parameters(fields, known)))}):"]
    for field in fields:
        value = _initial(field)
        if value:
            name = field.name
            lines.append(f' _set(self, "{name}", {value})' if frozen else f" self.{name} = {value}")
    lines.append(" self.__post_init__()" if hasattr(cls, "__post_init__") else " pass")
    if eq:
        compared = [one.name for one in fields if one.compare]
        hashed = [one.name for one in fields if (one.compare if one.hash is None else one.hash)]
        lines += [
            "def __eq__(self, other):",
            " if other.__class__ is not self.__class__:",
            "  return NotImplemented",
            f" return {_tuple('self', compared)} == {_tuple('other', compared)}",
        ]
        if frozen:
            lines += ["def __hash__(self):", f" return hash({_tuple('self', hashed)})"]
    functions: dict[str, Callable[..., Any]] = {}
    exec("\n".join(lines), known, functions)
    for name, function in functions.items():
        function.__qualname__ = f"{cls.__qualname__}.{name}"
        function.__module__ = cls.__module__
    return functions


def _parameters(fields: list[dataclasses.Field[Any]], known: dict[str, Any]) -> Iterator[str]:
    for field in fields:
        if field.default is not dataclasses.MISSING:
            known[f"_default_{field.name}"] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            known[f"_factory_{field.name}"] = field.default_factory
        if not field.init:
            continue
        if field.default is not dataclasses.MISSING:
            yield f"{field.name}=_default_{field.name}"
        elif field.default_factory is not dataclasses.MISSING:
            yield f"{field.name}=_MISSING"
        else:
            yield field.name


def _initial(field: dataclasses.Field[Any]) -> str:
    """What a field is set to; nothing if whoever makes the object does that."""
    name = field.name
    if field.default_factory is not dataclasses.MISSING:
        made = f"_factory_{name}()"
        return f"{made} if {name} is _MISSING else {name}" if field.init else made
    if field.init:
        return name
    return f"_default_{name}" if field.default is not dataclasses.MISSING else ""


def _tuple(of: str, names: list[str]) -> str:
    return f"({''.join(f'{of}.{name}, ' for name in names)})"


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _frozen(cls: type, names: set[str]) -> dict[str, Callable[..., Any]]:
    def assign(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def delete(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    return {"__setattr__": assign, "__delattr__": delete}


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
