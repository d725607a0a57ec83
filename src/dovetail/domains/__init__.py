"""Abstract domains behind one lattice interface: sets of values, written down in a few numbers.

Knows nothing of programs' control flow or of fixpoints; whoever iterates brings the values together with the
operations of `lattice.Lattice`.
"""
