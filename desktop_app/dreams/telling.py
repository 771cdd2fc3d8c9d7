"""How a dream is told in the diary of its day, and found there again. Knows no store, no files."""

from desktop_app import resources
from desktop_app.dreams.proposal import Change, Proposal, Source
from desktop_app.language.words import script
from desktop_app.notebook import diaries
from desktop_app.notebook.files import Snapshot

LONGEST_QUOTE = 60


def with_entry(diary: Snapshot, proposal: Proposal, taken: tuple[Change, ...]) -> bytes:
    """The diary with this dream told at its end, with the changes `taken` into MEMORY.md."""
    entry = diaries.Entry(
        date=proposal.made.date(),
        time=proposal.made.strftime("%H:%M"),
        title=proposal.title,
        prose="\n\n".join(filter(None, (proposal.prose, _left_out(proposal, taken)))),
        meta=_meta(proposal, len(taken)),
        told=tuple(
            diaries.Told(
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


def only_open(prose: str) -> tuple[str, str]:
    """Title and prose of a dream that only asks again, in the language of the one that asked."""
    words = resources.table("language/telling")[script(prose)]
    return str(words["open_title"]), str(words["open"])


def only_moves(text: str) -> tuple[str, str]:
    """Title and prose of a dream that only makes room in MEMORY.md, in the language of its text."""
    words = resources.table("language/telling")[script(text)]
    return str(words["room_title"]), str(words["room"])


def _told_source(source: Source) -> diaries.ToldSource:
    return diaries.ToldSource(source.path, source.line, source.quote)


def _told_kind(change: Change) -> str:
    """A question is told as what the person made of it."""
    if change.kind != "question":
        return change.kind
    return "added" if change.both else "updated"


def _left_out(proposal: Proposal, taken: tuple[Change, ...]) -> str:
    """A sentence on what the prose tells and memory does not have, in the prose's language."""
    words = resources.table("language/telling")[script(proposal.prose)]
    if proposal.state == "discarded":
        return str(words["none"])
    kept = {change.n for change in taken}
    # What a question asked stays open, as the prose has said; what was to leave memory and stays
    # is not left out.
    apart = ("question", "removed", "moved")
    left = [c for c in proposal.changes if c.n not in kept and c.kind not in apart]
    lines = [_clipped((change.new or change.old[0]).split("\n")[0]) for change in left]
    first, last = words["quote"]
    said = str(words["between"]).join(f"{first}{line}{last}" for line in lines)
    return str(words["some"]).format(lines=said) if lines else ""


def _clipped(line: str) -> str:
    line = line.rstrip(".。")  # the sentence it is quoted in has its own
    return line if len(line) <= LONGEST_QUOTE else f"{line[:LONGEST_QUOTE].rstrip()} …"


def _meta(proposal: Proposal, taken: int) -> str:
    days = sorted(proposal.days_read)
    span = days[0].isoformat() if len(days) == 1 else f"{days[0]} – {days[-1]}"
    engine = proposal.model or {"builtin": "built-in engine"}.get(proposal.engine, proposal.engine)
    result = (
        "discarded, memory stayed as it was"
        if proposal.state == "discarded"
        else f"{taken} of {len(proposal.changes)} changes applied"
    )
    tokens = f"{proposal.tokens:,} tokens · " if proposal.tokens else ""
    return f"{span} · {engine} · {tokens}{proposal.seconds:.1f} s · {result}"


def entry_of(diary: Snapshot, proposal: Proposal) -> diaries.Entry | None:
    """What the diary tells of this dream: the same changes at its time, else at least its title."""
    time = proposal.made.strftime("%H:%M")
    news = [change.new for change in proposal.changes if change.accepted]
    entries = [
        entry
        for entry in diaries.parse(diary.path, diary.text)
        if entry.time == time and not entry.undone and entry.date == proposal.made.date()
    ]
    alike = [entry for entry in entries if [told.new for told in entry.told] == news]
    titled = [entry for entry in entries if entry.title == proposal.title]
    return next(iter([*alike, *titled]), None)
