"""Some lines, proposed for MEMORY.md at once. Knows the store, and no engine.

What memory says already is left out, what gives a line of memory another value is a question, the
rest an addition that waits. Every change rests on the lines it came from.
"""

import dataclasses
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime

from desktop_app.dreams import plain_prose
from desktop_app.dreams.card_dream import section_for, why_left
from desktop_app.dreams.carry_over import joined
from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.comparing.memory_lines import Book, known, new_value
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.evidence import proved
from desktop_app.dreams.forgetting import unforgotten
from desktop_app.dreams.guard import guarded
from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.dreams.new_values import asked_about
from desktop_app.dreams.origin import KnownOrigins
from desktop_app.dreams.proof import Cited, Rewrite, prove
from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    Why,
    change_key,
    numbered,
    source_of,
)
from desktop_app.dreams.result import file_with
from desktop_app.dreams.store import DreamStore
from desktop_app.language.remembering import without_mark
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.history import writer
from desktop_app.notebook.lines import split
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import DayText, Source, line_sha
from desktop_app.notebook.statements.reader import Statement
from desktop_app.words import tr

_HALF = 0.5  # of a line's words that the line has of which it is a new wording


def propose(
    notebook: Notebook,
    store: DreamStore,
    said: Sequence[Source],
    day: date,
    now: datetime,
    *,
    additions: bool = True,
    heading: str | None = None,
    why: str = "",
) -> int:
    """Propose what these places say, each by its quote, which was said on `day`; how many changes.

    Without `additions` only what is about a line of memory. With a `heading`, which may be "",
    somebody asked for these very lines: they are for that section, with what else is left out, and
    wait because of that, or as `why` says.

    None is accepted beforehand. They join the proposal that waits; else they are one.
    No dream counts the day as read for it. Raises Problem when the disk refuses.
    """
    path = notebook.day_path(day)
    said = [source for source in said if not notebook.tombstones.says(source.quote)]
    quotes = [" ".join(source.quote.split()) for source in said]
    read = notebook.read(notebook.layout.memory)
    origins = KnownOrigins(notebook, read, now.date())
    material = Material(
        memory=MemoryFile(read.data),
        days=(DayText(day, path, "".join(f"- {quote}\n" for quote in quotes)),),
        missing=(),
        rejected=store.rejected(),
        memory_path=notebook.layout.memory,
        known_since=origins.known_since,
        typed_at=origins.typed_at,
    )
    book = Book(material.memory, material.memory_path)
    left = {*Why} if heading is None else ()
    every = material.statements[material.days[0]]
    lines = (one for one in every if why_left(one, material) not in left)
    section = section_for(heading or "", material)
    reason, agent = tr("your notes say it and memory does not"), writer()
    if heading is not None and agent:
        reason = tr("{agent} asked for it").format(agent=agent)
    reason = why or reason
    found = [change for line in lines if (change := _said(line, book, section, reason))]
    draft = DreamDraft(tuple(one for one in found if additions or one.old), "", "", {})

    def place(source: Source) -> Source:
        """Where the line stands that another stands for."""
        return said[source.line - 1] if source.path == path else source

    changes = [
        dataclasses.replace(one, sources=tuple(map(place, one.sources)))
        for one in proved(draft, material, now.date())
    ]
    return _kept(notebook, store, changes, now, days=material.dates)


def propose_lines(
    notebook: Notebook,
    store: DreamStore,
    path: str,
    quotes: Sequence[str],
    now: datetime,
    heading: str | None = None,
    why: str = "",
) -> int:
    """The same of the newest lines that have these quotes in the file of a day."""
    lines, said = split(notebook.read(path).text), []
    for quote in quotes:
        n = next((n for n in range(len(lines), 0, -1) if quote in lines[n - 1]), 0)
        said += [Source(path, n, quote, line_sha(lines[n - 1]))] if n else []
    day = notebook.layout.date_of(path) or now.date()
    return propose(notebook, store, said, day, now, heading=heading, why=why) if said else 0


def _said(line: Statement, book: Book, section: str, reason: str) -> Change | None:
    """What a line would change: memory's line with a new value, else it is new; None where memory
    says it."""
    note = gist(line.text)
    if known(book, note):
        return None
    if found := new_value(book, note, beside=True):
        return asked_about(line, book, *found)
    return Change(
        n=0,
        kind=ChangeKind.ADDED,
        heading=section,
        new=without_mark(line.text),
        sources=line.sources,
        reason=reason,
    )


def _kept(
    notebook: Notebook,
    store: DreamStore,
    changes: Sequence[Change],
    now: datetime,
    days: tuple[date, ...] = (),
    title: str = "",
    prose: str = "",
) -> int:
    """Keep these changes in the proposal that waits, or in a new one; how many are new."""
    changes = unforgotten(notebook.tombstones, changes)
    if not changes:
        return 0
    with notebook.lock():
        rejected = store.rejected()
        changes = numbered(one for one in changes if change_key(one) not in rejected)
        for waiting in store.proposals(ProposalState.PENDING):
            longer = joined(waiting, changes)
            store.put(longer)
            return len(longer.changes) - len(waiting.changes)
        if changes:
            title = title or plain_prose.title(changes)
            news = Proposal(store.free_id(now), now, EngineName.BUILTIN, days_read=days)
            store.put(dataclasses.replace(news, changes=changes, title=title, prose=prose))
    return len(changes)


def propose_text(
    notebook: Notebook,
    store: DreamStore,
    texts: tuple[str, str],
    said: Source,
    now: datetime,
) -> int:
    """Propose the second of two texts of MEMORY.md in place of the first; how many changes.

    An agent worded it while somebody said the `quote` of `said` (no path: that stands nowhere). So
    each line is held against that and against the line that it changes, and none is accepted
    beforehand. Lines that only go are not proposed.
    """
    before, after = (MemoryFile(text.encode("utf-8", "surrogateescape")) for text in texts)
    old, new = ({one.text for one in file.statements} for file in (before, after))
    gone = {one.text: one for one in before.statements if one.text not in new}
    changes: list[Change] = []
    for bullet in after.statements:
        if bullet.text not in old:
            was = _nearest(bullet, gone.values())
            changes.append(_worded(bullet, was, said, notebook.layout.memory, now.date()))
            gone.pop(was.text if was else "", None)
    material = Material(before, (), (), frozenset(), notebook.layout.memory)
    title, prose = tr("From a conversation"), tr("An agent wanted to change this.")
    return _kept(notebook, store, guarded(changes, material), now, title=title, prose=prose)


def propose_file(
    notebook: Notebook, store: DreamStore, path: str, text: str, reason: str, now: datetime
) -> int:
    """Propose a file of its own, or what it adds to the one that is there; how many changes.

    It joins the proposal that waits, never accepted beforehand. What it adds to a file that waits
    already joins that.
    """
    change = Change(n=0, kind=ChangeKind.ADDED, new=text, reason=reason, to=path)
    with notebook.lock():
        for waiting in store.proposals(ProposalState.PENDING):
            for n, one in enumerate(waiting.changes):
                if one.to == path and not one.decided:
                    longer = _with_more(one, change)
                    if longer == one or not [*unforgotten(notebook.tombstones, [longer])]:
                        return 0
                    changes = (*waiting.changes[:n], longer, *waiting.changes[n + 1 :])
                    store.put(dataclasses.replace(waiting, changes=changes))
                    return 1
    title = text.split("\n")[0].lstrip("# ")
    return _kept(notebook, store, [change], now, title=title, prose=reason)


def _nearest(bullet: Bullet, gone: Iterable[Bullet]) -> Bullet | None:
    own = gist(bullet.text).marks
    shares = [(len(own & gist(one.text).marks) / (len(own) or 1), one) for one in gone]
    share, nearest = max(shares, key=lambda one: one[0], default=(0.0, None))
    return nearest if share >= _HALF else None


def _with_more(waiting: Change, change: Change) -> Change:
    """A file that waits, with what another one adds to it; of their reasons that with a warning."""
    now = (waiting.new or "").encode("utf-8", "surrogateescape")
    both = file_with(now, change)
    if both.strip() == now.strip():
        return waiting
    reason = max(waiting.reason, change.reason, key=len)
    return dataclasses.replace(waiting, new=both.decode("utf-8", "surrogateescape"), reason=reason)


def _worded(
    bullet: Bullet, was: Bullet | None, said: Source, memory_path: str, today: date
) -> Change:
    cited = [Cited(said.quote, day=today, source=said)] if said.quote else []
    cited += [Cited(was.text, source=source_of(memory_path, was))] if was else []
    proof = prove(Rewrite(ChangeKind.ADDED, bullet.text, (), (), tuple(cited)), today)
    return Change(
        n=0,
        kind=ChangeKind.UPDATED if was else ChangeKind.ADDED,
        heading=was.heading if was else bullet.heading,
        line=was.line if was else 0,
        old=(was.text,) if was else (),
        new=bullet.text,
        sources=(said,) if said.path else (),
        verdict=proof.verdict,
        reason=tr("an agent asked for it"),
        doubts=proof.doubts,
    )


def withdraw(
    notebook: Notebook, store: DreamStore, said: Collection[Source], now: datetime
) -> None:
    """A person's no to what was proposed of these places and nobody has decided on."""
    places = {(source.path, source.line, source.quote) for source in said}

    def answered(change: Change) -> Change:
        rests_on = {(source.path, source.line, source.quote) for source in change.sources}
        if change.decided or rests_on.isdisjoint(places):
            return change
        return dataclasses.replace(change, accepted=False, decided=True)

    with notebook.lock():
        for waiting in store.proposals(ProposalState.PENDING):
            changes = tuple(map(answered, waiting.changes))
            store.keep_rest(waiting, dataclasses.replace(waiting, changes=changes), now)
