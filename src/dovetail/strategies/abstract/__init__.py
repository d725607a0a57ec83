"""Abstract testing (Cousot and Cousot 2000): fixpoints forward and backward over abstract domains."""
