"""Where it is kept what a person answered to questions about memory. Knows history.db, not memory.

At most three answers a day are asked for. *Later* is a week; every other answer holds.

Each row says what its question is about. So a line that a person had forgotten takes its rows away.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any

from desktop_app.database import Database
from desktop_app.dreams.comparing.gist import gist
from desktop_app.errors import Missing
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.source import Source
from desktop_app.tables import NewTable, Tables, making
from desktop_app.words import tr


class InboxAnswer(StrEnum):
    """What a person may say to a question. `LATER` has it come again in a week."""

    STILL = "still"
    GONE = "gone"
    EDIT = "edit"
    LATER = "later"


KEYS = {
    InboxAnswer.STILL: "Y",
    InboxAnswer.GONE: "C",
    InboxAnswer.EDIT: "E",
    InboxAnswer.LATER: "L",
}
"""What stands for each answer on the command line, in place of its name."""

_SHORT = 8  # letters of a key that name a question


@dataclass(frozen=True)
class InboxItem:
    """A question about a bullet of memory.

    `text` is the bullet, `source` where it stands. `why` says in a sentence why it is asked.
    Those of more `weight` come first.
    """

    text: str
    why: str
    source: Source
    weight: float = field(default=0.0, compare=False)

    @property
    def key(self) -> str:
        """What stays the same while it is the same question: its text, wherever it stands. Case,
        width, marks and spaces do not count.
        """
        return sha256(gist(self.text).key.encode("utf-8", "surrogateescape")).hexdigest()

    @property
    def id(self) -> str:
        """The name of the question for a person."""
        return self.key[:_SHORT]


WORDS = {
    InboxAnswer.STILL: tr("Still true"),
    InboxAnswer.GONE: tr("No longer true"),
    InboxAnswer.EDIT: tr("Edit"),
    InboxAnswer.LATER: tr("Later"),
}
"""What each answer is called."""


MOST = 3
"""Questions a day."""

_REST = timedelta(days=7)  # of a question that is to come again later
_SHORTEST = 4  # letters that name a question


@dataclass(frozen=True)
class Answered:
    """The last answer to a question: since when it holds, and the id of the `proposal` that was
    written for it, "" for none.
    """

    key: str
    answer: str
    since: date
    proposal: str = ""


def choose(
    items: Iterable[InboxItem], answered: Mapping[str, Answered], today: date
) -> list[InboxItem]:
    """The open questions of a day, the most valuable first; of one line no more than one."""
    room = MOST - sum(one.since == today for one in answered.values())
    best = sorted(items, key=lambda one: (-one.weight, one.key))
    by_text: dict[str, InboxItem] = {}
    for item in best:
        if is_open(item, answered, today):
            by_text.setdefault(item.text, item)
    return list(by_text.values())[: max(room, 0)]


def is_open(item: InboxItem, answered: Mapping[str, Answered], today: date) -> bool:
    """Whether a question may be asked on this day."""
    was = answered.get(item.key)
    return was is None or (was.answer == InboxAnswer.LATER and today >= was.since + _REST)


class InboxBook:
    """The questions of one notebook. Every method raises Problem when the disk refuses."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)
        self._kept.make()

    def answered(self) -> dict[str, Answered]:
        """Every answer that holds, by the keys of its question, the last one last."""
        rows = self._kept.rows(
            "select key, answer, answered, proposal from inbox where answer <> '' order by rowid"
        )
        return {
            key: Answered(key, answer, date.fromisoformat(day), proposal)
            for key, answer, day, proposal in rows
        }

    def answer(self, item: InboxItem, answer: InboxAnswer, today: date, proposal: str = "") -> None:
        """Keep an answer; `proposal` is the id of what was written for it."""
        texts = json.dumps([item.text], ensure_ascii=False)
        row = (item.key, "", "", 0, str(answer), today.isoformat(), texts, proposal)
        with self._kept.writing() as db:
            db.execute("insert or replace into inbox values (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def find(self, name: str) -> Answered:
        """The answer to a question by its id. Raises Missing where there is none."""
        for key, one in self.answered().items():
            if len(name) >= _SHORTEST and key.startswith(name):
                return one
        raise Missing(
            tr("No question “{name}” was answered.").format(name=name),
            tr("`nightstand inbox` lists what is asked today."),
        )

    def take_back(self, key: str) -> None:
        """No answer was given; it is as open as it was."""
        with self._kept.writing() as db:
            db.execute("delete from inbox where key = ?", [key])


_ITEM = {
    "key": str, "chosen": str, "seen": str, "times": int, "answer": str, "answered": str,
    "body": str, "proposal": str,
}  # fmt: skip
_TABLES = Tables("inbox", making("_inbox", NewTable("inbox", _ITEM, "key", filled=True)))


def item_json(item: InboxItem) -> dict[str, Any]:
    """One question."""
    return {
        "id": item.id,
        "why": item.why,
        "text": item.text,
        "sources": [{name: getattr(item.source, name) for name in ("path", "line", "quote")}],
        "answers": [{"answer": str(one), "key": KEYS[one], "words": WORDS[one]} for one in KEYS],
    }


def answer_of(said: str) -> InboxAnswer | None:
    """The answer that a key or a name means; None for any other word."""
    word = said.casefold()
    return next((one for one in InboxAnswer if word in (one, KEYS[one].casefold())), None)
