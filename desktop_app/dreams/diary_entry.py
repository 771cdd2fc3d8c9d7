"""A dream as an entry in the diary of its day: what was taken of it, and on which lines its
changes rest, as the files are now. Knows no store.

The diary is a file of the notebook: its texts are in the language of the notes.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from desktop_app import resources
from desktop_app.dreams import plain_prose
from desktop_app.dreams.carry_over import sentences_of
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.proposal import (
    AGENT,
    CHAT,
    INBOX,
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
)
from desktop_app.dreams.runs import A_CHAT, BUILTIN
from desktop_app.language.sentences import own_language
from desktop_app.language.tokens import script, script_among, tokens
from desktop_app.notebook import diaries
from desktop_app.notebook.diaries import DiaryChange, DiaryEntry, DiarySource
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import LinesNow, Source
from desktop_app.visible import visible

DISCARDED = "discarded, memory stayed as it was"
"""What an entry's remark ends with, of a dream that was discarded."""

VOICELESS = "no words of its own"
"""What it says of a mind of whose sentences none is in the entry."""


def with_entry(
    diary: Snapshot,
    proposal: Proposal,
    written: Sequence[Change],
    *,
    rest: bool = False,
) -> bytes:
    """The diary with this dream told at its end, with the changes `written` into MEMORY.md.

    The diary tells nothing else that the dream proposed. `rest` says that a part of this dream was
    applied earlier.
    """
    language, own = _language(proposal), proposal.prose
    if proposal.told:
        own = plain_prose.prose(sentences_of(proposal, {change.n for change in written}))
    prose = own or plain_prose.told(written, language)
    if proposal.state == ProposalState.DISCARDED:
        prose = "\n\n".join(filter(None, (own, _words(language)["rest" if rest else "none"])))
    entry = diaries.DiaryEntry(
        date=proposal.told_at.date(),
        time=proposal.told_at.strftime("%H:%M"),
        title=title_of(proposal, written, rest=rest),
        prose=prose,
        meta=_meta(proposal, len(written), voiced=bool(own)),
        changes=tuple(map(_told, written)),
        undone="",
        line=0,
        path=diary.path,
    )
    text = diaries.with_entry(diary.text, entry, language)
    return text.encode("utf-8", "surrogateescape")


def title_of(proposal: Proposal, written: Sequence[Change], *, rest: bool = False) -> str:
    """The dream's title once it is answered; one that says more than was taken is replaced by one
    of what was written. `rest` is that of `with_entry`."""
    worded = any(one.proposed is not None for one in written)
    if len(written) == len(proposal.changes) and not worded:
        return proposal.title
    told = sentences_of(proposal, {change.n for change in written})
    texts = [one.text for one in told]
    texts += [text for one in written for text in (*one.old, one.new or "")]
    words = set(tokens(proposal.title))
    if words and words <= set(tokens("\n".join(texts))):
        return proposal.title
    none = "rest_title" if rest else "none_title"
    return plain_prose.title(written, _language(proposal)) or str(_words(_language(proposal))[none])


def _language(proposal: Proposal) -> str:
    if proposal.prose:
        return own_language(proposal.prose)
    return plain_prose.language_of(proposal.changes)


def only_moves(text: str) -> tuple[str, str]:
    """Title and prose of a dream that only makes room in MEMORY.md, in the language of its text."""
    words = _words(script(text))
    return str(words["room_title"]), str(words["room"])


def only_answer(text: str, memory: str) -> tuple[str, str]:
    """Title and prose of what an answer in the inbox did, in the language of the line."""
    words = _words(script_among(text, memory))
    return str(words["answer_title"]), str(words["answer"])


def _told(change: Change) -> diaries.DiaryChange:
    """A question is told as what the person made of it."""
    kind, new = change.kind, change.new
    if kind == ChangeKind.QUESTION:
        kind = ChangeKind.ADDED if change.both else ChangeKind.UPDATED
    if change.makes_file:
        new = (new or "").split("\n")[0].lstrip("# ")
    return diaries.DiaryChange(
        kind,
        change.heading,
        new,
        () if change.both else change.old,
        () if change.to else tuple(map(_place, change.sources)),
        change.to,
        _engine(change.by),
        own=change.proposed is not None,
    )


def _place(source: Source) -> DiarySource:
    return DiarySource(source.path, source.line, source.quote)


def _words(language: str) -> dict[str, Any]:
    return dict(resources.table("language/telling")[language])


def _meta(proposal: Proposal, count: int, *, voiced: bool) -> str:
    days = sorted(proposal.days_read) or [proposal.made.date()]  # of one that read none
    span = days[0].isoformat() if len(days) == 1 else f"{days[0]} – {days[-1]}"
    engine = f"agent {proposal.model}" if proposal.engine == AGENT else _engine(proposal.by)
    result = (
        DISCARDED
        if proposal.state == ProposalState.DISCARDED
        else f"{count} of {len(proposal.changes)} changes applied"
    )
    silent = not voiced and proposal.engine not in (EngineName.BUILTIN, INBOX)
    voice = f"{VOICELESS} · " if silent else ""
    tokens = f"{proposal.tokens:,} tokens · " if proposal.tokens else ""
    lasted = f"{proposal.seconds:.1f} s · " if proposal.seconds else ""  # a rest took no time
    return f"{span} · {engine} · {voice}{tokens}{lasted}{result}"


def _engine(name: str) -> str:
    return {EngineName.BUILTIN: BUILTIN, CHAT: A_CHAT}.get(name, name)


def entry_of(diary: Snapshot, proposal: Proposal) -> diaries.DiaryEntry | None:
    """What the diary tells of this dream: the same changes at its time, else at least its title."""
    at = (proposal.told_at.date(), proposal.told_at.strftime("%H:%M"), "")
    entries = [
        entry
        for entry in diaries.parse(diary.path, diary.text)
        if (entry.date, entry.time, entry.undone) == at
    ]
    told = [_texts(_told(one)) for one in proposal.changes if one.accepted]
    alike = (one for one in entries if list(map(_texts, one.changes)) == told)
    titled = (one for one in entries if one.title == proposal.title)
    return next(chain(alike, titled), None)


def _texts(change: diaries.DiaryChange) -> tuple[str, ...]:
    return tuple(map(visible, (change.new or "", *change.old)))


def changes_now(notebook: Notebook, entry: DiaryEntry) -> tuple[DiaryChange, ...]:
    """The changes of an entry, their sources where these stand now."""
    now = LinesNow(lambda path: notebook.read(path).text).quoted
    return tuple(one._replace(sources=tuple(map(now, one.sources))) for one in entry.changes)
