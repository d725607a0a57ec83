"""Coerce: what the definitions of the predicates exclude (Sagiv, Reps & Wilhelm 2002, section 6.4).

Each rule is a consequence of the definitions in `heaps`: it narrows what a link may hold, makes a mark
definite, or finds that no heap at all is described. They are applied until nothing changes. There is no
general prover: a rule that is missing costs precision and nothing else.
"""

from __future__ import annotations

from dovetail.domains.shapes.structures import DEAD, Draft
from dovetail.domains.shapes.three_valued import HALF, NO, YES


class _NoHeap(Exception):
    """The structure describes none."""


def coerce(draft: Draft) -> bool:
    """Sharpen a structure in place. False if it describes no heap."""
    rules = _Rules(draft)
    try:
        while rules.round():
            pass
    except _NoHeap:
        return False
    return True


class _Rules:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.at = draft.at
        self.changed = False

    def round(self) -> bool:
        self.changed = False
        for group in range(self.at.groups):
            self._sharing(group)
            self._cycles(group)
            for pointer, value in enumerate(self.draft.values):
                if value != DEAD:  # of which nothing is marked
                    self._reaching(group, pointer, value)
        self._inverses()
        if self.draft.words.data is not None:
            self._order()
            self._data()
        return self.changed

    # What rules do

    def _narrow(self, link: int, node: int, without: int) -> None:
        held = self.draft.links[link][node]
        if without in held:
            rest = held - {without}
            if not rest:
                raise _NoHeap
            self.draft.links[link][node] = rest
            self.changed = True

    def _only(self, link: int, node: int, target: int) -> None:
        held = self.draft.links[link][node]
        if target not in held:
            raise _NoHeap
        if len(held) > 1:
            self.draft.links[link][node] = frozenset((target,))
            self.changed = True

    def _mark(self, node: int, column: int, value: int) -> None:
        """A mark of all blocks of an individual becomes known."""
        before = self.draft.marks[node][column]
        if before == HALF:
            self.draft.marks[node][column] = value
            self.changed = True
        elif before != value:
            raise _NoHeap

    # Groups of links

    def _sharing(self, group: int) -> None:
        """A block that is not shared is pointed to once."""
        draft, column = self.draft, self.at.shared + group
        links = draft.words.groups[group].links
        definite: dict[int, list[tuple[int, int]]] = {}
        for link in links:
            for node, held in draft.links[link].items():
                if len(held) == 1:
                    (target,) = held
                    if target >= 0 and not draft.summary[target]:
                        definite.setdefault(target, []).append((link, node))
        for target, sources in definite.items():
            several = len(sources) > 1
            if several:
                self._mark(target, column, YES)
            elif draft.marks[target][column] == NO:
                ((link, node),) = sources
                if draft.summary[node]:
                    draft.summary[node] = False
                    self.changed = True
                for other_link in links:
                    for other in draft.nodes:
                        if (other_link, other) != (link, node):
                            self._narrow(other_link, other, target)
        self._unshared(column, links)

    def _unshared(self, column: int, links: tuple[int, ...]) -> None:
        """What nobody, or one alone, can point to is not shared."""
        draft = self.draft
        for node in draft.nodes:
            value = draft.marks[node][column]
            if value == NO:
                continue
            sources = [(k, u) for k in links for u in draft.nodes if node in draft.links[k][u]]
            if not sources or (len(sources) == 1 and not draft.summary[sources[0][1]]):
                self._mark(node, column, NO)

    def _cycles(self, group: int) -> None:
        """Blocks on cycles follow each other: one is followed by one, and comes after one."""
        draft, column = self.draft, self.at.cyclic + group
        links = draft.words.groups[group].links
        for node in draft.nodes:
            value = draft.marks[node][column]
            if value == NO:
                for link in links:
                    if not draft.summary[node]:
                        self._narrow(link, node, node)
                continue
            after = any(
                target >= 0 and draft.marks[target][column] != NO
                for link in links
                for target in draft.links[link][node]
            )
            before = any(
                draft.marks[other][column] != NO and node in draft.links[link][other]
                for link in links
                for other in draft.nodes
            )
            if not (after and before):
                self._mark(node, column, NO)
            elif value == YES and len(links) == 1:
                for target in draft.links[links[0]][node]:
                    if target < 0 or draft.marks[target][column] == NO:
                        self._narrow(links[0], node, target)
                        break

    def _reaching(self, group: int, pointer: int, value: int) -> None:
        draft, column = self.draft, self.at.reached(group, pointer)
        marks = draft.marks
        if value < 0:
            for node in draft.nodes:
                if marks[node][column] != NO:
                    self._mark(node, column, NO)
            return
        if marks[value][column] != YES:
            self._mark(value, column, YES)
        links = draft.words.groups[group].links
        self._closed(links, column)
        self._have_come(links, group, column, value)
        if marks[value][self.at.cyclic + group] == NO:
            for link in links:
                for node in draft.nodes:
                    if marks[node][column] == YES:
                        self._narrow(link, node, value)
        if len(links) == 1:
            self._on_one_line(links[0], column, value)

    def _closed(self, links: tuple[int, ...], column: int) -> None:
        """What a reached block points to is reached."""
        draft, marks = self.draft, self.draft.marks
        for link in links:
            for node in draft.nodes:
                reached = marks[node][column]
                if reached == NO:
                    continue
                held = draft.links[link][node]
                if reached == YES:
                    for target in held:
                        if target >= 0 and marks[target][column] == NO:
                            self._narrow(link, node, target)
                    if len(held) == 1:
                        (target,) = held
                        if target >= 0 and not draft.summary[target] and marks[target][column] == HALF:
                            self._mark(target, column, YES)
                elif len(held) == 1:
                    (target,) = held
                    if target >= 0 and marks[target][column] == NO:
                        self._mark(node, column, NO)

    def _have_come(self, links: tuple[int, ...], group: int, column: int, value: int) -> None:
        """A reached block is where the pointer points to, or what a reached block points to. If it is not
        shared, no other block points to it."""
        draft, marks = self.draft, self.draft.marks
        for node in draft.nodes:
            if node == value or marks[node][column] == NO:
                continue
            sources = [
                (link, other)
                for link in links
                for other in draft.nodes
                if marks[other][column] != NO and node in draft.links[link][other]
            ]
            # A summary may follow itself, but the first of its blocks must follow another.
            if not any(other != node for _, other in sources):
                self._mark(node, column, NO)
                continue
            if marks[node][column] != YES:
                continue
            if len(sources) == 1 and not draft.summary[node] and not draft.summary[sources[0][1]]:
                self._only(sources[0][0], sources[0][1], node)
            if marks[node][self.at.shared + group] == NO:
                for link in links:
                    for other in draft.nodes:
                        if marks[other][column] == NO:
                            self._narrow(link, other, node)

    def _on_one_line(self, link: int, column: int, value: int) -> None:
        """Along one link, all that is reached lies on one line. What is not on a cycle and comes with nothing
        behind it, though more is reached, is not the end."""
        draft, marks = self.draft, self.draft.marks
        held = draft.links[link][value]
        others = [node for node in draft.nodes if node != value and marks[node][column] == YES]
        if others:
            for target in held:
                if target < 0:
                    self._narrow(link, value, target)
        node, seen = value, {value}
        while len(draft.links[link][node]) == 1:
            (target,) = draft.links[link][node]
            if target in seen or target < 0 or draft.summary[target]:
                break
            seen.add(target)
            node = target
        else:
            # Everything else that is reached lies behind the last block of the definite line.
            rest = [other for other in others if other not in seen]
            if rest:
                for target in draft.links[link][node]:
                    if target < 0 or target in seen:
                        self._narrow(link, node, target)
            return
        if target < 0 or target in seen:
            for other in draft.nodes:
                if other not in seen and marks[other][column] != NO:
                    self._mark(other, column, NO)

    # Other predicates

    def _inverses(self) -> None:
        draft = self.draft
        for index, (one, two) in enumerate(draft.words.inverses):
            column = self.at.inverse + index
            for node in draft.nodes:
                held = draft.links[one][node]
                value = draft.marks[node][column]
                if all(target < 0 for target in held):
                    if value != YES:
                        self._mark(node, column, YES)
                    continue
                if value == YES:
                    for target in held:
                        if target >= 0 and node not in draft.links[two][target]:
                            self._narrow(one, node, target)
                    if len(held) == 1:
                        (target,) = held
                        if target >= 0 and not draft.summary[target] and not draft.summary[node]:
                            self._only(two, target, node)
                elif len(held) == 1:
                    (target,) = held
                    if target >= 0 and node not in draft.links[two][target]:
                        if value == HALF:
                            self._mark(node, column, NO)
                    elif target >= 0 and draft.links[two][target] == {node} and not draft.summary[node]:
                        self._mark(node, column, YES)

    def _order(self) -> None:
        """inOrder, by its definition."""
        draft = self.draft
        if not draft.words.groups:
            return
        link = draft.words.groups[0].links[0]
        for node in draft.nodes:
            held = draft.links[link][node]
            blocks = [target for target in held if target >= 0]
            value = draft.marks[node][self.at.order]
            if not blocks:
                if value != YES:
                    self._mark(node, self.at.order, YES)
                continue
            if len(held) > 1:
                if value == NO:
                    for target in held:
                        if target < 0:
                            self._narrow(link, node, target)
                continue
            known = draft.dle[node, blocks[0]]
            if value == HALF:
                if known != HALF:
                    self._mark(node, self.at.order, known)
            elif not draft.summary[node] and not draft.summary[blocks[0]]:
                self._known_order(node, blocks[0], value)
            elif known not in (HALF, value):
                raise _NoHeap

    def _known_order(self, one: int, two: int, value: int) -> None:
        before = self.draft.dle[one, two]
        if before == HALF:
            self.draft.dle[one, two] = value
            self.changed = True
        elif before != value:
            raise _NoHeap

    def _data(self) -> None:
        """The order of data is reflexive, total and transitive."""
        draft = self.draft
        single = [node for node in draft.nodes if not draft.summary[node]]
        for node in single:
            self._known_order(node, node, YES)
        nodes = draft.nodes
        for one in nodes:
            for two in nodes:
                if draft.dle[one, two] == NO and draft.dle[two, one] != YES:
                    self._known_order(two, one, YES)
        for middle in nodes:
            for one in nodes:
                if draft.dle[one, middle] != YES:
                    continue
                for two in nodes:
                    if draft.dle[middle, two] == YES and draft.dle[one, two] != YES:
                        self._known_order(one, two, YES)
