"""What can go wrong with files, in words."""

from __future__ import annotations

from chickenscratch.core.text import Sentence


class StoreError(Exception):
    """Something could not be kept or read. `sentence` says what, in words to show."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


class InUseError(StoreError):
    """A game is being played by another process, which holds its file."""
