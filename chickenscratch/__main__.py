"""``python -m chickenscratch`` is the same as ``chickenscratch``: both come in here."""

from __future__ import annotations

import sys
from typing import Final, NoReturn

_INTERRUPTED: Final = 130


def main() -> NoReturn:
    """Run the command line. Ctrl+C may come while it is still being imported."""
    try:
        from chickenscratch.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except RuntimeError as error:
        # Python 3.11 wraps whatever comes while a class is being made
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
