"""A proposal: what a dream would change, and from which lines. Knows no engine, file or store."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cache, lru_cache
from hashlib import sha256
from itertools import cycle
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from desktop_app.language.doubts import DoubtKind
from desktop_app.notebook.source import Source, line_sha
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.notebook.memory_text import Bullet

INBOX, AGENT, CHAT = "inbox", "agent", "chat"
"""In place of an engine: a person's answer in the inbox made the proposal, or an agent's or a
chat's to the question of a dream."""


class ChangeKind(StrEnum):
    """What a change does to memory, in the order in which changes are shown.

    A mind updates a statement, merges several into one, makes one rule of several (generalised),
    shortens, splits or retires one, moves it under another heading, or gives a heading another
    title (retitled). `REMOVED` takes the second of two equal lines. A question asks which of two
    lines holds.
    """

    UPDATED = "updated"
    MERGED = "merged"
    GENERALISED = "generalised"
    SHORTENED = "shortened"
    SPLIT = "split"
    RETIRED = "retired"
    REMOVED = "removed"
    ADDED = "added"
    MOVED = "moved"
    RETITLED = "retitled"
    QUESTION = "question"


KIND_WORDS: dict[str, str] = {
    ChangeKind.ADDED: tr("added"),
    ChangeKind.UPDATED: tr("updated"),
    ChangeKind.MERGED: tr("merged"),
    ChangeKind.GENERALISED: tr("generalised"),
    ChangeKind.SHORTENED: tr("shortened"),
    ChangeKind.SPLIT: tr("split"),
    ChangeKind.RETIRED: tr("retired"),
    ChangeKind.REMOVED: tr("removed"),
    ChangeKind.MOVED: tr("moved"),
    ChangeKind.RETITLED: tr("retitled"),
    ChangeKind.QUESTION: tr("question"),
}
"""What was done to a line, in a word."""

GOING = (ChangeKind.RETIRED, ChangeKind.REMOVED)
"""Kinds after which a statement is gone."""


class ProposalState(StrEnum):
    """What became of a proposal; a superseded one gave way to a newer one."""

    PENDING = "pending"
    APPLIED = "applied"
    DISCARDED = "discarded"
    SUPERSEDED = "superseded"


class Support(StrEnum):
    """How far sources say what a claim says."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    UNSUPPORTED = "unsupported"


class Why(StrEnum):
    """Why a line that a dream read stays where it stands.

    `OTHERWISE` names something of memory and says something else, which a mind would judge. `OVER`
    are additions beyond what one dream makes, `OLD` lessons and decisions of more than a week
    before. Of a file with a conflict of Git, or with bytes that
    are no text, no line is read.
    """

    CONFLICT = "conflict"
    BINARY = "binary"
    SECRET = "secret"
    ORDER = "order"
    OTHERWISE = "otherwise"
    REPEATED = "repeated"
    OVER = "over"
    OLD = "old"
    QUESTION = "question"
    TODO = "todo"
    LONG = "long"


class RunOutcome(StrEnum):
    """How a dream ended: with a proposal, with nothing to propose, or with a problem."""

    DONE = "done"
    NOTHING = "nothing"
    FAILED = "failed"


@dataclass(frozen=True)
class ToldSentence:
    """A sentence of a diary and the lines that it rests on; `paragraph` counts from 0."""

    text: str
    sources: tuple[Source, ...]
    paragraph: int = 0


@dataclass(frozen=True)
class Doubt:
    """Something in a claim that its sources do not say.

    `words` are the claim's own, `span` is where the first of them stands in it (characters, end
    excluded; both 0 when it is about the whole). `message` is a sentence for people; `nearest` the
    source line that comes closest, None when none does.
    """

    kind: DoubtKind
    words: tuple[str, ...]
    span: tuple[int, int]
    message: str
    nearest: Source | None


@dataclass(frozen=True)
class AsideLine:
    """A line that a dream read and left where it stands; its text is in the notes only.

    `sha` is as in `Source`.
    """

    why: Why
    path: str
    line: int
    sha: str


@dataclass(frozen=True)
class Change:
    """One thing that a dream would do to MEMORY.md.

    `n` counts from 1 within the proposal. `line` is where the first old bullet is in the MEMORY.md
    that was dreamt over, 0 for an addition. `old` are the texts of the bullets that go, `new` is
    the text that comes (None when nothing comes). `accepted` is the engine's advice until `decided`
    is true, and from then on the person's word. `both` is the third answer to a question: the old
    bullet stays and the new text comes beside it. `doubts` are what the proof found. `proposed` is
    what the dream had proposed where `new` is the person's own wording, else None. A change of
    kind moved takes `old` below `heading`, or out of MEMORY.md into the topic file `to`, a path
    within the notebook; one of kind added that has a `to` makes that file of its own and leaves
    MEMORY.md as it is. Of a retitled heading `old` and `new` are the titles and `line` is its line;
    of a split statement `new` has one bullet a line. `card` is the title of the marked card that a
    line of the notes is on, `topic / heading (date)`, "" for none. `undone` says that it was
    written once and a person took that back. `by` is who proposed it, where that is not whose
    proposal it is in: see `Proposal.by`. `question` is the id of the question that an agent or a
    chat answered with it. `unread` says that it is in the mind's own words, or new, and
    that a second reading of it may still count.
    """

    n: int
    kind: ChangeKind
    heading: str = ""
    line: int = 0
    old: tuple[str, ...] = ()
    new: str | None = None
    sources: tuple[Source, ...] = ()
    verdict: Support = Support.SUPPORTED
    accepted: bool = False
    reason: str = ""
    decided: bool = False
    both: bool = False
    doubts: tuple[Doubt, ...] = ()
    proposed: str | None = None
    to: str = ""
    card: str = ""
    undone: bool = False
    by: str = ""
    question: str = ""
    unread: bool = False

    @property
    def may_tick(self) -> bool:
        """Whether it is accepted, or a second reading may still have it accepted beforehand."""
        return self.accepted or (self.unread and not self.decided)

    @property
    def makes_file(self) -> bool:
        """Whether what comes is a file of its own."""
        return self.kind == ChangeKind.ADDED and bool(self.to)


@dataclass(frozen=True)
class Proposal:
    """All changes of one dream with what the dream read and said. `days_read` is newest first.

    `set_aside` counts what was read and left in the days; `aside` says where it stands. `told` are
    the sentences of `prose` with what they rest on. `older` counts the days with notes before those
    it read that no dream has read. `caution` says why nothing of it is ticked although it is
    proved, or what of an answer is not proposed; "" where there is nothing to say. `settled` is
    when it was applied or discarded.
    """

    id: str
    made: datetime
    engine: str
    model: str | None = None
    days_read: tuple[date, ...] = ()
    days_missing: tuple[date, ...] = ()
    state: ProposalState = ProposalState.PENDING
    changes: tuple[Change, ...] = ()
    title: str = ""
    prose: str = ""
    set_aside: dict[Why, int] = field(default_factory=dict)
    seconds: float = 0.0
    tokens: int | None = None
    diary: str | None = None
    undone: datetime | None = None
    aside: tuple[AsideLine, ...] = ()
    told: tuple[ToldSentence, ...] = ()
    older: int = 0
    caution: str = ""
    settled: datetime | None = None

    @property
    def told_at(self) -> datetime:
        """The time at which the diary of its day tells it: when it was applied or discarded, if
        that was on the same day."""
        at = self.settled or self.made
        return at if at.date() == self.made.date() else self.made

    @property
    def by(self) -> str:
        """Who made it: a model or an agent by its name, else the name of the engine."""
        return self.model or self.engine

    def only(self, kept: "Iterable[Change]") -> "Proposal":
        """The proposal with no more than these of its changes, which keep their numbers."""
        return replace(self, changes=tuple(kept))


def source_of(path: str, bullet: "Bullet") -> Source:
    """A statement of memory as a source, by its first line; `path` is memory's file."""
    return Source(path, bullet.line, bullet.quote, line_sha(bullet.raw.split("\n", 1)[0]))


def bullet_change(
    bullet: "Bullet",
    kind: ChangeKind,
    sources: Iterable[Source],
    reason: str,
    new: str | None = None,
    *,
    accepted: bool = False,
) -> Change:
    """What would happen to one bullet of memory, as its sources say; not numbered yet."""
    return Change(
        n=0,
        kind=kind,
        heading=bullet.heading,
        line=bullet.line,
        old=(bullet.text,),
        new=new,
        sources=tuple(sources),
        accepted=accepted,
        reason=reason,
    )


def numbered(changes: Iterable[Change], first: int = 1) -> tuple[Change, ...]:
    """The changes with their numbers."""
    return tuple(replace(change, n=n) for n, change in enumerate(changes, first))


def old_lines(changes: Iterable[Change]) -> set[str]:
    """The bullets that these changes take."""
    return {old for change in changes for old in change.old}


def in_order(changes: Iterable[Change]) -> list[Change]:
    """Changes by their kinds, as they are shown."""
    kinds = list(ChangeKind)
    return sorted(changes, key=lambda change: kinds.index(change.kind))


def said_on(days: int) -> str:
    """Why something is added that the notes of so many days say."""
    return counted("said in the notes", "said in the notes on {count} days", days)


def but(reason: str, why: str) -> str:
    """Why a change is proposed, and why it still waits for a person."""
    return tr("{reason}, but {why}").format(reason=reason, why=why)


AGREED = tr("in other words; a second reading agrees")
"""The reason of a change that the rules alone do not prove."""

LEFT = tr("a second reading finds it not worth keeping in memory")
"""The reason of a new line that waits although its notes say it."""

STAYS = tr("a second reading finds memory no better by it")
"""The reason of a change of what memory says that waits although it is a right one."""


def is_left(change: Change) -> bool:
    """Whether a second reading found it right and not worth doing."""
    return change.reason in (LEFT, STAYS)


def held_back(change: Change, why: str) -> Change:
    """The change, which is not accepted before a person says so, whatever a mind reads again."""
    reason = but(change.reason.rstrip(".。"), why)
    return replace(change, accepted=False, unread=False, reason=reason)


def wording(change: Change) -> str | None:
    """The new text as the dream proposed it, whatever the person made of it."""
    return change.new if change.proposed is None else change.proposed


def change_key(change: Change) -> str:
    """What stays the same while a change is the same change: its texts and its sources' quotes.

    Where the lines stand does not matter, nor how often one was repeated, nor a wording of the
    person's own. A rejected change is not proposed again as long as its key is known; an edited
    source gives another key.
    """
    quotes = sorted({source.quote for source in change.sources})
    parts = ("\x1e".join(change.old), wording(change) or "", "\x1e".join(quotes))
    return sha256("\x1f".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


_REASONS = frozenset(Why)  # earlier versions had others, too


def encoded(proposal: Proposal) -> str:
    """Its text in JSON."""
    return json.dumps(proposal, default=_in_json)


def _in_json(one: Any) -> Any:
    if isinstance(one, date):
        return one.isoformat()
    return {part.name: getattr(one, part.name) for part in fields(one)}


@lru_cache(64)
def decoded(body: str) -> Proposal:
    """The proposal that `encoded` made a text of, also by an earlier version."""
    raw = json.loads(body)
    aside = [one for one in raw.get("aside", ()) if one["why"] in _REASONS]
    counts = {why: count for why, count in raw["set_aside"].items() if why in _REASONS}
    proposal: Proposal = _reader(Proposal)(raw | {"aside": aside, "set_aside": counts})
    return proposal


@cache
def _reader(kind: Any) -> Callable[..., Any]:
    """What reads a value of a type from JSON; of a dataclass it leaves out what earlier versions
    had more."""
    inner = [_reader(one) for one in get_args(kind) if one is not Ellipsis]
    if type(None) in get_args(kind):
        return lambda raw: None if raw is None else inner[0](raw)
    if get_origin(kind) is tuple:
        return lambda raw: tuple(read(one) for read, one in zip(cycle(inner), raw, strict=False))
    if get_origin(kind) is dict:
        return lambda raw: {inner[0](key): inner[1](value) for key, value in raw.items()}
    if hasattr(kind, "__dataclass_fields__"):
        readers = {name: _reader(one) for name, one in get_type_hints(kind).items()}
        return lambda raw: kind(**{n: readers[n](raw[n]) for n in raw if n in readers})
    if issubclass(kind, date):
        return lambda raw: kind.fromisoformat(raw)
    return kind if issubclass(kind, StrEnum) else lambda raw: raw
