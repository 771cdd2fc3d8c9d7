"""Flush: a conversation's messages into today's file. Knows days, not who talks or listens.

Specification: Context tier stores active session; Context summary callback.
"""

import asyncio
import dataclasses
import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.talk import talk_store
from desktop_app.errors import Problem
from desktop_app.language.tokens import script
from desktop_app.notebook import days
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.text.records import Message
from desktop_app.threads import to_its_end
from desktop_app.words import counted, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.talk.extract import Extract, UnsafeLine
    from desktop_app.dreams.talk.worth import Frequencies

CAUSES = ("trim", "overflow", "day", "sleep", "session")
NONE_WORDS = frozenset({"", "none", "none.", "无", "無", "无。", "無。"})
ATTEMPTS = 2

log = logging.getLogger(__name__)


class Summarizer(Protocol):
    """Turns messages into the text of a block; None or 'None' when nothing is worth keeping."""

    @property
    def name(self) -> str: ...

    async def summarize(self, messages: Sequence[Message]) -> str | None:
        """Raises Problem when it fails, and NoSummarizer when another try would fail as well."""
        ...


class NoSummarizer(Problem):
    """No model can sum up now."""


class FlushOverlap(Problem):
    """Some messages of a draft were flushed by another meanwhile; a new draft is without them."""


@dataclass(frozen=True)
class FlushDraft:
    """What a flush would write of a session's messages; "" with a `reason` where that is nothing.

    With a text, `reason` says why rules wrote it although a summarizer was asked for, and how many
    lines had no room. `left_out` is what the rules held back. `keys` are the hashes of all
    messages, `new` of those that had not been flushed before.
    """

    session: str
    text: str
    engine: str
    reason: str = ""
    left_out: tuple["UnsafeLine", ...] = ()
    keys: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


@dataclass(frozen=True)
class Flushed:
    """What a flush wrote: `path` is None, with a `reason`, when nothing was to be written. `text`
    is what the day says of its messages, be it by lines that stood there before.

    With a path, `reason` is that of the draft, and `added` and `keys`, the hashes of its messages,
    are what `take_back` needs. `left_out` is what the rules held back and nobody asked for.
    """

    path: str | None
    line: int
    text: str
    engine: str
    reason: str = ""
    added: days.AddedToDay | None = None
    keys: tuple[str, ...] = ()
    left_out: tuple["UnsafeLine", ...] = ()


async def draft(
    notebook: Notebook,
    messages: Sequence[Message],
    *,
    session: str = "",
    summarizer: Summarizer | None = None,
    only: Collection[int] | None = None,
    words: "Frequencies | None" = None,
) -> FlushDraft:
    """Find what matters of `messages`; nothing is written, and none of them counts as flushed.

    Messages of this `session` that were flushed before are left out, and so are all but those with
    the numbers `only`, from 0. When the summarizer fails twice, or there is none, rules write an
    extract of the messages' own words. `words` are those that the notebook uses often; who drafts
    many conversations counts them once.
    """
    keys = message_keys(session, messages)
    numbers = range(len(messages)) if only is None else sorted(only)
    wanted = tuple(keys[n] for n in numbers)
    known = await asyncio.to_thread(_written_before, notebook, wanted) if session else frozenset()
    news = [n for n in numbers if keys[n] not in known]
    fresh = [messages[n] for n in news]
    if not any(message.content.strip() for message in fresh):
        return FlushDraft(session, "", EngineName.BUILTIN, tr("There is no new message to keep."))
    before = messages[: news[0]][-1:]
    text, engine, reason, left_out = await _summary(notebook, before, fresh, summarizer, words)
    if text.strip().casefold() in NONE_WORDS:
        text, reason = "", tr("Nothing in it was worth keeping.")
    new = tuple(keys[n] for n in news) if session else ()
    return FlushDraft(session, text, engine, reason, left_out, wanted, new)


def write(
    notebook: Notebook,
    draft: FlushDraft,
    cause: str,
    *,
    now: datetime,
    at: datetime | None = None,
    text: str | None = None,
) -> Flushed:
    """Append a draft, or what was chosen of it as `text`, to today, or to the day of `at`, as one
    block titled by `cause`. Of a whole draft, lines that stand in that day are left out.

    Its messages count as flushed only once the file is written, so a failed flush loses nothing and
    can be tried again, and one that a crash cut short is written once. The block stands there as a
    note does: see `days.append_note`. Raises FlushOverlap when another has flushed a part of it
    meanwhile, and Problem when the day cannot be written or the cause is unknown.
    """
    _check(cause)
    whole, chosen = text is None, draft.text if text is None else text
    told = text = notebook.tombstones.without(chosen)
    forgotten = bool(chosen.strip()) and not text
    left_out = tuple(each for each in draft.left_out if each.text not in text)
    nothing = Flushed(None, 0, "", draft.engine, draft.reason, left_out=left_out)
    if not draft.keys:
        return nothing
    # One step, so that whoever cancels has both the text and the memory of it, or neither.
    with notebook.lock():
        if draft.new and (others := _written_before(notebook, draft.new)):
            if not others.issuperset(draft.new):
                raise FlushOverlap(
                    tr("Another program saved notes of some of these messages at the same time."),
                    tr("Look again at what is new."),
                )
            why = tr("Another program saved its notes at the same time.")
            return dataclasses.replace(nothing, reason=why)
        if whole and text:
            there = notebook.read(notebook.day_path((at or now).date())).text
            text = talk_store.without_standing(text, there)
        if not text:
            if draft.session:
                talk_store.note(notebook, draft.keys, now)
            if not draft.text.strip():
                return nothing
            why = tr("It stands among the notes of that day already.")
            if forgotten:
                why = tr("What it says was forgotten for good.")
            return dataclasses.replace(nothing, text=told, reason=why)
        written = _appended(notebook, draft, days.title_for(cause), text, now, at)
    reason = draft.reason if draft.text else ""  # of a draft of nothing it told why
    return Flushed(
        written.path, written.line, told, draft.engine, reason, written, draft.new, left_out
    )


def _appended(
    notebook: Notebook, draft: FlushDraft, title: str, text: str, now: datetime, at: datetime | None
) -> days.AddedToDay:
    """Append a block; that of a session is noted before and after, for a crash in between."""
    if not draft.session:
        return days.append_block(notebook, title, text, now, at)
    day = at or now
    block, path = days.block(title, day, text), notebook.day_path(day.date())
    begun = talk_store.begin(notebook, path, block, draft.keys, now)
    try:
        written = days.append_block(notebook, title, text, now, at)
    except Problem:
        with suppress(Problem):  # else it is settled before the next flush
            talk_store.settle(notebook)
        raise
    try:
        talk_store.end(notebook, begun)
    except Problem as problem:  # it is written: told as failed, it would be twice
        log.warning("What was flushed could not be noted: %s", problem)
    return written


async def flush(
    notebook: Notebook,
    messages: Sequence[Message],
    cause: str,
    *,
    now: datetime,
    at: datetime | None = None,
    session: str = "",
    summarizer: Summarizer | None = None,
    only: Collection[int] | None = None,
    on_summary: Callable[[str], None] | None = None,
) -> Flushed:
    """Write the whole draft: see `draft` and `write`.

    `on_summary` gets the written text once, afterwards; what it raises is logged and changes
    nothing.
    """
    _check(cause)
    while True:  # an overlap leaves less to flush
        drafted = await draft(notebook, messages, session=session, summarizer=summarizer, only=only)
        with suppress(FlushOverlap):
            flushed = await to_its_end(write, notebook, drafted, cause, now=now, at=at)
            break
    if flushed.path and on_summary:
        try:
            on_summary(flushed.text)
        except Exception:  # the listener's own mistake must not look like a failed flush
            log.exception("A listener to flushes failed")
    return flushed


def _check(cause: str) -> None:
    if cause not in CAUSES:
        raise Problem(
            tr("“{cause}” is no cause for saving notes.").format(cause=cause),
            tr("Known: {names}.").format(names=", ".join(CAUSES)),
        )


def take_back(notebook: Notebook, flushed: Flushed, now: datetime) -> None:
    """Take the block of a flush out of its day again; its messages count as new from then on.

    Raises Problem, and changes nothing, when the block no longer stands as it was written.
    """
    if flushed.added is None:
        raise Problem(tr("Nothing was written, so there is nothing to undo."))
    with notebook.lock():
        # First forgotten: what a crash leaves is then written twice rather than never.
        talk_store.forget(notebook, flushed.keys)
        try:
            days.take_back(notebook, flushed.added, now)
        except BaseException:
            talk_store.note(notebook, flushed.keys, now)
            raise


def flushed_before(
    notebook: Notebook, messages: Sequence[Message], session: str
) -> tuple[bool, ...]:
    """Of each message, whether it was flushed before in this session. Only reads."""
    keys = message_keys(session, messages)
    written_before = talk_store.already_written(notebook, keys) if session else frozenset()
    return tuple(key in written_before for key in keys)


def reinjected(summary: str, turns: int, newest: Sequence[Message]) -> list[Message]:
    """The shortened conversation: a note of what was compacted, the summary, the kept turns.

    The note is in the summary's language, and says that what follows is data: it is the words of
    whoever talked, told in a message that models obey.
    """
    from desktop_app.dreams.consolidator.prompt import Prompt

    prompt = Prompt("summary", script(summary))
    return [
        Message("system", prompt.fill("Compacted", turns=str(turns), summary=summary)),
        *newest,
    ]


async def _summary(
    notebook: Notebook,
    before: Sequence[Message],
    messages: Sequence[Message],
    summarizer: Summarizer | None,
    words: "Frequencies | None",
) -> tuple[str, str, str, tuple["UnsafeLine", ...]]:
    reason = ""
    for attempt in range(1, ATTEMPTS + 1 if summarizer else 1):
        assert summarizer is not None
        try:
            return await summarizer.summarize(messages) or "", summarizer.name, "", ()
        except Problem as problem:
            log.warning("Summary attempt %d failed: %s", attempt, problem)
            reason = problem.message
            if isinstance(problem, NoSummarizer):
                break

    def extracted() -> "Extract":
        from desktop_app.dreams.talk.extract import extract  # long to load, seldom wanted
        from desktop_app.dreams.talk.worth import familiar

        spoken = [(message.role, message.content) for message in (*before, *messages)]
        return extract(spoken, familiar(notebook) if words is None else words, done=len(before))

    found = await asyncio.to_thread(extracted)
    if found.more:
        told = counted(
            "One line had no room; a model would read it.",
            "{count} lines had no room; a model would read them.",
            found.more,
        )
        reason = together(reason, told)
    return found.text, EngineName.BUILTIN, reason, found.unsafe


def message_keys(session: str, messages: Sequence[Message]) -> list[str]:
    """A hash per message; a later identical message ('yes') is content of its own.

    So `messages` are all of the session's, from its first on.
    """
    counts = Counter[Message]()
    keys = []
    for message in messages:
        counts[message] += 1
        fields = (session, message.role, message.content, message.time, str(counts[message]))
        whole = "\x1f".join(fields).encode("utf-8", "surrogatepass")
        keys.append(hashlib.sha256(whole).hexdigest())
    return keys


def _written_before(notebook: Notebook, keys: Sequence[str]) -> frozenset[str]:
    talk_store.settle(notebook)
    return talk_store.already_written(notebook, keys)
