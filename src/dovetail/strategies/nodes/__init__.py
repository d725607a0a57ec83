"""What all nodes of lists and trees have in common, guessed and proved by induction."""
