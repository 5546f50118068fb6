"""What the parts of the table screen have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from chickenscratch.tui.screens.table import TableScreen


class TablePart:
    """Mixed into the table screen: some of its methods, in a file of their own."""

    hosted = False
    """Others play elsewhere: there is talk, and there are things to agree on."""

    @property
    def _table(self) -> TableScreen:
        return cast("TableScreen", self)
