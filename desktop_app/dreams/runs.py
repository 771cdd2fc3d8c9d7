"""Dreams that ran: a row for each in history.db, in words for every door, and only one at a time
over a notebook. Knows columns, no proposal.
"""

import dataclasses
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.proposal import AGENT, CHAT, INBOX, ProposalState, RunOutcome
from desktop_app.errors import Problem
from desktop_app.notebook.storage.lock import taken
from desktop_app.tables import Step, Tables
from desktop_app.words import tr

if TYPE_CHECKING:
    import sqlite_utils


_COLUMNS = (
    "id", "made", "outcome", "reason", "engine", "days", "state", "window", "body", "before",
    "after",
)  # fmt: skip


@dataclass(frozen=True)
class DreamRun:
    """One dream as the list shows it.

    Of one that failed `reason` says what happened, `hint` what can be done. `until` is the ISO day
    that its window was to end with, where that was asked for; `newest` that of the newest notes,
    where the window had none.
    """

    id: str
    made: datetime
    outcome: RunOutcome
    reason: str
    engine: str
    days: int
    hint: str = ""
    model: str = ""
    until: str = ""
    newest: str = ""


RUN_COLUMNS = ", ".join(field.name for field in dataclasses.fields(DreamRun))
"""What `run_of` needs of a row: its proposal, which is long, is not in it."""


def _dreams(db: "sqlite_utils.Database") -> None:
    columns = dict.fromkeys(_COLUMNS, str) | {"days": int}
    db.table("dreams").create(columns, pk="id", if_not_exists=True)
    db.table("rejected").create({"key": str, "at": str}, pk="key", if_not_exists=True)


def _adding(step: str, *columns: str) -> Step:
    """A step of this name that gives each dream further columns; without any, nothing: earlier
    versions did more."""

    def add(db: "sqlite_utils.Database") -> None:
        table = db.table("dreams")
        for name in columns:
            if name not in table.columns_dict:
                table.add_column(name, str, not_null_default="")

    add.__name__ = step
    return add


def _untaught(db: "sqlite_utils.Database") -> None:
    db.execute("drop table if exists learned")


def _unanswered(db: "sqlite_utils.Database") -> None:
    """Earlier versions kept answers of models here."""
    for table in ("answers", "model_tokens"):
        db.execute(f"drop table if exists {table}")


_asked_for = _adding("_asked_for", "hint", "model", "again", "until", "newest", "topics")
_measured, counts, _accepted = map(_adding, ("_measured", "counts", "_accepted"))
TABLES = Tables("dreams", _dreams, _asked_for, counts, _measured, _accepted, _untaught, _unanswered)


def run_of(row: sqlite3.Row) -> DreamRun:
    """A row of the table as it is shown."""
    values = {field.name: row[field.name] for field in dataclasses.fields(DreamRun)}
    kept = {
        "made": datetime.fromisoformat(row["made"]),
        "outcome": RunOutcome(row["outcome"]),
    }
    return DreamRun(**values | kept)


def put_row(
    db: sqlite3.Connection,
    run: DreamRun,
    window: dict[str, str] | None,
    body: str = "",
    state: str = "",
) -> None:
    """Write a dream's row, with its proposal as `body` and what its days said as `window`.

    An older row keeps what is not given, and the day that was asked for.
    """
    row = {**dataclasses.asdict(run), "made": run.made.isoformat()}
    row |= {"body": body, "state": state}
    if window is not None:
        row["window"] = json.dumps(window)
    places = ", ".join(f":{name}" for name in row)
    news = ", ".join(f"{name} = excluded.{name}" for name in row if name != "until")
    db.execute(
        f"insert into dreams ({', '.join(row)}) values ({places})"
        f" on conflict (id) do update set {news}",
        row,
    )


class DreamtOver(Problem):
    """Another program dreams over the notebook already."""


def is_dreamt_over(own: Path) -> bool:
    """Whether some program dreams over the notebook right now."""
    with taken(own / "dream", "") as other:
        return other is not None


@contextmanager
def alone(own: Path, doer: str, now: datetime) -> Iterator[None]:
    """While the block runs, no other program dreams over the notebook.

    `own` is the program's folder for it, `doer` the name that another program is shown. Raises
    DreamtOver when another program dreams already: both would propose the same.
    """
    with taken(own / "dream", tr("{doer}, since {now:%H:%M}").format(doer=doer, now=now)) as other:
        if other is not None:
            message = tr("Another dream is running in this notebook.")
            if other:
                message = tr("Another dream is running in this notebook: {other}.")
            raise DreamtOver(
                message.format(other=other),
                tr("Wait until that dream has ended, or stop it there."),
            )
        yield


STATES = {
    ProposalState.PENDING: tr("waits for you"),
    ProposalState.APPLIED: tr("applied"),
    ProposalState.DISCARDED: tr("discarded"),
    ProposalState.SUPERSEDED: tr("a newer one took it over"),
}


BUILTIN, A_CHAT = "without a model", "a chat"
"""What a diary, which is in no language of the window, calls a dream without a model and one that a
chat answered."""
_DREAMERS = {
    EngineName.BUILTIN: tr("Nightstand without a model"),
    BUILTIN: tr("Nightstand without a model"),
    "built-in engine": tr("Nightstand without a model"),  # in diaries of earlier versions
    A_CHAT: tr("a chat"),
    INBOX: tr("your answer to a question"),
    AGENT: tr("an agent"),
    CHAT: tr("a chat"),
}


def dreamer_in_words(engine: str, model: str | None = None) -> str:
    """Who dreamt: a model or an agent by its name, a chat, Nightstand without a model."""
    return model or _DREAMERS.get(engine, engine)
