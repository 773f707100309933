"""Databases that somebody is writing to, or has left in the middle of it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

from conftest import connected
from project import Project


async def test_a_writer_is_read_along_with(project: Project, tmp_path: Path) -> None:
    database = copy(project, tmp_path)
    writer = sqlite3.connect(database)
    add_fingerprint(writer, "committed")
    writer.commit()
    add_fingerprint(writer, "not yet committed")
    before = database.read_bytes()
    assert wal(database).stat().st_size > 0, "what was written is only in the log"
    async with connected(project, "--root", str(tmp_path)) as client:
        for _ in range(2):
            stats = await client.call_tool("breadcrumb_stats", {"db_path": "live.db"})
            assert stats.structured_content and stats.structured_content["fingerprints"] == 121
        assert database.read_bytes() == before, "the log belongs to the writer"
        # The writer goes on as if nobody had looked.
        writer.commit()
        stats = await client.call_tool("breadcrumb_stats", {"db_path": "live.db"})
        assert stats.structured_content and stats.structured_content["fingerprints"] == 122
    writer.close()
    assert sorted(os.listdir(tmp_path)) == ["live.db"]


async def test_the_log_of_a_killed_writer_is_read_and_kept(project: Project, tmp_path: Path) -> None:
    database = copy(project, tmp_path / "writing")
    writer = sqlite3.connect(database)
    add_fingerprint(writer, "committed")
    writer.commit()
    # As a crash leaves it: the file and its log.
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for path in (database, wal(database)):
        shutil.copy(path, crashed / path.name)
    writer.close()
    before = {path.name: path.read_bytes() for path in crashed.iterdir()}
    async with connected(project, "--root", str(crashed)) as client:
        stats = await client.call_tool("breadcrumb_stats", {"db_path": "live.db"})
        assert stats.structured_content and stats.structured_content["fingerprints"] == 121
    after = {path.name: path.read_bytes() for path in crashed.iterdir() if not path.name.endswith("-shm")}
    assert after == before


async def test_a_write_protected_database_is_read(project: Project, tmp_path: Path) -> None:
    database = copy(project, tmp_path)
    database.chmod(0o444)
    async with connected(project, "--root", str(tmp_path)) as client:
        stats = await client.call_tool("breadcrumb_stats", {"db_path": "live.db"})
        assert not stats.is_error
        assert sorted(os.listdir(tmp_path)) == ["live.db"]


def copy(project: Project, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(project.database, folder / "live.db"))


def add_fingerprint(connection: sqlite3.Connection, test_id: str) -> None:
    connection.execute("INSERT INTO fingerprints VALUES (?, '#x', '{\"tag\": \"p\"}', 1)", (test_id,))


def wal(database: Path) -> Path:
    return database.with_name(database.name + "-wal")
