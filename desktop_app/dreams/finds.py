"""When lines of MEMORY.md were last found. Knows history.db, which keeps a hash and the day."""

import json
from collections.abc import Callable, Iterable
from datetime import date
from itertools import chain
from typing import TYPE_CHECKING

from desktop_app.database import Database
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.lines import split
from desktop_app.notebook.source import line_sha
from desktop_app.notebook.text import bullet_lines, marks
from desktop_app.tables import NewTable, Tables, making

if TYPE_CHECKING:
    from desktop_app.notebook.memory_text import Bullet

_TABLES = Tables(
    "finds", making("_finds", NewTable("finds", {"key": str, "day": str}, "key", filled=True))
)
_BEGUN = ""  # in place of a hash: the day from which on use is noted


class Finds:
    """The day on which each line was last found, whatever marks and spaces are around its words.

    Every method raises Problem for the disk.
    """

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)

    def note(self, lines: Iterable[str], day: date) -> None:
        """These were found today; what is noted already is not written again."""
        shas, today = {sha for line in lines for sha in _shas(line)}, day.isoformat()
        select = "select key from finds where day = ? and key in (select value from json_each(?))"
        noted = self._kept.rows(select, today, json.dumps([*shas]))
        if news := shas.difference(*noted):
            with self._kept.writing(waits=False) as db:
                rows = ((sha, today) for sha in news)
                db.executemany("insert or replace into finds values (?, ?)", rows)

    def found_on(self) -> "Callable[[Bullet], date | None]":
        """The day on which a line of a bullet was last found, as is noted now; None for never."""
        days = self.days()

        def found(bullet: "Bullet") -> date | None:
            # An earlier version noted the bullet's text.
            shas = (line_sha(bullet.text), *chain.from_iterable(map(_shas, split(bullet.raw))))
            day = max(filter(None, map(days.get, shas)), default=None)
            return date.fromisoformat(day) if day else None

        return found

    def since(self, today: date) -> date:
        """The day from which on use is noted; today where nothing was noted yet."""
        days = self.days()
        begun = days.get(_BEGUN) or min(days.values(), default=today.isoformat())
        if _BEGUN not in days:
            with self._kept.writing(waits=False) as db:
                db.execute("insert or replace into finds values (?, ?)", (_BEGUN, begun))
        return date.fromisoformat(begun)

    def days(self) -> dict[str, str]:
        """ISO days by the hashes of the lines that were found."""
        return dict(self._kept.rows("select key, day from finds"))


def _shas(line: str) -> list[str]:
    """The hash of a line's words; none of a line without any, which stands in many bullets."""
    words = marks.bare(bullet_lines.to_read(line)).strip()
    return [line_sha(words)] if any(map(str.isalnum, words)) else []
