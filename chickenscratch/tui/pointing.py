"""What the pointer is on, in a few words, and what there is to say about it in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.core.text import Sentence
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import OpenEnd
from chickenscratch.layout import EndKey, Hit
from chickenscratch.locale import N_, _
from chickenscratch.locale.numbers import both
from chickenscratch.tui.scene import Scene
from chickenscratch.tui.turn import Notice, Refusal


def name_of(hit: Hit, scene: Scene, lifted: Tile | None, names: Sequence[str]) -> str:
    """What is there; nothing on the bare table."""
    laid = scene.view.laid
    if hit.ghost is not None and lifted is not None:
        return _("lay {tile} here").format(tile=lifted)
    if hit.tile is not None and hit.tile < len(laid):
        tile = laid[hit.tile]
        words = f"{max(tile.near, tile.far)}-{min(tile.near, tile.far)}"
        return _("{tile}, laid by {name}").format(tile=words, name=names[tile.seat])
    end = _end(scene, hit.end)
    if end is None:
        return ""
    out = scene.view.off_table(end.number)
    if not out:
        return _("end with {number}: no tile is left").format(number=end.number)
    letter = scene.names.get((end.parent, end.port), "-")
    words = _("end {letter} with {number}: {count} still out")
    return words.format(letter=letter, number=end.number, count=out)


def about(hit: Hit, scene: Scene, lifted: Tile | None, names: Sequence[str]) -> Notice | None:
    """What there is to say about what is there."""
    laid = scene.view.laid
    end = _end(scene, hit.ghost or hit.end)
    if end is not None:
        return _about_end(end, scene, lifted if hit.ghost is not None else None)
    if hit.tile is None or hit.tile >= len(laid):
        return None
    tile = laid[hit.tile]
    lacks = scene.view.left if scene.view.parent == hit.tile else 0
    words = {
        "tile": Tile(max(tile.near, tile.far), min(tile.near, tile.far)),
        "name": names[tile.seat],
        "count": hit.tile + 1,
        "left": lacks,
    }
    if lacks:
        text = N_("{tile}, laid by {name}: tile {count} of this round. It lacks {left} more.")
        return Sentence(text, words)
    return Sentence(N_("{tile}, laid by {name}: tile {count} of this round."), words)


def _about_end(end: OpenEnd, scene: Scene, lifted: Tile | None) -> Notice:
    view = scene.view
    held = sum(tile.carries(end.number) for tile in view.hand)
    out = view.off_table(end.number)
    words: dict[str, object] = {"number": end.number, "out": out, "held": held, "tile": lifted}
    if not out:
        return Sentence(N_("This end is dead: every tile with {number} lies."), words)
    if lifted is not None:
        words["far"] = lifted.other(end.number)
        return Sentence(
            N_("{tile} would lie here on {number}, and {far} would be open. Still out with "
               "{number}: {out}; in your hand: {held}."),
            words,
        )  # fmt: skip
    if view.parent >= 0 and view.left and end.parent != view.parent:
        return Sentence(
            N_("An end with {number}, but something else has to be filled first. Still out: {out}; "
               "in your hand: {held}."),
            words,
        )  # fmt: skip
    return Sentence(
        N_("An end with {number}. Tiles with it still out: {out}; in your hand: {held}."), words
    )


def about_tile(tile: Tile, scene: Scene) -> Notice:
    """Where a tile of the hand fits, or why it does not."""
    why = scene.why_not(tile)
    if not scene.fits(tile) and why is not None:
        return Refusal(tile, why)
    options = scene.options(tile)
    if not options:
        return Sentence(N_("{tile}: {pips} points."), {"tile": tile, "pips": tile.pips})
    numbers = both(scene.numbers(tile))
    return Sentence(
        N_("{tile} fits on {numbers}; places: {count}."),
        {"tile": tile, "numbers": numbers, "count": len(options)},
    )


def _end(scene: Scene, key: EndKey | None) -> OpenEnd | None:
    return next((end for end in scene.view.ends if (end.parent, end.port) == key), None)
