"""Where it is kept what the inbox asked, and what was answered. Knows history.db, not memory.

Each row says what its question is about. So a line that a person had forgotten takes its rows away.
"""

import dataclasses
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.database import Database
from desktop_app.dreams.inbox.daily import AskedBefore, choose
from desktop_app.dreams.inbox.item import InboxAnswer, InboxItem
from desktop_app.errors import Missing
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import Tables
from desktop_app.words import tr

if TYPE_CHECKING:
    import sqlite_utils

_COLUMNS = "key, chosen, seen, times, answer, answered, body"
_SHORTEST = 4  # letters that name a question


@dataclass(frozen=True)
class NeverAsked:
    """What is never asked about: the texts that the question was about, and since when."""

    key: str
    texts: tuple[str, ...]
    since: date

    @property
    def id(self) -> str:
        """Its name for a person."""
        return self.key[:8]


class InboxBook:
    """The questions of one notebook. Every method raises Problem when the disk refuses."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)
        self._kept.make()

    def today(self, items: Sequence[InboxItem], today: date, *, seen: bool) -> list[InboxItem]:
        """The questions of this day, which are kept; `seen`: a person sees them now."""
        with self._kept.writing(waits=False) as db:
            asked = _asked(db)
            chosen = choose(items, asked, today)
            for item in chosen:
                was = asked.get(item.key) or _new(item, today)
                counts = seen and was.seen != today
                now = dataclasses.replace(
                    was,
                    chosen=today,
                    seen=today if seen else was.seen,
                    times=was.times + counts,
                )
                if now != was or item.key not in asked:
                    _put(db, now)
        return chosen

    def answer(self, item: InboxItem, answer: InboxAnswer, today: date, proposal: str = "") -> None:
        """Keep an answer; `proposal` is the id of what was written for it."""
        with self._kept.writing() as db:
            was = _asked(db).get(item.key) or _new(item, today)
            said = dataclasses.replace(was, answer=answer, answered=today, times=0)
            _put(db, said, proposal)

    def answered(self, name: str) -> tuple[str, str]:
        """The key of an answered question by its id, and the id of what was written for it.

        Raises Missing where there is none.
        """
        with self._kept.reading() as db:
            rows = db.execute("select key, proposal from inbox where answer <> ''").fetchall()
        for key, proposal in rows:
            if len(name) >= _SHORTEST and key.startswith(name):
                return key, proposal
        raise Missing(
            tr("No question “{name}” was answered.").format(name=name),
            tr("`nightstand inbox never` lists what is never asked about."),
        )

    def take_back(self, key: str) -> None:
        """No answer was given; it is as open as it was."""
        with self._kept.writing() as db:
            db.execute(
                "update inbox set answer = '', answered = '', proposal = '' where key = ?", [key]
            )

    def never(self) -> list[NeverAsked]:
        """What is never asked about, the last first."""
        with self._kept.reading() as db:
            rows = db.execute(
                "select key, body, answered from inbox where answer = ? order by rowid desc",
                [InboxAnswer.NEVER],
            ).fetchall()
        return [
            NeverAsked(key, tuple(json.loads(body)), date.fromisoformat(day))
            for key, body, day in rows
        ]


def _asked(db: sqlite3.Connection) -> dict[str, AskedBefore]:
    return {
        key: AskedBefore(
            key, date.fromisoformat(chosen), _day(seen), times, answer, _day(answered),
            tuple(json.loads(body)),
        )
        for key, chosen, seen, times, answer, answered, body in db.execute(
            f"select {_COLUMNS} from inbox"
        )
    }  # fmt: skip


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


def _put(db: sqlite3.Connection, asked: AskedBefore, proposal: str = "") -> None:
    days = [one.isoformat() if one else "" for one in (asked.chosen, asked.seen, asked.answered)]
    body = json.dumps(asked.texts, ensure_ascii=False)
    db.execute(
        f"insert or replace into inbox ({_COLUMNS}, proposal) values (?, ?, ?, ?, ?, ?, ?, ?)",
        (asked.key, days[0], days[1], asked.times, str(asked.answer), days[2], body, proposal),
    )


def _new(item: InboxItem, today: date) -> AskedBefore:
    return AskedBefore(item.key, today, texts=tuple(filter(None, (item.text, item.other))))


def _inbox(db: "sqlite_utils.Database") -> None:
    columns = {
        "key": str, "chosen": str, "seen": str, "times": int, "answer": str, "answered": str,
        "body": str, "proposal": str,
    }  # fmt: skip
    db.table("inbox").create(columns, pk="key", not_null=set(columns), if_not_exists=True)


_TABLES = Tables("inbox", _inbox)
