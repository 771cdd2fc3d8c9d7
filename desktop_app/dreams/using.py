"""What the bullets of MEMORY.md are used for: searched, fetched, changed, said again in the days.

Knows history.db. Of a bullet that was found only a hash and the day are kept.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.database import Database
from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.fitting import UNUSED, Use, moves, passed
from desktop_app.dreams.origin import origins_of
from desktop_app.dreams.proposal import Change
from desktop_app.language.words import tokens
from desktop_app.notebook.bullets import Bullet
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.kept_tables import KeptTables, has_table
from desktop_app.notebook.length import Limits
from desktop_app.notebook.lines import split
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import line_sha
from desktop_app.tables import Tables

if TYPE_CHECKING:
    import sqlite_utils

_BEGUN = ""  # in place of a hash: the day from which on use is noted
_SHARE_SAID = 0.6  # of a bullet's words in one line of the days: it speaks of the same


class Finds:
    """The day on which each bullet was last found. Every method raises Problem for the disk."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)

    def note(self, texts: Iterable[str], day: date) -> None:
        """These were found today; what is noted already is not written again."""
        days = self.days()
        rows = {(line_sha(text), day.isoformat()) for text in texts}
        news = [row for row in rows if days.get(row[0]) != row[1]]
        if news:
            with self._kept.writing(waits=False) as db:
                db.executemany("insert or replace into finds values (?, ?)", news)

    def days(self) -> dict[str, str]:
        """ISO days by the hashes of the texts that were found."""
        with self._kept.reading() as db:
            there = has_table(db, "finds")
            return dict(db.execute("select key, day from finds").fetchall()) if there else {}

    def since(self, today: date) -> date:
        """The day from which on use is noted; today where nothing was noted yet."""
        days = self.days()
        begun = days.get(_BEGUN) or min(days.values(), default=today.isoformat())
        if _BEGUN not in days:
            with self._kept.writing(waits=False) as db:
                db.execute("insert or replace into finds values (?, ?)", (_BEGUN, begun))
        return date.fromisoformat(begun)


def making_room(
    notebook: Notebook,
    material: Material,
    changes: Sequence[Change],
    limits: Limits,
    today: date,
) -> tuple[Change, ...]:
    """What a dream proposes to move out of a MEMORY.md that is too long: see `fitting.moves`."""
    memory, layout = material.memory, notebook.layout
    finds = Finds(notebook.database)
    is_known = today - finds.since(today) >= UNUSED
    if not is_known or not passed(memory, layout, limits, changes):
        return ()
    snapshot = Snapshot(layout.memory, memory.data, sha_of(memory.data))
    found_on = finds.days()
    said_again = set(_said_again(memory.bullets, material))
    uses = {}
    for origin in origins_of(notebook, snapshot, memory.bullets, today):
        text = origin.bullet.text
        day = found_on.get(line_sha(text))
        last_found = date.fromisoformat(day) if day else None
        uses[text] = Use(last_found, origin.date, text in said_again)
    return moves(memory, layout, changes, uses, limits, today, material.rejected)


def _said_again(bullets: Sequence[Bullet], material: Material) -> Iterator[str]:
    """The bullets that some line of the days speaks of: it has their numbers and most words."""
    lines: dict[str, set[int]] = defaultdict(set)
    texts = (line for day in material.days for line in split(day.text))
    for number, line in enumerate(texts):
        for word in tokens(line):
            lines[word].add(number)
    for bullet in bullets:
        words = set(tokens(bullet.text))
        numbers = [lines.get(word, set()) for word in words if not word.isalpha()]
        shared = Counter(line for word in words for line in lines.get(word, ()))
        if any(
            count >= _SHARE_SAID * len(words) and all(line in having for having in numbers)
            for line, count in shared.items()
        ):
            yield bullet.text


def _finds(db: "sqlite_utils.Database") -> None:
    columns = {"key": str, "day": str}
    db.table("finds").create(columns, pk="key", not_null=("day",), if_not_exists=True)


_TABLES = Tables("finds", _finds)
