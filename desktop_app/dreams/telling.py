"""How a dream is told in the diary of its day, and found there again. Knows no store, no files."""

from itertools import chain
from operator import attrgetter
from typing import Any

from desktop_app import resources
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal, ProposalState, Source
from desktop_app.language.words import script
from desktop_app.notebook import diaries
from desktop_app.notebook.files import Snapshot
from desktop_app.visible import visible

LONGEST_QUOTE = 60
DISCARDED = "discarded, memory stayed as it was"
"""What an entry's remark ends with, of a dream that was discarded."""
_MOST_QUOTED = 2  # lines of a kind; the rest is counted


def with_entry(diary: Snapshot, proposal: Proposal, taken: tuple[Change, ...]) -> bytes:
    """The diary with this dream told at its end, with the changes `taken` into MEMORY.md.

    Nothing that was not taken stands there as a fact: what was refused, kept or left open is told
    as such, and what a model said before that is told as what it was.
    """
    words = _words(proposal)
    whole = proposal.state == ProposalState.APPLIED and len(taken) == len(proposal.changes)
    before = words["before"] if proposal.model and proposal.prose and not whole else ""
    entry = diaries.DiaryEntry(
        date=proposal.made.date(),
        time=proposal.made.strftime("%H:%M"),
        title=proposal.title,
        prose="\n\n".join(filter(None, (before, _prose(proposal), _answered(proposal, taken)))),
        meta=_meta(proposal, len(taken)),
        changes=tuple(
            diaries.DiaryChange(
                _told_kind(change),
                change.heading,
                change.new,
                () if change.both else change.old,
                () if change.to else tuple(map(_told_source, change.sources)),
                change.to,
            )
            for change in taken
        ),
        undone="",
        line=0,
        path=diary.path,
    )
    text = diaries.with_entry(diary.text, entry, script(proposal.prose))
    return text.encode("utf-8", "surrogateescape")


def _prose(proposal: Proposal) -> str:
    """What the dream said, without what it left to the person once they have decided it."""
    asked = [change for change in proposal.changes if change.kind == ChangeKind.QUESTION]
    if proposal.state != ProposalState.DISCARDED and not all(change.decided for change in asked):
        return proposal.prose
    question = resources.table("language/record")[script(proposal.prose)]["question"]
    left = question.rpartition("{new}")[2]
    return proposal.prose.replace(left, left[-1])


def title_of(proposal: Proposal, taken: tuple[Change, ...]) -> str:
    """The dream's title once it is answered: none that says what memory does not have."""
    meant = proposal.title.rstrip(".。… ").casefold()
    kept = {change.n for change in taken}
    refused = [change for change in proposal.changes if change.n not in kept]
    if not meant or not any(_plain(one).casefold().startswith(meant) for one in refused):
        return proposal.title
    if any(_plain(one).casefold().startswith(meant) for one in taken):
        return proposal.title
    return _clipped(_plain(taken[0])) if taken else str(_words(proposal)["none_title"])


def only_open(prose: str) -> tuple[str, str]:
    """Title and prose of a dream that only asks again, in the language of the one that asked."""
    words = resources.table("language/telling")[script(prose)]
    return str(words["open_title"]), str(words["open_again"])


def only_moves(text: str) -> tuple[str, str]:
    """Title and prose of a dream that only makes room in MEMORY.md, in the language of its text."""
    words = resources.table("language/telling")[script(text)]
    return str(words["room_title"]), str(words["room"])


def _told_source(source: Source) -> diaries.DiarySource:
    return diaries.DiarySource(source.path, source.line, source.quote)


def _told_kind(change: Change) -> ChangeKind:
    """A question is told as what the person made of it."""
    if change.kind != ChangeKind.QUESTION:
        return change.kind
    return ChangeKind.ADDED if change.both else ChangeKind.UPDATED


def _answered(proposal: Proposal, taken: tuple[Change, ...]) -> str:
    """What became of what was offered and is not in memory, in the prose's language."""
    words = _words(proposal)
    if proposal.state == ProposalState.DISCARDED:
        return str(words["none"])
    kept = {change.n for change in taken}
    rest: dict[str, list[str]] = {}
    for change in proposal.changes:
        if change.n not in kept:
            became = _became(change)
            rest.setdefault(became, []).append(_plain(change, old=became in _OLD))
    told = [words[name].format(lines=_quoted(rest[name], words)) for name in _REST if name in rest]
    return "\n\n".join(told)


_REST = ("refused", "kept", "edited", "open", "asked")
_OLD = ("kept", "edited", "asked")  # of which the line of memory is named, where there is one


def _became(change: Change) -> str:
    """One of `_REST` for a change that is not in memory."""
    if change.accepted:
        return "edited"
    if change.decided:
        return "kept" if change.kind == ChangeKind.QUESTION or change.new is None else "refused"
    return "asked" if change.kind == ChangeKind.QUESTION else "open"


def _quoted(lines: list[str], words: dict[str, Any]) -> str:
    first, last = words["quote"]
    said = [f"{first}{_clipped(line.rstrip('.。'))}{last}" for line in lines[:_MOST_QUOTED]]
    more = len(lines) - len(said)
    return str(words["between"]).join(said) + (words["more"].format(n=more) if more else "")


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
    return dict(resources.table("language/telling")[script(proposal.prose)])


def _meta(proposal: Proposal, taken: int) -> str:
    days = sorted(proposal.days_read)
    span = days[0].isoformat() if len(days) == 1 else f"{days[0]} – {days[-1]}"
    engine = proposal.model or {"builtin": "built-in engine"}.get(proposal.engine, proposal.engine)
    result = (
        DISCARDED
        if proposal.state == ProposalState.DISCARDED
        else f"{taken} of {len(proposal.changes)} changes applied"
    )
    tokens = f"{proposal.tokens:,} tokens · " if proposal.tokens else ""
    return f"{span} · {engine} · {tokens}{proposal.seconds:.1f} s · {result}"


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
