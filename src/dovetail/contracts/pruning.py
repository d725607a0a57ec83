"""Leave out what a proof does not rest on: the checker need not judge it, and nobody read it.

Every single postcondition has a switch, and unsatisfiable cores say which were needed: first by the start of
the program, then by what that needed. Only where no procedure has a loop, and all is one formula each.
"""

from __future__ import annotations

from collections.abc import Collection

from dovetail.contracts.together import Contracts
from dovetail.formulas.one_formula import SECONDS
from dovetail.formulas.summaries import Pair, Switches
from dovetail.program.contracts import Contract


def prune(contracts: Contracts, open_: Collection[int]) -> None:
    """`open_` are the checks that are not excluded anyway."""
    proving = contracts.proving
    if any(map(proving.has_loops, contracts.program.procedures)):
        return
    switches: Switches = {}
    assumed = contracts.assumed(switches=switches)
    kept: dict[Pair, set[int]] = {}
    waiting: dict[Pair | None, None] = {None: None}

    def keep(pair: Pair, posts: set[int]) -> None:
        if pair not in kept or not posts <= kept[pair]:
            kept.setdefault(pair, set()).update(posts)
            waiting[pair] = None

    for summary in contracts.summaries.values():
        keep(summary.root, set())
        for point in summary.pairs:
            if point.point and summary.context:
                keep(point, set())
    while waiting:
        pair = waiting.popitem()[0]
        name = contracts.program.entry if pair is None else pair.procedure
        requires = Contract() if pair is None else Contract(contracts.summaries[name].requires(pair))
        posts = () if pair is None else pair.posts
        alone = contracts.modular.alone(name, assumed, requires)
        formula = proving.formula(alone, posts, SECONDS, switches.keys())
        unused = {index for index in range(len(posts)) if pair and index not in kept[pair]}
        failed = set() if pair is None else contracts.inside[name].failed
        needed = formula.needed({*contracts.settled, *open_, *failed}, unused)
        proving.count(formula)
        if needed is None:
            return
        for switch in sorted(needed, key=lambda variable: variable.serial):
            used, index = switches[switch]
            keep(used, {index})
    for one, indices in kept.items():
        one.posts = [post for index, post in enumerate(one.posts) if index in indices]
    for summary in contracts.summaries.values():
        summary.pairs = [one for one in summary.pairs if one in kept]
