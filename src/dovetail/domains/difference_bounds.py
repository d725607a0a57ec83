"""The matrices of octagons (Miné, "The octagon abstract domain", 2006), closed over the integers.

A variable x is two nodes: V(2k) = x and V(2k+1) = -x, so node i ^ 1 is node i negated. Entry (i, j) of a
matrix bounds V(i) - V(j) from above; `inf` is no bound. So (i, i ^ 1) bounds 2·V(i), and (i, j ^ 1) bounds
V(i) + V(j). Matrices are coherent: (i, j) and (j ^ 1, i ^ 1) say the same and are equal.

*Tightly closed*: no entry can be made smaller without losing an integer point. After the shortest paths are
taken, bounds of 2·x are rounded down to even numbers and put into the other entries once, and that is enough
(Bagnara, Hill, Zaffanella, "An improved tight closure algorithm for integer octagonal constraints", 2008).

Entries are whole numbers as 64-bit floats, for the sake of a true infinity at the speed of numpy: for packs
of up to a dozen variables every operation is some twenty array operations of a microsecond. They are exact
because they are small: entries beyond ±LARGEST are weakened to no bound, or to -LARGEST, which is sound, and
a path adds up at most one entry for each of at most 2·MOST_VARIABLES nodes, which stays below 2**53. (With a
negative cycle distances may go to any depth, but by then an entry of the diagonal is below zero and stays
there.)

A function here returns a new matrix, or None where the constraints exclude each other. It knows of nodes, not
of variables.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]

LARGEST = 2**46
MOST_VARIABLES = 32
NONE = float("inf")


@cache
def negated(size: int) -> npt.NDArray[np.intp]:
    """The nodes, each with its negation in its place."""
    return np.arange(size) ^ 1


@cache
def nodes(size: int) -> npt.NDArray[np.intp]:
    return np.arange(size)


@cache
def unconstrained(size: int) -> Matrix:
    matrix = np.full((size, size), NONE)
    np.fill_diagonal(matrix, 0.0)
    matrix.setflags(write=False)
    return matrix


def closed(matrix: Matrix) -> Matrix | None:
    """Tightly closed, from any coherent matrix (Floyd and Warshall, then `_tightened`)."""
    result = matrix.copy()
    for k in range(len(result)):
        np.minimum(result, result[:, k : k + 1] + result[k], out=result)
    return None if result.diagonal().min(initial=0.0) < 0 else _tightened(result)


def constrained(matrix: Matrix, i: int, j: int, bound: float) -> Matrix | None:
    """A tightly closed matrix with V(i) - V(j) <= bound besides, tightly closed again.

    A shortest path uses the new edge, its mirror image (j ^ 1, i ^ 1) or both at most once: so it is known by
    where it leaves the last of them.
    """
    if matrix.item(i, j) <= bound or bound > LARGEST:
        return matrix
    bound = max(bound, -LARGEST)
    if matrix.item(j, i) + bound < 0:
        return None
    from_i, from_j = i ^ 1, j ^ 1
    around_j = 2 * bound + matrix.item(from_i, i)  # into the mirror image, back to i, over the edge
    around_i = 2 * bound + matrix.item(j, from_j)  # over the edge, on to the mirror image, out of it
    if around_j + matrix.item(j, from_j) < 0:
        return None
    to_i, to_from_j = matrix[:, i], matrix[:, from_j]
    last_j = np.minimum(to_i + bound, to_from_j + around_j)
    last_i = np.minimum(to_from_j + bound, to_i + around_i)
    result = np.minimum(matrix, last_j[:, None] + matrix[j])
    np.minimum(result, last_i[:, None] + matrix[from_i], out=result)
    return _tightened(result)


def closed_around(matrix: Matrix, i: int) -> Matrix | None:
    """Tightly closed, from a coherent matrix that is so but for the rows and columns of one variable, of
    which `i` is a node, and whose constraints on this variable say nothing new about the others."""
    pair = [i, i ^ 1]
    rows = matrix[pair]
    for _ in range(2):  # out of the variable and along the others; then back to it
        rows = np.minimum(rows, (rows[:, :, None] + matrix).min(axis=1))
    rows = np.minimum(rows, rows[:, pair][:, ::-1].diagonal()[:, None] + rows[::-1])
    if rows[0, i] < 0 or rows[1, i ^ 1] < 0:
        return None
    result = matrix.copy()
    result[pair] = rows
    result[:, pair[::-1]] = rows[:, negated(len(matrix))].T
    result[pair, pair] = 0.0
    return _tightened(result)


def _tightened(result: Matrix) -> Matrix | None:
    """From shortest paths to tight closure, in place."""
    size = len(result)
    every, opposite = nodes(size), negated(size)
    halves = np.floor(result[every, opposite] * 0.5)  # the greatest value of each node
    against = halves[opposite]
    if (halves + against).min(initial=0.0) < 0:
        return None
    result[every, opposite] = 2.0 * halves
    np.minimum(result, halves[:, None] + against, out=result)
    return weakened(result)


def weakened(result: Matrix) -> Matrix:
    """Without entries so large that arithmetic on them might not be exact, in place."""
    np.putmask(result, result > LARGEST, NONE)
    np.maximum(result, -float(LARGEST), out=result)
    result.setflags(write=False)
    return result


# What follows keeps a tightly closed matrix tightly closed.


def forgotten(matrix: Matrix, i: int) -> Matrix:
    """Without the constraints on the variable of which `i` is a node."""
    pair = slice(i & ~1, (i & ~1) + 2)
    result = matrix.copy()
    result[pair] = NONE
    result[:, pair] = NONE
    result[nodes(len(matrix)), nodes(len(matrix))] = 0.0
    result.setflags(write=False)
    return result


def shifted(matrix: Matrix, i: int, by: float) -> Matrix:
    """With V(i) moved by a number."""
    result = matrix.copy()
    result[i] += by
    result[i ^ 1] -= by
    result[:, i] -= by
    result[:, i ^ 1] += by
    return weakened(result)


def reflected(matrix: Matrix, i: int) -> Matrix:
    """With V(i) and V(i ^ 1) in each other's place."""
    order = nodes(len(matrix)).copy()
    order[[i, i ^ 1]] = [i ^ 1, i]
    result = matrix[np.ix_(order, order)]
    result.setflags(write=False)
    return result


def copied(matrix: Matrix, i: int, j: int, by: float) -> Matrix:
    """With V(i) = V(j) + by, and what was known of V(i) forgotten; j is a node of another variable."""
    result = matrix.copy()
    opposite, source = i ^ 1, j ^ 1
    result[i], result[opposite] = matrix[j] + by, matrix[source] - by
    result[:, i], result[:, opposite] = matrix[:, j] - by, matrix[:, source] + by
    result[i, i] = result[opposite, opposite] = 0.0
    result[i, opposite] = matrix[j, source] + 2 * by
    result[opposite, i] = matrix[source, j] - 2 * by
    return weakened(result)


def fixed(matrix: Matrix, i: int, value: float) -> Matrix:
    """With V(i) equal to a number, and what was known of V(i) forgotten."""
    size = len(matrix)
    greatest = matrix[nodes(size), negated(size)] * 0.5
    result = matrix.copy()
    opposite = i ^ 1
    result[i], result[opposite] = greatest[negated(size)] + value, greatest[negated(size)] - value
    result[:, i], result[:, opposite] = greatest - value, greatest + value
    result[i, i] = result[opposite, opposite] = 0.0
    result[i, opposite] = 2 * value
    result[opposite, i] = -2 * value
    return weakened(result)


# Backward: not closed, even if what they are given is.


def copied_backward(matrix: Matrix, i: int, j: int, by: float) -> Matrix:
    """What a matrix says if V(i) is V(j) + by, of the other nodes; j is a node of another variable."""
    result = forgotten(matrix, i).copy()
    opposite, source = i ^ 1, j ^ 1
    for target, origin, moved in ((j, i, by), (source, opposite, -by)):
        row, column = matrix[origin] - moved, matrix[:, origin] + moved
        row[[i, opposite]] = column[[i, opposite]] = NONE
        result[target] = np.minimum(result[target], row)
        result[:, target] = np.minimum(result[:, target], column)
    result[j, source] = min(result[j, source], matrix[i, opposite] - 2 * by)
    result[source, j] = min(result[source, j], matrix[opposite, i] + 2 * by)
    return result


def fixed_backward(matrix: Matrix, i: int, value: float) -> Matrix:
    """What a matrix says if V(i) is a number, of the other nodes."""
    size = len(matrix)
    result = forgotten(matrix, i).copy()
    opposite = i ^ 1
    greatest = np.minimum(matrix[:, i] + value, matrix[:, opposite] - value)  # of each node
    every, negatives = nodes(size), negated(size)
    result[every, negatives] = np.minimum(result[every, negatives], 2 * greatest)
    for node, number in ((i, value), (opposite, -value)):
        result[node, node ^ 1] = NONE
        if 2 * number > matrix.item(node, node ^ 1):
            result[node, node] = -1.0  # a contradiction
    return result
