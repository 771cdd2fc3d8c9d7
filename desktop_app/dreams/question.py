"""A dream handed to a mind that the program cannot ask itself: an agent, or any chat.

The mind gets the question in parts, thinks as long as it likes, and answers in another process
perhaps. Of what it was shown only marks and hashes are kept. Its answer becomes a proposal like any
other: proved line by line, and waiting for the person.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from desktop_app.database import Database
from desktop_app.dreams.begun import BegunDream, begin
from desktop_app.dreams.consolidator.consolidation import Consolidation, Heard
from desktop_app.dreams.consolidator.faults import Fault, sentence
from desktop_app.dreams.consolidator.parts import Part
from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.proposal import Change, Proposal, ProposalState, Support, held_back
from desktop_app.dreams.store import DayHashes, DreamStore
from desktop_app.dreams.unattended import lines_by
from desktop_app.dreams.window import nothing_written
from desktop_app.errors import Missing, Problem
from desktop_app.notebook.git_conflict import advice
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.length import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.tables import Tables
from desktop_app.words import tr

if TYPE_CHECKING:
    import sqlite_utils

AGENT, CHAT = "agent", "chat"
"""In place of an engine: who answered the question."""

LONGEST_PART = 24_000
"""Characters of a part that an agent is given at once."""

LONGEST_CHAT = 60_000
"""Characters of a part that is copied into a chat."""

_KEPT = 20  # questions
_TOLD = tr("It waits for the person. Mend what is not proved and propose again, or leave it.")
_OWN_LINES = tr("{mind} wrote these lines itself")


@dataclass(frozen=True)
class Mind:
    """Who answers: `name` is `AGENT` or `CHAT`, `model` what it is called."""

    name: str
    model: str | None


@dataclass(frozen=True)
class DreamQuestion:
    """A question as it was asked; `parts` are its texts, `marks` the hash of what each mark named.

    `days` are those that it is about, the newest first, also those without notes.
    """

    id: str
    made: datetime
    mind: Mind
    days: tuple[date, ...]
    parts: tuple[str, ...]
    marks: Mapping[str, str]


@dataclass(frozen=True)
class DreamAnswer:
    """What became of an answer: its changes as they are proved, and the proposal that waits, None
    where nothing is to be changed. `unknown` are marks of the answer that name nothing any more.
    """

    changes: tuple[Change, ...]
    proposal: Proposal | None
    unknown: tuple[str, ...]


class Questions:
    """The newest questions of one notebook. Every method raises Problem when the disk refuses."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)

    def keep(self, question: DreamQuestion) -> None:
        """Keep a question until it is answered; of old ones that nobody answered, the newest."""
        row = (
            question.id,
            question.made.isoformat(),
            question.mind.name,
            question.mind.model or "",
            json.dumps([day.isoformat() for day in question.days]),
            json.dumps(dict(question.marks)),
        )
        with self._kept.writing() as db:
            db.execute("insert or replace into questions values (?, ?, ?, ?, ?, ?)", row)
            db.execute(
                "delete from questions where id not in"
                " (select id from questions order by made desc limit ?)",
                [_KEPT],
            )

    def get(self, question_id: str | None, mind: Mind) -> DreamQuestion:
        """A question of this mind by its id, or its newest. Raises Problem where there is none."""
        with self._kept.writing() as db:
            found = db.execute(
                "select id, made, mind, model, days, marks from questions"
                " where mind = ? and model = ? and (id = ? or ? is null)"
                " order by made desc limit 1",
                [mind.name, mind.model or "", question_id, question_id],
            ).fetchone()
        if found is None:
            raise Missing(
                tr("No question of a dream waits for this answer."),
                tr("Begin with the question; the answer names its marks."),
            )
        days = tuple(map(date.fromisoformat, json.loads(found[4])))
        made = datetime.fromisoformat(found[1])
        return DreamQuestion(found[0], made, mind, days, (), json.loads(found[5]))


def ask(
    notebook: Notebook,
    store: DreamStore,
    mind: Mind,
    now: datetime,
    *,
    lookback_days: int | None = None,
    until: date | None = None,
    limits: Limits = UNLIMITED,
    longest: int = LONGEST_PART,
) -> DreamQuestion:
    """The question of a dream over these days, in parts of at most `longest` characters.

    Which days these are is as in `deep_dream`. Raises Problem where they have no notes, or none
    that fit.
    """
    begun = begin(notebook, store, mind, now, lookback_days=lookback_days, until=until)
    material, _ = begun.read(limits)
    if not material.dates:
        newest, reason = nothing_written(notebook, now.date(), material)
        elsewhere = tr("Choose other days.") if newest else ""
        raise Problem(reason, advice() if material.torn else elsewhere)
    consolidation = Consolidation(material)
    parts = _texts(consolidation, longest)
    question = DreamQuestion(
        begun.id,
        now,
        mind,
        material.window,
        parts,
        consolidation.shown.hashes,
    )
    Questions(notebook.database).keep(question)
    return question


def again(
    notebook: Notebook,
    store: DreamStore,
    question: DreamQuestion,
    now: datetime,
    *,
    limits: Limits = UNLIMITED,
    longest: int = LONGEST_PART,
) -> DreamQuestion:
    """The question once more, with the parts that it has by what still stands."""
    _, material, _ = _read_again(notebook, store, question, now, limits)
    return replace(question, parts=_texts(Consolidation(material, asked=question.marks), longest))


def answer(
    notebook: Notebook,
    store: DreamStore,
    question: DreamQuestion,
    texts: Sequence[str],
    now: datetime,
    *,
    limits: Limits = UNLIMITED,
) -> DreamAnswer:
    """What the answers to a question's parts come to; it waits as the mind's one open proposal.

    An answer may be given again, mended: it takes the place of what nobody has decided on of the
    one before. Raises Problem for an answer that is not in the agreed form.
    """
    begun, material, window = _read_again(notebook, store, question, now, limits)
    consolidation = Consolidation(material, asked=question.marks)
    heard = [_heard(consolidation, text, question.mind) for text in texts]
    draft = consolidation.draft(heard)
    changes = begun.checked(draft, material)
    changes = tuple(_not_by_itself(notebook, change, question.mind) for change in changes)
    unknown = tuple(sorted(consolidation.gone))
    _withdraw(store, question)
    if not changes:
        begun.nothing(tr("Nothing new to keep."), material, read=window)
        return DreamAnswer((), None, unknown)
    moved = begun.moved(changes, material)
    proposal = begun.proposed(draft, changes, moved, material)
    return DreamAnswer(changes, begun.keep(proposal, window, material), unknown)


def answer_json(answered: DreamAnswer) -> dict[str, Any]:
    """What an answer came to, for who gave it: each change, whether it is proved, and if not which
    words nothing backs.
    """
    return {
        "proposal": answered.proposal and answered.proposal.id,
        "told": _TOLD if answered.proposal else tr("Nothing is to be changed."),
        "changes": [
            {
                "kind": one.kind,
                "heading": one.heading,
                "old": list(one.old),
                "new": one.new,
                "proved": one.verdict == Support.SUPPORTED,
                "ticked": one.accepted,
                "not_backed": [word for doubt in one.doubts for word in doubt.words],
                "reason": one.reason,
            }
            for one in answered.changes
        ],
        "unknown": list(answered.unknown),
    }


def _read_again(
    notebook: Notebook, store: DreamStore, question: DreamQuestion, now: datetime, limits: Limits
) -> tuple[BegunDream, Material, DayHashes]:
    """The days of a question as they are now."""
    begun = begin(
        notebook,
        store,
        question.mind,
        now,
        lookback_days=len(question.days),
        until=question.days[0],
    )
    return begun, *begun.read(limits)


def _texts(consolidation: Consolidation, longest: int) -> tuple[str, ...]:
    """The parts of a question, each as one text. Raises Problem where there is none."""
    room = longest - sum(map(len, consolidation.asked.frame()))
    parts = consolidation.plan(room, lambda text: len(text) + 1)
    if not parts:
        raise Problem(
            tr("Nothing of these days may be shown to a mind."),
            tr("Secrets and orders are never shown. Write a note, or choose other days."),
        )
    each = map(consolidation.messages, parts)
    return tuple("\n\n".join(one.content for one in messages) for messages in each)


def _heard(consolidation: Consolidation, text: str, mind: Mind) -> Heard:
    shown = consolidation.shown
    heard = consolidation.hear(Part(shown.notes, shown.memory, whole=True), text)
    if isinstance(heard, Fault):
        name = mind.model or tr("The chat")
        raise Problem(
            sentence(heard, name), tr("Send the lines under [MEMORY] and [DREAM], or the JSON.")
        )
    return heard


def _not_by_itself(notebook: Notebook, change: Change, mind: Mind) -> Change:
    """The change; not ticked where the mind itself wrote what it rests on."""
    if not (change.accepted and mind.name == AGENT and mind.model):
        return change
    own = lines_by(notebook, mind.model)
    if any(own(source) for source in change.sources):
        return held_back(change, _OWN_LINES.format(mind=mind.model))
    return change


def _withdraw(store: DreamStore, question: DreamQuestion) -> None:
    """Take back what was answered to this question before and nobody has decided on."""
    mind = question.mind
    for waiting in store.proposals(ProposalState.PENDING):
        theirs = (waiting.engine, waiting.model) == (mind.name, mind.model)
        if theirs and waiting.made >= question.made:
            kept = tuple(
                one
                for one in waiting.changes
                if one.decided or one.undone or one.n in waiting.carried
            )
            state = waiting.state if kept else ProposalState.SUPERSEDED
            store.put(replace(waiting, changes=kept, state=state))


def _questions(db: "sqlite_utils.Database") -> None:
    columns = dict.fromkeys(("id", "made", "mind", "model", "days", "marks"), str)
    db.table("questions").create(columns, pk="id", if_not_exists=True)


_TABLES = Tables("questions", _questions)
