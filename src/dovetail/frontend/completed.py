"""The files of a program, completed: with text that starts it, and with what stands for functions without a
body.

Both are C text behind the user's own, and read once more together with it. What that text is, `entry`,
`client`, `command_line` and `outside` say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dovetail.frontend.callees import Callees
from dovetail.frontend.client import CLIENT, Api, Client, client_for
from dovetail.frontend.command_line import COMMAND_LINE, MAIN, entry_for_main, looks_at_arguments
from dovetail.frontend.contract_places import without_bodies
from dovetail.frontend.contract_text import ContractWriter
from dovetail.frontend.contracts_given import GivenContract, given_contracts
from dovetail.frontend.entry import ENTRY, Entry, entry_for
from dovetail.frontend.errors import InputError
from dovetail.frontend.externals import externals
from dovetail.frontend.made_up import NO_CALLBACKS, Callbacks
from dovetail.frontend.outside import Outside, OutsideText
from dovetail.frontend.own_calls import called_again_by, calls_itself, with_own_calls
from dovetail.frontend.restrictions import Sentence
from dovetail.frontend.spelling import OUTSIDE_FILE
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import Target
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Completed:
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
    outside: Outside = Outside()  # it is frozen


@dataclass(frozen=True, slots=True)
class Start:
    """What a program starts in: main, a function, or any client. `by_contract` are the functions that a
    function under a contract calls by theirs; if there is no such list, all that have one."""

    function: str | None
    api: Api | None
    by_contract: tuple[str, ...] | None = None
    svcomp: bool = False

    def takes(self, name: str) -> bool:
        return name != self.function and (self.by_contract is None or name in self.by_contract)

    def takes_own(self, contract: GivenContract) -> bool:
        """Does its contract stand for the function that is checked where it calls itself?"""
        said = self.by_contract is None or contract.function in self.by_contract
        return (said or bool(contract.of_kind("decreases"))) and not contract.writes_anything

    def by_contracts(self, units: list[TranslationUnit]) -> frozenset[str]:
        """The functions whose contracts stand for them: where one that has a contract is checked, all that
        have one; elsewhere code is followed, and those without any have nothing else to say what they do."""
        if self.api is not None:
            return frozenset()
        given = [name for unit in units for name in given_contracts(unit)]
        defined = {name for unit in units for name in unit.functions} if self.function not in given else set()
        return frozenset(name for name in given if self.takes(name) and name not in defined)


def completed(
    units: list[TranslationUnit], start: Start, target: Target, outside: OutsideText | None
) -> Completed:
    """If what is to stand for functions without a body is no C, for want of names for types, they are refused
    where they are called."""
    try:
        return _start(units, start, target, outside)
    except InputError as error:
        if error.position is None or error.position.file != OUTSIDE_FILE:
            raise
        without = _start(units, start, target, None)
        return replace(without, outside=Outside(functions=frozenset()))


def outside_text(
    units: list[TranslationUnit], start: Start, target: Target, *, pure: bool, forgets: bool
) -> OutsideText | None:
    """What stands for functions without a body, and for callbacks; for some a contract does."""
    if any(unit.assembly for unit in units):
        return None
    by_contract = start.by_contracts(units)
    found = [] if pure else [one for one in externals(units, target) if one.name not in by_contract]
    return OutsideText(units, found, target, pure=pure, forgets=forgets)


def _start(
    units: list[TranslationUnit], start: Start, target: Target, outside: OutsideText | None
) -> Completed:
    api, function = start.api, start.function
    if api is not None:
        client = client_for(units, api, target, lambda unit: Callees(unit, units, outside, exported=True))
        made = (*client.calls, *([client.init] if client.init is not None else []))
        calls = tuple(call.function for call in made)
        followed, beyond = _followed(units, client.texts, target, outside)
        return Completed(
            *(followed, CLIENT, ENTRY, client.sentences, calls, client.callbacks, client), outside=beyond
        )
    if function is None:
        return _main(units, start, target, outside)
    home = next(unit for unit in units if function in unit.functions)
    contract = given_contracts(home).get(function)
    if contract is not None:
        return _unit(units, home, contract, start, target, outside)
    wrapper = entry_for(home, function, target, Callees(home, units, outside, exported=False))
    texts = _stand_ins(units, start)
    texts[home.index] += wrapper.text
    followed, beyond = _followed(units, texts, target, outside)
    calls = (function,)
    return Completed(
        *(followed, function, ENTRY, wrapper.sentences, calls, wrapper.callbacks),
        wrapper=wrapper,
        outside=beyond,
    )


def _unit(
    units: list[TranslationUnit],
    home: TranslationUnit,
    contract: GivenContract,
    start: Start,
    target: Target,
    outside: OutsideText | None,
) -> Completed:
    """A function under its contract, and contracts in place of what it calls."""
    texts: dict[int, str] = {}
    by_contract = [_taken(unit, home, units, start) for unit in units]
    again = called_again_by(units, home, contract, frozenset(name for names in by_contract for name in names))
    wrapper = ContractWriter(home, contract).caller(again)
    standing: list[TranslationUnit] = []
    for unit, replaced in zip(units, by_contract, strict=True):
        contracts = given_contracts(unit)
        texts[unit.index] = "".join(ContractWriter(unit, contracts[name]).body() for name in replaced)
        left = without_bodies(unit, replaced, target)
        if unit is home and start.takes_own(contract) and calls_itself(left, contract):
            texts[unit.index] += ContractWriter(unit, contract).body(own=True)
            left = with_own_calls(left, contract.function, target)
        standing.append(left)
    texts[home.index] += wrapper.text
    followed, beyond = _followed(standing, texts, target, outside)
    return Completed(
        *(followed, contract.function, ENTRY, wrapper.sentences, (contract.function,), wrapper.callbacks),
        wrapper=wrapper,
        outside=beyond,
    )


def _taken(
    unit: TranslationUnit, home: TranslationUnit, units: list[TranslationUnit], start: Start
) -> list[str]:
    """The functions whose contracts stand for them in a file."""
    contracts = given_contracts(unit)
    defined = {name for one in units for name in one.functions}
    return [
        name
        for name in contracts
        if start.takes(name)
        and (name in unit.functions or (unit is home and name not in defined))
        and not (contracts[name].writes_anything and name in defined)
    ]


def _stand_ins(units: list[TranslationUnit], start: Start) -> dict[int, str]:
    """For functions without code that have contracts: what does as they say, once for each of them."""
    left = set(start.by_contracts(units))
    texts: dict[int, str] = {}
    for unit in units:
        contracts = given_contracts(unit)
        here = [name for name in contracts if name in left]
        texts[unit.index] = "".join(ContractWriter(unit, contracts[name]).body() for name in here)
        left -= set(here)
    return texts


def _main(
    units: list[TranslationUnit], start: Start, target: Target, outside: OutsideText | None
) -> Completed:
    """Where SV-COMP's conventions hold, a program is started without arguments."""
    home = next(unit for unit in units if MAIN in unit.functions)
    texts = _stand_ins(units, start)
    if start.svcomp or not looks_at_arguments(home):
        followed, beyond = _followed(units, texts, target, outside)
        return Completed(followed, MAIN, MAIN, outside=beyond)
    wrapper = entry_for_main(home)
    texts[home.index] += wrapper.text
    followed, beyond = _followed(units, texts, target, outside)
    return Completed(followed, MAIN, COMMAND_LINE, wrapper.sentences, outside=beyond)


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
    followed = TranslationUnit(unit.source.followed_by(text), target, index=unit.index, flags=unit.flags)
    followed.clauses = unit.clauses
    return followed
