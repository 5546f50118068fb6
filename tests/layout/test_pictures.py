"""The same plays give the same picture for ever: nothing that makes this faster may move a tile."""

import hashlib
from random import Random

import pytest

from chickenscratch.layout import LAYOUT_VERSION, Layout
from chickenscratch.layout.measure import Game, games


def remember(seen: "hashlib._Hash", what: object) -> None:
    seen.update(repr(what).encode())


def picture(game: Game, portrait: bool = False, curious: bool = False) -> str:
    """A checksum of all spots; also of what players are shown meanwhile, if they are curious."""
    seen = hashlib.sha256()
    rng = Random(len(game.plays))
    layout = Layout(game.set_size, game.arms, portrait)
    layout.lead(game.lead)
    for parent, port, near, far in game.plays:
        bend = 0
        if curious:
            bend = rng.randrange(3)
            remember(seen, [tuple(map(str, spot)) for spot in layout.bends(parent, port, far)])
            remember(seen, layout.price(parent, port, far))
            remember(seen, [tuple(mark) for mark in layout.marks().values()])
        layout.place(parent, port, near, far, bend)
    remember(seen, [tuple(map(str, spot)) for spot in layout.spots])
    remember(seen, [tuple(map(str, spot)) for spot in layout.footprints().values()])
    return seen.hexdigest()


def pictures(set_size: int, players: int, count: int, curious: bool = False) -> str:
    seen = hashlib.sha256()
    for i, game in enumerate(games(set_size, players, count, seed=2024)):
        seen.update(picture(game, portrait=i % 4 == 3, curious=curious).encode())
    return seen.hexdigest()[:16]


@pytest.mark.parametrize(
    ("set_size", "players", "count", "curious", "checksum"),
    [
        (6, 2, 12, False, "ff68b6f9c164c7a8"),
        (6, 1, 4, False, "a2848bc3af7842b7"),
        (6, 4, 2, True, "2ae3b8408eaec7ce"),
        (9, 3, 8, False, "7981b5fd7b8ea1de"),
        (9, 1, 2, False, "2e12d438853e80e4"),
        (9, 5, 1, True, "0638bb382e2831c0"),
        (12, 4, 2, False, "2c7fc9601b9fecf3"),
        (18, 6, 1, False, "7b652fa8e8d6220c"),
    ],
)
def test_pictures_stay_as_they_are(
    set_size: int, players: int, count: int, curious: bool, checksum: str
) -> None:
    # whoever changes pictures on purpose raises the version, too: old saves keep their own
    assert LAYOUT_VERSION == 1
    assert pictures(set_size, players, count, curious) == checksum
