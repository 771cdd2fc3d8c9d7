"""A dream as an entry in the diary of its day. Knows no store, no files.

The diary is a file of the notebook: its texts are in the language of the notes, and its last line
is always in English, since programs read it.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any

from desktop_app import resources
from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.proposal import (
    BETWEEN,
    WHAT_IF,
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
)
from desktop_app.language.sentences import own_language, sentences
from desktop_app.language.words import script, script_among
from desktop_app.notebook import diaries
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.source import Source
from desktop_app.visible import visible

LONGEST_QUOTE = 60
BUILTIN = "built-in engine"
"""What an entry's remark calls the engine without a model."""
DISCARDED = "discarded, memory stayed as it was"
"""What an entry's remark ends with, of a dream that was discarded."""
_MOST_QUOTED = 2  # lines of a kind; the rest is counted


def with_entry(
    diary: Snapshot,
    proposal: Proposal,
    written: tuple[Change, ...],
    is_told: Callable[[str], bool] = lambda line: False,
) -> bytes:
    """The diary with this dream told at its end, with the changes `written` into MEMORY.md.

    A change that is not in memory is told as refused, kept or open; one that is still open not
    again where `is_told` says that an earlier diary has it. A model wrote its prose before the
    person answered, and the entry says so.
    """
    words = _words(proposal)
    whole = proposal.state == ProposalState.APPLIED and len(written) == len(proposal.changes)
    by_model = proposal.model and proposal.engine != WHAT_IF  # that one is told by the rules
    before = words["before"] if by_model and proposal.prose and not whole else ""
    entry = diaries.DiaryEntry(
        date=proposal.made.date(),
        time=proposal.made.strftime("%H:%M"),
        title=proposal.title,
        prose="\n\n".join(
            filter(None, (before, _prose(proposal), _answered(proposal, written, is_told)))
        ),
        meta=_meta(proposal, len(written)),
        changes=tuple(
            diaries.DiaryChange(
                _told_kind(change),
                change.heading,
                title_of_file(change) if change.makes_file else change.new,
                () if change.both else change.old,
                () if change.to else tuple(map(_told_source, change.sources)),
                change.to,
                _engine(change.by),
            )
            for change in written
        ),
        undone="",
        line=0,
        path=diary.path,
    )
    text = diaries.with_entry(diary.text, entry, own_language(proposal.prose))
    return text.encode("utf-8", "surrogateescape")


@cache
def own_words() -> frozenset[str]:
    """The sentences of a diary that tell of the dream itself, and quote nothing."""
    tables = (resources.table(f"language/{name}") for name in ("telling", "record"))
    frames = (text for table in tables for own in table.values() for text in own.values())
    return frozenset(
        sentence
        for text in frames
        if isinstance(text, str) and "{" not in text
        for sentence in sentences(text)
    )


def title_of_file(change: Change) -> str:
    """The title of the file that a change makes."""
    return (change.new or "").split("\n")[0].lstrip("# ")


def _prose(proposal: Proposal) -> str:
    """What the dream said, without what it left to the person once they have decided it."""
    asked = [change for change in proposal.changes if change.kind == ChangeKind.QUESTION]
    if proposal.state != ProposalState.DISCARDED and not all(change.decided for change in asked):
        return proposal.prose
    question = resources.table("language/record")[own_language(proposal.prose)]["question"]
    left = question.rpartition("{new}")[2]
    return proposal.prose.replace(left, left[-1])


def title_of(proposal: Proposal, written: tuple[Change, ...]) -> str:
    """The dream's title once it is answered; a title that repeats a refused change is replaced."""
    meant = proposal.title.rstrip(".。… ").casefold()
    numbers = {change.n for change in written}
    refused = [change for change in proposal.changes if change.n not in numbers]
    if not meant or not any(_plain(one).casefold().startswith(meant) for one in refused):
        return proposal.title
    if any(_plain(one).casefold().startswith(meant) for one in written):
        return proposal.title
    return _clipped(_plain(written[0])) if written else str(_words(proposal)["none_title"])


def only_open(prose: str) -> tuple[str, str]:
    """Title and prose of a dream that only asks again, in the language of the one that asked."""
    words = resources.table("language/telling")[own_language(prose)]
    return str(words["open_title"]), str(words["open_again"])


def only_rest(prose: str, left: tuple[Change, ...]) -> tuple[str, str]:
    """Title and prose of what waits of a dream that has written the rest when nobody looked."""
    return _clipped(_plain(left[0])), str(
        resources.table("language/telling")[own_language(prose)]["rest"]
    )


def only_moves(text: str) -> tuple[str, str]:
    """Title and prose of a dream that only makes room in MEMORY.md, in the language of its text."""
    words = resources.table("language/telling")[script(text)]
    return str(words["room_title"]), str(words["room"])


def only_answer(text: str, memory: str) -> tuple[str, str]:
    """Title and prose of what an answer in the inbox did, in the language of the line."""
    words = resources.table("language/telling")[script_among(text, memory)]
    return str(words["answer_title"]), str(words["answer"])


def _told_source(source: Source) -> diaries.DiarySource:
    return diaries.DiarySource(source.path, source.line, source.quote)


def _told_kind(change: Change) -> ChangeKind:
    """A question is told as what the person made of it."""
    if change.kind != ChangeKind.QUESTION:
        return change.kind
    return ChangeKind.ADDED if change.both else ChangeKind.UPDATED


def _answered(
    proposal: Proposal, written: tuple[Change, ...], is_told: Callable[[str], bool]
) -> str:
    """What became of what was offered and is not in memory, in the prose's language."""
    words = _words(proposal)
    if proposal.state == ProposalState.DISCARDED:
        return str(words["none"])
    numbers = {change.n for change in written}
    lines: dict[_Became, list[str]] = {}
    for change in proposal.changes:
        if change.n not in numbers:
            became = _became(change)
            line = _plain(change, old=became in _OF_MEMORY)
            if became not in _STILL_OPEN or not is_told(line):
                lines.setdefault(became, []).append(line)
    paragraphs = [
        words[became].format(lines=_quoted(lines[became], words))
        for became in _Became
        if became in lines
    ]
    return "\n\n".join(paragraphs)


class _Became(StrEnum):
    """What became of a change that is not in memory, in the order in which it is told."""

    REFUSED = "refused"
    KEPT = "kept"
    EDITED = "edited"
    OPEN = "open"
    ASKED = "asked"


_STILL_OPEN = (_Became.OPEN, _Became.ASKED)
_OF_MEMORY = (_Became.KEPT, _Became.EDITED, _Became.ASKED)  # told by the line of memory


def _became(change: Change) -> _Became:
    """What became of a change that is not in memory."""
    asks = change.kind == ChangeKind.QUESTION
    if change.accepted:
        return _Became.EDITED
    if change.decided:
        return _Became.KEPT if asks or change.new is None else _Became.REFUSED
    return _Became.ASKED if asks else _Became.OPEN


def _quoted(lines: list[str], words: dict[str, Any]) -> str:
    first, last = words["quote"]
    quotes = [f"{first}{_clipped(line.rstrip('.。'))}{last}" for line in lines[:_MOST_QUOTED]]
    more = len(lines) - len(quotes)
    return str(words["between"]).join(quotes) + (words["more"].format(n=more) if more else "")


def _plain(change: Change, *, old: bool = False) -> str:
    """The first line of what would come; what would go, where nothing comes or `old` is meant."""
    text = change.old[0] if change.old and (old or not change.new) else change.new or ""
    return " ".join(text.split("\n")[0].replace("**", "").replace("`", "").split())


def _clipped(line: str) -> str:
    if len(line) <= LONGEST_QUOTE:
        return line
    at = line.rfind(" ", LONGEST_QUOTE // 2, LONGEST_QUOTE)  # between words, where there are any
    return f"{line[: at if at > 0 else LONGEST_QUOTE].rstrip(' ,;:，；、')} …"


def _words(proposal: Proposal) -> dict[str, Any]:
    """The sentences in the language of the dream's prose."""
    return dict(resources.table("language/telling")[own_language(proposal.prose)])


def _meta(proposal: Proposal, count: int) -> str:
    days = sorted(proposal.days_read) or [proposal.made.date()]  # of one that read none
    span = days[0].isoformat() if len(days) == 1 else f"{days[0]} – {days[-1]}"
    engine = _engine(proposal.model or proposal.engine)
    if proposal.engine == WHAT_IF:
        engine = f"{WHAT_IF}: {engine}"
    result = (
        DISCARDED
        if proposal.state == ProposalState.DISCARDED
        else f"{count} of {len(proposal.changes)} changes applied"
    )
    tokens = f"{proposal.tokens:,} tokens · " if proposal.tokens else ""
    unsaid = f"{proposal.unsaid} said without a line, left out · " if proposal.unsaid else ""
    return f"{span} · {engine} · {tokens}{proposal.seconds:.1f} s · {unsaid}{result}"


def _engine(names: str) -> str:
    each = names.split(BETWEEN)
    return BETWEEN.join(BUILTIN if name == EngineName.BUILTIN else name for name in each)


def entry_of(diary: Snapshot, proposal: Proposal) -> diaries.DiaryEntry | None:
    """What the diary tells of this dream: the same changes at its time, else at least its title."""
    at = (proposal.made.date(), proposal.made.strftime("%H:%M"), "")
    entries = [
        entry
        for entry in diaries.parse(diary.path, diary.text)
        if (entry.date, entry.time, entry.undone) == at
    ]
    news = [one.new and visible(one.new) for one in proposal.changes if one.accepted]
    alike = (one for one in entries if list(map(attrgetter("new"), one.changes)) == news)
    titled = (one for one in entries if one.title == proposal.title)
    return next(chain(alike, titled), None)
