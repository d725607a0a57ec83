"""One module or folder for each method; each only makes moves on the ledger within a budget."""
