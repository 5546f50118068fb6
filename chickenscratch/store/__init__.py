"""What is kept: games as record files."""

from chickenscratch.store.errors import InUseError, StoreError
from chickenscratch.store.saves import OpenedGame, Save, SavedGame, Shelf, ShelfList

__all__ = ["InUseError", "OpenedGame", "Save", "SavedGame", "Shelf", "ShelfList", "StoreError"]
