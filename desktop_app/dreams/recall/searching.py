"""The recall test by search: what is found first for a question, with one MEMORY.md or another.

The notes that a dream read stand in an index of their own, in memory, and are searched as for a
prompt: by words, as a question. Any thread may use it.
"""

import sqlite3
import threading
from collections.abc import Sequence

from desktop_app.dreams.recall.facts import said
from desktop_app.dreams.recall.questions import GAP, RecallQuestion
from desktop_app.dreams.recall.trial import about
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.search import rows, schema
from desktop_app.search.find import FoundRow, find
from desktop_app.search.query import Query, SearchMode, plan

FIRST = 10  # lines that are looked at for an answer
_ABOUT = 0.5  # of a question's words that a line found for it has to have
_PATIENT = 3.0  # seconds that one question may take


class RecallSearch:
    """The notes of some days beside MEMORY.md, to be asked what is found first."""

    def __init__(self, memory_path: str, days: Sequence[DayText]) -> None:
        self._path = memory_path
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(
            ":memory:", check_same_thread=False, isolation_level=None
        )
        schema.migrate(self._connection)
        for day in days:
            data = day.text.encode("utf-8", "surrogateescape")
            # Of a log of many days each is a file here.
            self._put(f"{day.date}/{day.path}", FileKind.DAYS, data, day)
        self._memory = ""

    def answers(self, memory: bytes, questions: Sequence[RecallQuestion]) -> list[FoundRow | None]:
        """For each question the line that answers it among those found first; None for none."""
        with self._lock:
            if self._memory != sha_of(memory):
                self._put(self._path, FileKind.MEMORY, memory, None)
                self._memory = sha_of(memory)
            return [self._answer(question) for question in questions]

    def _answer(self, question: RecallQuestion) -> FoundRow | None:
        asked = question.text.replace(GAP, " ")
        steps = plan(asked, SearchMode.QUESTION)
        if not steps.steps:
            return None
        query = Query(asked, SearchMode.QUESTION, FIRST)
        lines, _ = find(self._connection, query, steps, _PATIENT)
        return next((row for row in lines[:FIRST] if _answers(row, question)), None)

    def _put(self, path: str, kind: FileKind, data: bytes, day: DayText | None) -> None:
        known = self._connection.execute("select id from files where path = ?", (path,)).fetchone()
        due: list[int] = []
        snapshot = Snapshot(path, data, sha_of(data))
        dated = day.date if day else None
        rows.put(self._connection, due, known and known[0], kind, dated, snapshot, None)
        rows.index(self._connection, due)


def _answers(row: FoundRow, question: RecallQuestion) -> bool:
    line = said(row.text)
    is_about = about(line, question, row.heading) >= _ABOUT
    return is_about and line.says(question.fact, question.piece)
