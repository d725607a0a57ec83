"""`python -m dovetail` is `dovetail`."""

from dovetail.cli import main

if __name__ == "__main__":
    main()
