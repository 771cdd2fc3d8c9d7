"""What is learned about a notebook's owner: counts in a table of history.db, and in words.

Only headings and single words of the notes are stored. Each dream has rows of its own, which its
undo deletes. Knows no notes.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.words import as_sentence, counted, listed, tr

if TYPE_CHECKING:
    import sqlite_utils

    from desktop_app.dreams.owner import Owner

_REVIEWS = 100  # the newest: an owner's habits change

Counts = list[tuple[str, str, int, int]]
"""Kind and trait of lines, how many of them were kept, how many left."""


@dataclass(frozen=True)
class Learned:
    """What is learned: lines kept and left, the headings that stand out, all of it in words."""

    kept: int
    left: int
    keeps_under: tuple[str, ...]
    leaves_under: tuple[str, ...]
    told: str


def learned(owner: "Owner") -> Learned:
    """What is learned about an owner, as it is shown."""
    (kept, left), (keeps, leaves) = owner.lines, owner.headings_apart()
    return Learned(kept, left, keeps, leaves, _in_words(kept, left, keeps, leaves))


def counts(db: "sqlite_utils.Database") -> None:
    """Make the table of counts."""
    db.execute(
        "create table if not exists learned (dream text, kind text, trait text, kept integer,"
        " passed integer, primary key (dream, kind, trait)) without rowid"
    )


def keep(db: sqlite3.Connection, dream: str, counts: Iterable[Sequence[str | int]]) -> None:
    """Keep what a dream has taught, and forget what old dreams taught."""
    db.executemany(
        "insert or replace into learned values (?, ?, ?, ?, ?)", ((dream, *each) for each in counts)
    )
    db.execute(
        "delete from learned where dream not in"
        " (select distinct dream from learned order by dream desc limit ?)",
        [_REVIEWS],
    )


def forget(db: sqlite3.Connection, dream: str | None = None) -> None:
    """Delete what a dream has taught; without one, all of it."""
    db.execute("delete from learned where ? is null or dream = ?", [dream, dream])


def owner_of(db: sqlite3.Connection) -> "Owner":
    """The owner, by the counts of all dreams."""
    from desktop_app.dreams.owner import Owner, Trait  # its words take long to load

    rows = db.execute(
        "select kind, trait, sum(kept), sum(passed) from learned group by kind, trait"
    ).fetchall()
    kept = {(Trait(kind), key): yes for kind, key, yes, _ in rows if yes}
    return Owner(kept, {(Trait(kind), key): no for kind, key, _, no in rows if no})


def _in_words(kept: int, left: int, keeps: Sequence[str], leaves: Sequence[str]) -> str:
    from desktop_app.dreams.owner import ENOUGH

    if not kept + left:
        return tr("Nothing yet. Dreams learn when you apply or discard one.")
    lines = counted("From {count} line you kept", "From {count} lines you kept", kept)
    start = tr("{lines} and {left} you left").format(lines=lines, left=left)
    if kept < ENOUGH:
        return tr("{start}. From {enough} kept lines on they move the order.").format(
            start=start, enough=ENOUGH
        )
    if keeps and leaves:
        habits = tr("{start}: you keep lines from under {keeps}, and leave those under {leaves}.")
        return habits.format(start=start, keeps=_listed(keeps), leaves=_listed(leaves))
    if keeps:
        habits = tr("{start}: you keep lines from under {keeps}.")
        return habits.format(start=start, keeps=_listed(keeps))
    if leaves:
        habits = tr("{start}: you leave lines from under {leaves}.")
        return habits.format(start=start, leaves=_listed(leaves))
    return as_sentence(start)


def _listed(titles: Sequence[str]) -> str:
    *most, last = [f"“{title}”" for title in titles]
    return tr("{most} and {last}").format(most=listed(most), last=last) if most else last
