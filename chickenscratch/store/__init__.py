"""What is kept: games as record files."""

from chickenscratch.store.errors import StoreError
from chickenscratch.store.saves import OpenedGame, Save, SavedGame, Shelf, ShelfList

__all__ = ["OpenedGame", "Save", "SavedGame", "Shelf", "ShelfList", "StoreError"]
