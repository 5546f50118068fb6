"""A table's spots survive JSON."""

import json
from random import Random

import pytest

from chickenscratch.layout import LAYOUT_VERSION, Layout, spots_from_data, spots_to_data
from chickenscratch.layout.measure import random_game


def test_spots_come_back_from_json() -> None:
    game = random_game(9, 6, 2, Random(1))
    layout = Layout(9, 6)
    layout.lead(game.lead)
    for play in game.plays:
        layout.place(*play)
    data = json.loads(json.dumps(spots_to_data(layout.spots)))
    assert data["version"] == LAYOUT_VERSION
    assert spots_from_data(data) == tuple(layout.spots)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"spots": 3},
        {"spots": [[1, 2, 3]]},
        {"spots": [[1, 0, 0, 6, 3, 1, 9, 0, [1, 0, 2, 0], []]]},
        {"spots": [[1, 0, 0, 6, 3, 1, 0, 0, [1, 0, 2], []]]},
        {"spots": [[1, 0, 0, 6, 3, 1, 0, 0, [1, 0, 2, "0"], []]]},
        {"spots": [[1, 0, 0, 6, 3, 7, 0, 0, [1, 0, 2, 0], []]]},
    ],
)
def test_other_data_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        spots_from_data(data)
