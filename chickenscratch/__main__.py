"""``python -m chickenscratch`` is the same as ``chickenscratch``."""

from chickenscratch.cli import main

if __name__ == "__main__":
    main()
