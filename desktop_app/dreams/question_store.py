"""The questions of dreams, and of second readings, that a mind was asked and may still answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING

from desktop_app.database import Database
from desktop_app.dreams.material import Mind
from desktop_app.dreams.store import DayHashes
from desktop_app.errors import Missing
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import NewTable, Tables, making
from desktop_app.words import counted, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.consolidator.second_reading import AskedLine

_KEPT = 20  # questions


@dataclass(frozen=True)
class DreamQuestion:
    """A question as it was asked; `parts` are its texts, `days` those that it reads.

    It is about the `lookback` days that end with `until`. `marks` have the hash of what each mark
    named, `window` that of each day.
    """

    id: str
    made: datetime
    mind: Mind
    days: tuple[date, ...]
    parts: tuple[str, ...]
    lookback: int
    until: date
    marks: Mapping[str, str]
    window: DayHashes

    @property
    def told(self) -> str:
        """What is to be done with it, by a person with a chat."""
        asked = counted(
            "Copy the question, with {count} day of notes, into an AI chat; paste its answer here.",
            "Copy the question, with {count} days of notes, into an AI chat; "
            "paste its answer here.",
            len(self.days),
        )
        safe = tr("Each change is checked here, and nothing is written before you agree.")
        return together(asked, safe)


@dataclass(frozen=True)
class AskedReading:
    """A second reading as it is asked, in one text; of so many `lines`, its own and those of the
    questions after it, `unproved` are not proved yet. It reads no `days`.
    """

    id: str
    parts: tuple[str]
    lines: int
    unproved: int
    days: tuple[date, ...] = ()

    @property
    def told(self) -> str:
        """Why it is asked, for a person."""
        told = counted(
            "{count} line is in other words than the notes. Ask once more and it can be proved.",
            "{count} lines are in other words than the notes. Ask once more and they can be "
            "proved.",
            self.unproved,
        )
        worth = counted(
            "Ask once more whether {count} line holds and is worth keeping.",
            "Ask once more whether {count} lines hold and are worth keeping.",
            self.lines,
        )
        return told if self.unproved else worth


@dataclass(frozen=True)
class KeptReading:
    """A question of a second reading: its `lines` in their order, and what was `said` of them by
    their keys, as `SecondReading.says` has it, as far as it was believed.
    """

    id: str
    lines: tuple["AskedLine", ...]
    said: Mapping[str, bool | None] = field(default_factory=dict)


class DreamQuestions:
    """The newest questions of one notebook. Every method raises Problem when the disk refuses."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)

    def keep(self, question: DreamQuestion) -> None:
        """Keep a question; of old ones the newest."""
        one, mind = question, question.mind
        self._keep(
            "dream_questions", one.id, one.made.isoformat(), mind.name, mind.model or "",
            one.lookback, one.until.isoformat(), json.dumps(dict(one.marks)),
            json.dumps(one.window),
        )  # fmt: skip

    def get(self, mind: Mind, question_id: str | None = None) -> DreamQuestion:
        """A question of this mind by its id, without one the newest. Raises Missing where there is
        none."""
        for one in self._of(mind):
            if question_id in (None, one.id):
                return one
        raise Missing(
            tr("No dream has asked what this answers."),
            tr("Print the question first: nightstand dream --ask"),
        )

    def keep_reading(self, reading: KeptReading, now: datetime) -> None:
        """Keep a second reading as it was asked, or with what was said to it; of old ones the
        newest.
        """
        texts = json.dumps(reading.lines), json.dumps(reading.said)
        self._keep("dream_readings", reading.id, now.isoformat(), *texts)

    def readings(self) -> list[KeptReading]:
        """The second readings that were asked, the newest first."""
        rows = self._kept.rows("select id, lines, said from dream_readings order by made desc")
        return [
            KeptReading(id_, tuple(map(tuple, json.loads(lines))), json.loads(said))
            for id_, lines, said in rows
        ]

    def _keep(self, table: str, *row: object) -> None:
        places = ", ".join("?" * len(row))
        newest = f"select id from {table} order by made desc limit {_KEPT}"
        with self._kept.writing() as db:
            db.execute(f"insert or replace into {table} values ({places})", row)
            db.execute(f"delete from {table} where id not in ({newest})")

    def _of(self, mind: Mind) -> list[DreamQuestion]:
        """Those of a mind, the newest first."""
        rows = self._kept.rows(
            "select id, made, lookback, until, marks, window from dream_questions"
            " where mind = ? and model = ? order by made desc",
            mind.name,
            mind.model or "",
        )
        return [
            DreamQuestion(
                id_, datetime.fromisoformat(made), mind, (), (), lookback,
                date.fromisoformat(until), json.loads(marks), json.loads(window),
            )
            for id_, made, lookback, until, marks, window in rows
        ]  # fmt: skip


_QUESTION = {
    "id": str, "made": str, "mind": str, "model": str, "lookback": int, "until": str, "marks": str,
    "window": str,
}  # fmt: skip
_QUESTIONS = NewTable("dream_questions", _QUESTION, "id", filled=True)
_READINGS = NewTable(
    "dream_readings", {"id": str, "made": str, "lines": str, "said": str}, "id", filled=True
)
_TABLES = Tables(
    "dream_questions", making("_questions", _QUESTIONS), making("_readings", _READINGS)
)
