"""What all elements of arrays have in common, guessed and proved by induction."""
