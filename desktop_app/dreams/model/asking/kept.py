"""What is kept between two tries of a dream: answers by their prompt's hash, and token counts.

Knows history.db. Of a prompt only the hash is kept; answers go when a dream has ended well.
"""

import dataclasses
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.database import Database
from desktop_app.models.model import ModelMessage
from desktop_app.models.tokens import Tokens
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import Tables

if TYPE_CHECKING:
    import sqlite_utils


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
        with self._kept.writing() as db:
            rows = db.execute("select text, tokens from answers where key = ?", [key])
            row = rows.fetchone()
        return KeptAnswer(str(row[0]), int(row[1])) if row else None

    def __setitem__(self, key: str, answer: KeptAnswer, /) -> None:
        """Keep a usable answer until the dream has ended well."""
        with self._kept.writing() as db:
            values = [key, answer.text, answer.tokens]
            db.execute("insert or replace into answers values (?, ?, ?)", values)

    def has_answers(self) -> bool:
        """Whether a dream that failed left any."""
        with self._kept.writing() as db:
            # What has cost no tokens is how the prompts were cut, not an answer.
            row = db.execute("select exists(select 1 from answers where tokens > 0)")
            return bool(row.fetchone()[0])

    def clear(self) -> None:
        """Forget all answers: their dream has ended well."""
        with self._kept.writing() as db:
            db.execute("delete from answers")

    def tokens(self, model: str) -> Tokens:
        """What is known of a model's tokens."""
        with self._kept.writing() as db:
            rows = db.execute("select learnt from model_tokens where model = ?", [model])
            row = rows.fetchone()
        return Tokens(*json.loads(row[0])) if row else Tokens()

    def learn(self, model: str, tokens: Tokens) -> None:
        """Keep what is known of a model's tokens."""
        with self._kept.writing() as db:
            values = [model, json.dumps(dataclasses.astuple(tokens))]
            db.execute("insert or replace into model_tokens values (?, ?)", values)


def _answers(db: "sqlite_utils.Database") -> None:
    answers = {"key": str, "text": str, "tokens": int}
    db.table("answers").create(answers, pk="key", if_not_exists=True)
    tokens = {"model": str, "learnt": str}
    db.table("model_tokens").create(tokens, pk="model", if_not_exists=True)


_TABLES = Tables("answers", _answers)


def key_of(model: str, messages: Sequence[ModelMessage], fence: str) -> str:
    """The hash of a prompt; the fence, which differs in every run, is no part of it."""
    prompt = "\x1e".join(f"{each.role}\x1f{each.content}" for each in messages)
    whole = f"{model}\x1e{prompt.replace(fence, '')}"
    return hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()
