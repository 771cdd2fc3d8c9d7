"""History: how soon 10,000 versions are listed, against a bare look at their rows in SQLite.

`first page` is what the History page asks for and paints before anything is scrolled, of one file
with 10,000 versions and of a notebook with as many; `all` is the list once one has scrolled to its
end, which comes page by page. The bare look selects the same rows and makes nothing of them.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from desktop_app.database import Database
from desktop_app.notebook import history
from desktop_app.notebook.history import FileHistory
from desktop_app.notebook.layout import Layout

_COUNT = 10_000
_TIMES = 9
_NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
_BARE = "select version, path, at, cause, sha from versions order by version desc limit ?"


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from desktop_app.ui.history.versions import VersionRows
    from desktop_app.ui.look.theme import Theme

    app = QApplication.instance() or QApplication(["nightstand"])
    assert isinstance(app, QApplication)
    Theme(app, "light")
    for name, files in (("of one file", 1), ("of 400 files", 400)):
        database = _filled(work / f"{files}.db", files)
        kept = FileHistory(database)
        path = _path(0) if files == 1 else None

        def bare(limit: int, database: Database = database) -> None:
            database.connection().execute(_BARE, [limit]).fetchall()

        def listed(kept: FileHistory = kept, path: str | None = path) -> None:
            rows = VersionRows("Versions")
            rows.resize(304, 700)
            rows.show_steps(kept.steps(path, -1), _NOW, Layout())
            rows.grab()

        floor = _seconds(lambda bare=bare: bare(_COUNT))
        for what, work_of in (
            ("all, asked and painted", listed),
            ("all, asked at once", lambda kept=kept, path=path: kept.steps(path, _COUNT)),
        ):
            took = _seconds(work_of)
            yield (
                f"{_COUNT:,} versions {name}: {what}: {_ms(took)}, "
                f"{took / floor:.1f} x a bare look at all rows ({_ms(floor)})"
            )
        database.close()


def _filled(path: Path, files: int) -> Database:
    database = Database(path, history.TABLES.make, durable=True)
    kept = FileHistory(database)
    with database.write():
        for n in range(_COUNT):
            text = b"# Memory\n\n- a line of the version number %d\n" % n * 20
            at = _NOW - timedelta(hours=_COUNT - n)
            kept.keep(_path(n % files), text, "dream" if n % 7 else "edit", at)
    return database


def _path(number: int) -> str:
    return f"memory/topic-{number}.md"


def _seconds(work: Callable[[], object]) -> float:
    took = []
    for _ in range(_TIMES):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
