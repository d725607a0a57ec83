"""Horn clauses: invariants over integers without bounds, kept as far as they hold for machine integers."""
