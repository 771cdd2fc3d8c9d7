"""Habits: what earlier calls taught of a model on this computer, and what is kept between two tries
of a dream: answers by their prompt's hash, and token counts.

How fast it is, how long its answers are, and whether it misses the agreed form is in a file of the
program's own; it may be lost. Of a prompt only the hash is kept, in history.db; answers go when a
dream has ended well.
"""

import dataclasses
import hashlib
import json
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from desktop_app.database import Database
from desktop_app.models.address import Address
from desktop_app.models.model import ModelMessage
from desktop_app.models.pace import UNHEARD, Pace
from desktop_app.models.tokens import Tokens
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.settings import RememberedState
from desktop_app.tables import NewTable, Tables, making


@dataclass(frozen=True)
class KeptAnswer:
    """A usable answer and the tokens it cost when it was made."""

    text: str
    tokens: int


class KeptAnswers:
    """Answers and token counts of one notebook. Every method may raise Problem for the disk."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)
        self._kept.make()

    def get(self, key: str, /) -> KeptAnswer | None:
        """The answer to a prompt, if it was given in an earlier try."""
        rows = self._kept.rows("select text, tokens from answers where key = ?", key)
        return KeptAnswer(str(rows[0][0]), int(rows[0][1])) if rows else None

    def __setitem__(self, key: str, answer: KeptAnswer, /) -> None:
        with self._kept.writing() as db:
            values = [key, answer.text, answer.tokens]
            db.execute("insert or replace into answers values (?, ?, ?)", values)

    def has_answers(self) -> bool:
        """Whether a dream that failed left any."""
        # What has cost no tokens is how the prompts were cut, not an answer.
        return bool(self._kept.rows("select 1 from answers where tokens > 0 limit 1"))

    def clear(self) -> None:
        """Forget all answers: their dream has ended well."""
        with self._kept.writing() as db:
            db.execute("delete from answers")

    def tokens(self, model: str) -> Tokens:
        """What is known of a model's tokens."""
        rows = self._kept.rows("select learnt from model_tokens where model = ?", model)
        return Tokens(*json.loads(rows[0][0])) if rows else Tokens()

    def learn(self, model: str, tokens: Tokens) -> None:
        """Keep what is known of a model's tokens."""
        with self._kept.writing() as db:
            values = [model, json.dumps(dataclasses.astuple(tokens))]
            db.execute("insert or replace into model_tokens values (?, ?)", values)


_ANSWERS = NewTable("answers", {"key": str, "text": str, "tokens": int}, "key")
_TOKENS = NewTable("model_tokens", {"model": str, "learnt": str}, "model")
_TABLES = Tables("answers", making("_answers", _ANSWERS, _TOKENS))


def key_of(model: str, messages: Sequence[ModelMessage], fence: str) -> str:
    """The hash of a prompt; the fence, which differs in every run, is no part of it."""
    prompt = "\x1e".join(f"{each.role}\x1f{each.content}" for each in messages)
    whole = f"{model}\x1e{prompt.replace(fence, '')}"
    return hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()


_FADING = 0.6
_MOST = 1e12  # above any count or time


@dataclass(frozen=True)
class Habits:
    """What is known of one model. `words` and `numbers` are the tokens that it writes for one
    question, all attempts together, when it answers in words or by number; 0 where not known.

    `strict` says that it kept to no form but one that its server held it to; `missed` is the ISO
    day on which it did not even keep to that one, "" where it did.
    """

    pace: Pace = UNHEARD
    words: float = 0.0
    numbers: float = 0.0
    strict: bool = False
    missed: str = ""

    def wrote(self, tokens: int, *, numbered: bool) -> "Habits":
        """What is known after one more question."""
        name = "numbers" if numbered else "words"
        before = getattr(self, name) or float(tokens)
        now: Any = {name: before * _FADING + tokens * (1 - _FADING)}
        return dataclasses.replace(self, **now)


UNKNOWN = Habits()


class KnownHabits:
    """The habits of all models, kept at `path`; any number of computers may be asked."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, model: str, at: Address) -> Habits:
        """What is known of this model where it runs."""
        row = RememberedState(self._path).get(_key(model, at))
        return _read(row) if isinstance(row, dict) else UNKNOWN

    def keep(self, model: str, at: Address, habits: Habits) -> None:
        """Keep what is known. A full disk loses it quietly."""
        RememberedState(self._path).set(_key(model, at), dataclasses.asdict(habits))


def _key(model: str, at: Address) -> str:
    return f"{model} on {at.host if at.outside else platform.node()}"


def _read(row: dict[str, Any]) -> Habits:
    try:
        pace = Pace(**{name: _number(value) for name, value in row["pace"].items()})
        words, numbers = _number(row["words"]), _number(row["numbers"])
        missed = row.get("missed") or ""
        missed = missed and date.fromisoformat(missed).isoformat()
        return Habits(pace, words, numbers, row["strict"] is True, missed)
    except (KeyError, TypeError, ValueError, AttributeError):
        return UNKNOWN


def _number(value: object) -> float:
    if not isinstance(value, int | float) or not 0 <= value < _MOST:
        raise ValueError(value)
    return float(value)
