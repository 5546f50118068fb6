"""The host's database and its game logs."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from chickenscratch.core.apply import start_game
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.record import RecordSeat, header_line
from chickenscratch.store import StoreError
from chickenscratch.store.host_database import FILE, HostDatabase
from chickenscratch.store.host_people import People
from chickenscratch.store.host_tables import SeatRow, TableRow, Tables
from chickenscratch.store.logs import FileLogs, LogRecorder

SEED = "5eed" * 16


@pytest.fixture
def base(tmp_path: Path) -> HostDatabase:
    return HostDatabase.open(tmp_path / "state")


def header() -> dict[str, Any]:
    game = start_game(PRESETS["chicken-scratch"].rules, 2, SEED)
    seats = [RecordSeat("Anna"), RecordSeat("Dina", "casual")]
    return header_line(game, seats, "2026-11-29T20:15:00Z", private=True)


def test_the_database_is_for_its_owner_only(base: HostDatabase) -> None:
    assert base.path.stat().st_mode & 0o077 == 0
    assert base.path.parent.stat().st_mode & 0o077 == 0


def test_a_change_is_done_wholly_or_not_at_all(base: HostDatabase) -> None:
    people = People(base)
    with suppress(RuntimeError), base.change():
        people.add("~anna", "anna", "anna", "anna", 1.0)
        raise RuntimeError
    assert people.of("~anna") is None
    people.add("~anna", "anna", "anna", "anna", 1.0)
    with pytest.raises(StoreError):
        people.add("~other", "Anna", "anna", "anna", 1.0)
    assert people.of("~other") is None


def test_one_person_has_several_identities_and_a_ban_is_for_all(base: HostDatabase) -> None:
    people = People(base)
    anna = people.add("key:1", "anna", "anna", "anna", 1.0)
    people.keep_code("code", anna.id, 10.0)
    assert people.use_code("code", "key:2", 5.0) == anna
    assert people.use_code("code", "key:3", 5.0) is None
    assert people.identities(anna.id) == ("key:1", "key:2")
    people.ban(anna.id, 5.0, 9.0, "why")
    assert people.banned("key:2", 8.0) is not None
    assert people.banned("key:2", 9.5) is None
    people.unban(anna.id)
    assert people.banned("key:1", 8.0) is None


def test_tables_come_back_as_they_were(base: HostDatabase, tmp_path: Path) -> None:
    people, tables = People(base), Tables(base)
    anna = people.add("~anna", "anna", "anna", "anna", 1.0)
    seats = (SeatRow(anna.id, bank=12.5), SeatRow(level="casual"), SeatRow())
    row = TableRow("abc", anna.id, "{}", "hen", "gathering", None, 1.0, 2.0, 3.5, True, None, seats)
    tables.put(row)
    base.close()
    again = Tables(HostDatabase.open(tmp_path / "state"))
    assert again.one("abc") == row
    assert again.in_stages("gathering", "playing") == (row,)
    assert again.in_stages("finished") == ()
    again.time("abc", None, False, [1.0, None, None])
    found = again.one("abc")
    assert found is not None
    assert (found.deadline, found.paused, found.seats[0].bank) == (None, False, 1.0)
    again.remove("abc")
    assert again.one("abc") is None


def test_a_database_from_the_future_is_refused(tmp_path: Path) -> None:
    base = HostDatabase.open(tmp_path)
    with base.change() as change:
        change.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(StoreError, match="newer version"):
        HostDatabase.open(tmp_path)
    (tmp_path / FILE).write_text("not a database, but long enough to be looked at closely" * 20)
    with pytest.raises(StoreError):
        HostDatabase.open(tmp_path)


def test_only_who_knows_the_number_may_append(tmp_path: Path) -> None:
    logs = FileLogs(tmp_path)
    name, log = logs.begin(header())
    assert log.number == 1
    with pytest.raises(StoreError, match="Line 5 was to be written"):
        log.append(5, [{"act": "x"}])
    log.append(1, [{"note": 1}, {"note": 2}])
    assert log.number == 3
    recorder = LogRecorder(log)
    recorder.append([{"note": 3}])
    log.append(4, [{"note": 4}])
    with pytest.raises(StoreError):
        recorder.append([{"note": 5}])
    page = logs.follow(name, 1, 2)
    assert (page.lines, page.total) == (('{"note": 1}', '{"note": 2}'), 5)
    assert logs.seats(name) == (RecordSeat("Anna"), RecordSeat("Dina", "casual"))


def test_a_game_has_one_owner(tmp_path: Path) -> None:
    logs = FileLogs(tmp_path)
    name, log = logs.begin(header())
    with pytest.raises(StoreError, match="another window"):
        logs.lease(name)
    log.close()
    leased = logs.lease(name)
    assert leased.log.number == 1
    assert leased.opened.header.seed == SEED
    leased.log.close()
