"""Status: what is in a notebook and what the program knows of it, counted now."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from desktop_app import __version__
from desktop_app.dreams.engine_choice import Engine, EngineName
from desktop_app.dreams.proposal import ProposalState
from desktop_app.errors import Problem
from desktop_app.notebook.dated import Dated
from desktop_app.notebook.files import sha_of
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.lines import Length, length_of
from desktop_app.notebook.remarks import git_conflict, words
from desktop_app.notebook.unread_files import links_out
from desktop_app.search.freshness import Freshness, WatchStatus
from desktop_app.search.index import Counts
from desktop_app.search.meaning.meaning import MeaningStatus
from desktop_app.settings import RememberedState

if TYPE_CHECKING:
    from desktop_app.memory.memory import Memory


@dataclass(frozen=True)
class Status:
    """What is in the notebook, and what the program knows of it.

    `unread` is why MEMORY.md could not be read; it counts as empty then. `remarks` are about its
    text and that of the two newest days. `history` is the bytes it takes. `engine` and `model` are
    those asked for; nobody was asked whether the model is there.
    """

    notebook: str
    id: str
    layout: str
    bullets: int
    length: Length
    days: int
    dreams: int
    sessions: int
    engine: str
    model: str | None
    index: Counts
    watch: WatchStatus
    freshness: Freshness
    history: int
    last_dream: datetime | None
    pending: tuple[str, ...]
    meaning: MeaningStatus
    unread: str = ""
    remarks: tuple[str, ...] = ()


def _bullets(memory: bytes) -> int:
    from desktop_app.notebook.bullets import memory_file  # takes long to load

    return len(memory_file(memory).bullets)


def _kept(kept: RememberedState, name: str, state: bytes, count: Callable[[], int]) -> int:
    """What was counted in the same state before, else what `count` says: to read Markdown takes
    longer than all else here."""
    mark, known = [__version__, sha_of(state)], kept.get(name)
    if isinstance(known, list) and known[:-1] == mark and type(known[-1]) is int:
        return known[-1]
    counted = count()
    kept.set(name, [*mark, counted])
    return counted


def status_of(memory_: "Memory", engine: Engine) -> Status:
    """Counts and states, read now."""
    notebook, store, fresh = memory_._notebook, memory_._store, memory_._fresh
    layout = notebook.layout
    paths, memory, unread = notebook.paths(), b"", ""
    try:
        memory = notebook.read(layout.memory).data
    except Problem as problem:  # the rest can be told all the same
        unread = problem.message
    dated = Dated(notebook)
    days = dated.days(date.max)
    read: dict[str, bytes] = {}
    for day in days[:2]:
        with suppress(Problem):  # `doctor` names what may not be read
            texts = dated.texts(day)
            read.update((path, text.encode("utf-8", "surrogateescape")) for path, text in texts)
    diaries = notebook.files.stats(p for p in paths if layout.kind(p) is FileKind.DREAMS)
    stood = repr(diaries).encode("utf-8", "surrogateescape")
    kept = RememberedState(notebook.own / "counts.json")
    return Status(
        notebook=str(notebook.root),
        id=notebook.id,
        layout=layout.summary,
        bullets=_kept(kept, "bullets", memory, lambda: _bullets(memory)),
        length=length_of(memory),
        days=len(days),
        dreams=_kept(kept, "diaries", stood, lambda: len(notebook.diaries())),
        sessions=sum(1 for path in paths if layout.kind(path) is FileKind.SESSIONS),
        engine=EngineName.OLLAMA if engine.asks else EngineName.BUILTIN,
        model=engine.model or None if engine.asks else None,
        index=memory_._index.counts(),
        watch=fresh.status,
        freshness=fresh.freshness,
        history=notebook.history.size(),
        last_dream=store.last_dream(),
        pending=tuple(proposal.id for proposal in store.proposals(ProposalState.PENDING)),
        meaning=memory_.meaning.status(),
        unread=unread,
        remarks=(
            *links_out(notebook.root, notebook.layout),
            *(
                words(path, conflict.line)
                for path, data in ({layout.memory: memory} | read).items()
                if (conflict := git_conflict(data))
            ),
        ),
    )
