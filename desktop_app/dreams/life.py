"""The life of a bullet: how it was worded over time, who wrote that, and what became of it.

The history tells which text stood when, diaries tell from which lines a dream made it. A text is
followed from version to version: as it is, by what a diary says, else by likeness.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property, lru_cache, partial

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.origin import QuotesNow, Told, standing, told_by_dreams, wrote_first
from desktop_app.dreams.proposal import ChangeKind
from desktop_app.dreams.runs import DreamRun, dreamer_in_words
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.diaries import DiaryChange, DiaryEntry, DiarySource
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause, Version
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.timeline import Timeline
from desktop_app.visible import visible
from desktop_app.words import tr

_LIKE, _LIKE_ELSEWHERE = 50.0, 75.0  # of 100, under one heading and under two
_MOST_PAIRS = 40_000  # of bullets that went and came in one version; beyond, none is compared
_BACK, _ON = -1, 1
_LONGEST = 2_000  # characters compared of one


class LifeKind(StrEnum):
    """What happened to a bullet: it stood in the first known version, it was written, reworded or
    removed, or it came back.
    """

    FIRST = "first"
    WRITTEN = "written"
    REWORDED = "reworded"
    GONE = "gone"
    BACK = "back"


@dataclass(frozen=True)
class LifeStep:
    """One thing that happened to a bullet.

    `text` is its wording from then on, or the last one of a bullet that went; `at` is None where
    only the `date` is known, and that is None where nothing is. `version` is 0 where no version
    has it yet. Of a dream, `change` is what it did (added, merged, removed, ...), `engine` and
    `model` are who dreamt; `others` are bullets that it merged with this one. `diary` is where
    that is told; `agent` wrote what it took over word for word.
    """

    kind: LifeKind
    text: str
    cause: Cause
    at: datetime | None
    date: date | None
    version: int = 0
    change: str = ""
    engine: str = ""
    model: str = ""
    sources: tuple[DiarySource, ...] = ()
    others: tuple[str, ...] = ()
    diary: str = ""
    agent: str = ""


@dataclass(frozen=True)
class Life:
    """What is known of a bullet, the oldest first. `since` is the first version that the history
    has, None when it has none; `unread` versions are damaged, so that they tell nothing."""

    steps: tuple[LifeStep, ...]
    since: datetime | None
    unread: int = 0

    @property
    def wording(self) -> str:
        """Its last text."""
        return self.steps[-1].text

    @property
    def is_gone(self) -> bool:
        """Whether it is not in the newest text."""
        return self.steps[-1].kind == LifeKind.GONE


READ = 64
"""Versions held at a time; a life is read from one to the next."""


class Past:
    """The states of MEMORY.md, the oldest first: its versions, then the present text if no version
    has it yet. One that is damaged is passed over.
    """

    def __init__(self, notebook: Notebook, memory: Snapshot, now: datetime) -> None:
        self._history = notebook.history
        self._memory = memory
        versions = notebook.history.versions(memory.path, -1)[::-1]
        self.versions: tuple[Version, ...] = tuple(versions)
        unseen = not versions or versions[-1].sha != memory.sha
        self.count = len(versions) + unseen
        self.damaged: set[int] = set()
        self._now = now
        self.known: dict[str, Bullet] = {}  # how a text stood in the last state that was asked
        self.file = lru_cache(READ)(self._parsed)
        self._data = lru_cache(READ)(self._content)

    def place_of(self, number: int) -> int:
        """The state of a version; the newest for 0."""
        place = Timeline(self.versions).place_of(number) if number else -1
        return place if place >= 0 else self.count - 1

    def version(self, n: int) -> Version | None:
        """The version that the state is; None for a text that no version has yet."""
        return self.versions[n] if n < len(self.versions) else None

    def moment(self, n: int) -> datetime:
        version = self.version(n)
        return version.at if version else self._now

    def holds(self, n: int, text: str) -> bool | None:
        """Whether a state has the bullet; None where it cannot be read."""
        data = self._data(n)
        if data is None:
            return None
        like = self.known.get(text) or Bullet(text, "", 0, 0, f"- {text}")
        there = standing(data, like)
        if there is not None:
            self.known[text] = there
        return there is not None

    def end_of_run(self, text: str, at: int, step: int) -> int:
        """The last state from `at` on, forward or backward, up to which all have the text."""
        end = at
        for n in self._from(at, step):
            has = self.holds(n, text)
            if has is False:
                break
            end = n if has else end
        return end

    def next_with(self, text: str, at: int, step: int) -> int | None:
        """The next state from `at` on, forward or backward, that has the text."""
        return next((n for n in self._from(at, step) if self.holds(n, text)), None)

    def beside(self, at: int, step: int) -> int | None:
        """The next state, forward or backward, that can be read."""
        near = self._from(at + step, step)
        return next((n for n in near if self._data(n) is not None), None)

    def _from(self, at: int, step: int) -> range:
        return range(at, self.count if step > 0 else -1, step)

    def _parsed(self, n: int) -> MemoryFile:
        return MemoryFile(self._data(n) or b"")

    def _content(self, n: int) -> bytes | None:
        version = self.version(n)
        if version is None:
            return self._memory.data
        try:
            return self._history.content(version.version)
        except Problem:
            self.damaged.add(n)
            return None


def life_of(
    notebook: Notebook,
    memory: Snapshot,
    bullet: Bullet,
    version: int,
    wrote: Callable[[], dict[str, DreamRun]],
    now: datetime,
) -> Life:
    """The life of a bullet of `memory`, or of an earlier `version` of it (0: of the present text).

    `wrote` gives the dreams by the sha256 of the text that they left. Reads every version once.
    """
    past = Past(notebook, memory, now)
    past.known[bullet.text] = bullet
    place = past.place_of(version)
    teller = _Teller(notebook, past, wrote)
    back, on = (_walk(past, teller, bullet.text, place, way) for way in (_BACK, _ON))
    since = past.versions[0].at if past.versions else None
    return Life((*reversed(back), *on), since, len(past.damaged))


def _walk(past: Past, teller: "_Teller", text: str, at: int, way: int) -> list[LifeStep]:
    """What happened before or after a state that has the text, the nearest first."""
    steps: list[LifeStep] = []
    while True:
        edge = past.end_of_run(text, at, way)
        beyond = past.beside(edge, way)
        if beyond is None:
            return [*steps, teller.step(LifeKind.FIRST, text, edge)] if way == _BACK else steps
        if other := teller.other_wording(text, edge, beyond, way):
            old, new = (other, text) if way == _BACK else (text, other)
            steps.append(teller.step(LifeKind.REWORDED, new, max(edge, beyond), old))
            text, at = other, beyond
            continue
        there = past.next_with(text, beyond, way)
        came = LifeKind.WRITTEN if there is None else LifeKind.BACK
        if way == _BACK:
            steps.append(teller.step(came, text, edge))
        else:
            steps.append(teller.step(LifeKind.GONE, text, beyond))
        if there is None:
            return steps
        if way == _BACK:
            gone = past.beside(there, _ON)
            assert gone is not None
            steps.append(teller.step(LifeKind.GONE, text, gone))
        else:
            steps.append(teller.step(came, text, there))
        at = there


class _Teller:
    def __init__(
        self, notebook: Notebook, past: Past, wrote: Callable[[], dict[str, DreamRun]]
    ) -> None:
        self._notebook = notebook
        self._now = QuotesNow(notebook)
        self._past = past
        self._wrote = wrote
        self._paired = lru_cache(READ)(self._pairs)

    @cached_property
    def _told(self) -> Told:
        return told_by_dreams(self._notebook, undone=True)

    @cached_property
    def _dreams(self) -> dict[str, DreamRun]:
        return self._wrote()

    def other_wording(self, text: str, near: int, far: int, way: int) -> str | None:
        """The wording in the state `far` that became `text` in `near`, or that it became there: by
        what a diary says, else by likeness."""
        shown = visible(text)
        changes = [one for _, one in self._changes(max(near, far))]
        if way == _BACK:
            told = next((one.old for one in changes if shown in one.comes), ())
        else:
            told = tuple(new for one in changes if shown in one.old for new in one.comes)
        pairs = self._paired(min(near, far), max(near, far))
        alike = {new: old for old, new in pairs.items()} if way == _BACK else pairs
        return next(filter(partial(self._past.holds, far), told), alike.get(text))

    def step(self, kind: LifeKind, text: str, at: int, old: str = "") -> LifeStep:
        """What happened to `text` in the state `at`; `old` is its wording before."""
        version, moment = self._past.version(at), self._past.moment(at)
        number, cause = (version.version, version.cause) if version else (0, Cause.OUTSIDE)
        bare = LifeStep(kind, text, cause, moment, moment.date(), number)
        if version is None or kind == LifeKind.FIRST or cause.kind != Cause.DREAM:
            return bare
        if run := self._dreams.get(version.sha):
            bare = replace(bare, engine=run.engine, model=run.model)
        told = self._change(text, at, gone=kind == LifeKind.GONE)
        if told is None:
            return bare
        entry, change = told
        return replace(
            bare,
            change=change.kind,
            sources=tuple(map(self._now.of, change.sources)),
            others=tuple(one for one in change.old if one not in (old, text)),
            diary=entry.path,
            agent=wrote_first(self._notebook.history, change.sources, text),
        )

    def _change(
        self, text: str, at: int, gone: bool = False
    ) -> tuple[DiaryEntry, DiaryChange] | None:
        shown = visible(text)
        return next(
            (
                (entry, one)
                for entry, one in self._changes(at)
                if (one.new is None and shown in one.old if gone else shown in one.comes)
            ),
            None,
        )

    def _changes(self, at: int) -> Told:
        version = self._past.version(at)
        if version is None or version.cause.kind != Cause.DREAM:
            return []
        day = version.at.date()
        return [(entry, one) for entry, one in self._told if entry.date == day]

    def _pairs(self, before: int, after: int) -> dict[str, str]:
        return reworded(self._past.file(before).statements, self._past.file(after).statements)


def reworded(before: Sequence[Bullet], after: Sequence[Bullet]) -> dict[str, str]:
    """Old text to new text, of the bullets that went and those that came: the most alike first."""
    from rapidfuzz import fuzz  # takes a moment to load

    old_texts, new_texts = {one.text for one in before}, {one.text for one in after}
    went = [one for one in before if one.text not in new_texts]
    came = [one for one in after if one.text not in old_texts]
    if len(went) * len(came) > _MOST_PAIRS:
        return {}
    alike = []
    for i, old in enumerate(went):
        for j, new in enumerate(came):
            least = _LIKE if old.heading == new.heading else _LIKE_ELSEWHERE
            texts = (old.text[:_LONGEST], new.text[:_LONGEST])
            if score := fuzz.ratio(*texts, score_cutoff=least):
                alike.append((-score, i, j))
    pairs: dict[int, int] = {}
    for _, i, j in sorted(alike):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return {went[i].text: came[j].text for i, j in pairs.items()}


_DONE: dict[str, str] = {
    ChangeKind.MERGED: tr("Merged with others by {who}"),
    ChangeKind.GENERALISED: tr("Generalised by {who}"),
    ChangeKind.SHORTENED: tr("Shortened by {who}"),
    ChangeKind.SPLIT: tr("Split by {who}"),
}


def step_in_words(step: LifeStep) -> str:
    """What happened, and by whom: Reworded by a dream (qwen3:8b)."""
    if step.kind == LifeKind.FIRST:
        return tr("In the file from the start")
    happened = {
        LifeKind.WRITTEN: tr("Written by {who}"),
        LifeKind.REWORDED: tr("Reworded by {who}"),
        LifeKind.GONE: tr("Taken out by {who}"),
        LifeKind.BACK: tr("Brought back by {who}"),
    }[step.kind]
    if step.kind == LifeKind.GONE and step.change == ChangeKind.MOVED:
        happened = tr("Moved to another file by {who}")
    elif step.kind != LifeKind.GONE:
        happened = _DONE.get(step.change, happened)
    return happened.format(who=_who(step))


def accepted_words(agent: str) -> str:
    """Who wrote a line that the person took over from a day into memory."""
    return tr("{agent}, accepted by you").format(agent=agent)


def _who(step: LifeStep) -> str:
    if step.cause.client:
        return step.cause.client
    if step.agent and step.kind in (LifeKind.WRITTEN, LifeKind.REWORDED):
        return accepted_words(step.agent)
    if step.cause.kind == Cause.DREAM:
        if step.engine == EngineName.BUILTIN:
            return tr("a dream without a model")
        name = dreamer_in_words(step.engine, step.model)
        return tr("a dream ({engine})").format(engine=name) if name else tr("a dream")
    return {
        Cause.EDIT: tr("you"),
        Cause.LINKS: tr("you, with the name of a note"),
        Cause.RESTORE: tr("you, from the history"),
        Cause.TAKEN_BACK: tr("you, by undoing a change"),
        Cause.QUARANTINE: tr("you, into quarantine"),
        Cause.UNDO: tr("the undo of a dream"),
        Cause.UPDATE: tr("a command"),
        Cause.OUTSIDE: tr("another program"),
        Cause.RECOVERED: tr("what was kept over a crash"),
        Cause.IMPORT: tr("an import"),
    }.get(step.cause.kind, str(step.cause.kind))
