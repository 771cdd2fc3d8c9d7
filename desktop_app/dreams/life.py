"""The life of a bullet: how it was worded over time, who wrote that, and what became of it.

The history tells which text stood when, diaries tell from which lines a dream made it. A text is
followed from version to version: as it is, by what a diary says, else by likeness.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property, lru_cache

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.origin import QuotesNow, Told, standing, told_by_dreams, wrote_first
from desktop_app.dreams.proposal import ChangeKind
from desktop_app.dreams.runs import DreamRun, dreamer_in_words
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.diaries import DiarySource
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause
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


_HELD = 64  # versions held at a time; a life is read from one to the next


class _Past:
    """The states of MEMORY.md, the oldest first: its versions, then the present text if no version
    has it yet. One that is damaged is passed over. Diaries and runs tell who wrote a state.
    """

    def __init__(
        self,
        notebook: Notebook,
        memory: Snapshot,
        wrote: Callable[[], dict[str, DreamRun]],
        now: datetime,
    ) -> None:
        self._notebook, self._memory, self._wrote, self._now = notebook, memory, wrote, now
        self.versions = tuple(notebook.history.versions(memory.path, -1)[::-1])
        unseen = not self.versions or self.versions[-1].sha != memory.sha
        self.count = len(self.versions) + unseen
        self.damaged: set[int] = set()
        self.known: dict[str, Bullet] = {}  # how a text stood in the last state that was asked
        self._quotes = QuotesNow(notebook)
        self._data = lru_cache(_HELD)(self._content)
        self._pairs = lru_cache(_HELD)(self._reworded)

    def holds(self, n: int, text: str) -> bool | None:
        """Whether a state has the bullet; None where it cannot be read."""
        data = self._data(n)
        if data is None:
            return None
        there = standing(data, self.known.get(text) or Bullet(text, "", 0, 0, f"- {text}"))
        if there is not None:
            self.known[text] = there
        return there is not None

    def walk(self, text: str, at: int, way: int) -> list[LifeStep]:
        """What happened before or after a state that has the text, the nearest first."""
        steps: list[LifeStep] = []
        while True:
            edge, beyond = at, None  # the last state of a run that has it, and the next one
            for n in self._from(at, way):
                if (has := self.holds(n, text)) is False:
                    beyond = n
                    break
                edge = n if has else edge
            if beyond is None:
                first = [self._step(LifeKind.FIRST, text, edge)] if way == _BACK else []
                return [*steps, *first]
            if other := self._other_wording(text, edge, beyond, way):
                old, new = (other, text) if way == _BACK else (text, other)
                steps.append(self._step(LifeKind.REWORDED, new, max(edge, beyond), old))
                text, at = other, beyond
                continue
            there = next((n for n in self._from(beyond, way) if self.holds(n, text)), None)
            came = LifeKind.WRITTEN if there is None else LifeKind.BACK
            if way == _BACK:
                steps.append(self._step(came, text, edge))
            else:
                steps.append(self._step(LifeKind.GONE, text, beyond))
            if there is None:
                return steps
            if way == _BACK:
                after = self._from(there + 1, _ON)
                gone = next(n for n in after if self._data(n) is not None)
                steps.append(self._step(LifeKind.GONE, text, gone))
            else:
                steps.append(self._step(came, text, there))
            at = there

    def _from(self, at: int, way: int) -> range:
        return range(at, self.count if way == _ON else -1, way)

    def _content(self, n: int) -> bytes | None:
        if n == len(self.versions):
            return self._memory.data
        try:
            return self._notebook.history.content(self.versions[n].version)
        except Problem:
            self.damaged.add(n)
            return None

    def _reworded(self, before: int, after: int) -> dict[str, str]:
        files = (MemoryFile(self._data(n) or b"") for n in (before, after))
        return reworded(*(one.statements for one in files))

    def _other_wording(self, text: str, near: int, far: int, way: int) -> str | None:
        """The wording in the state `far` that became `text` in `near`, or that it became there: by
        what a diary says, else by likeness."""
        shown = visible(text)
        changes = [one for _, one in self._changes(max(near, far))]
        pairs = self._pairs(min(near, far), max(near, far))
        if way == _BACK:
            told = next((one.old for one in changes if shown in one.comes), ())
            pairs = {new: old for old, new in pairs.items()}
        else:
            told = tuple(new for one in changes if shown in one.old for new in one.comes)
        return next((one for one in told if self.holds(far, one)), pairs.get(text))

    def _step(self, kind: LifeKind, text: str, at: int, old: str = "") -> LifeStep:
        """What happened to `text` in the state `at`; `old` is its wording before."""
        if at == len(self.versions):
            return LifeStep(kind, text, Cause.OUTSIDE, self._now, self._now.date())
        version = self.versions[at]
        cause, moment = version.cause, version.at
        bare = LifeStep(kind, text, cause, moment, moment.date(), version.version)
        if kind == LifeKind.FIRST or cause.kind != Cause.DREAM:
            return bare
        if run := self._dreams.get(version.sha):
            bare = replace(bare, engine=run.engine, model=run.model)
        shown, gone = visible(text), kind == LifeKind.GONE
        for entry, change in self._changes(at):
            if change.new is None and shown in change.old if gone else shown in change.comes:
                return replace(
                    bare,
                    change=change.kind,
                    sources=tuple(map(self._quotes.of, change.sources)),
                    others=tuple(one for one in change.old if one not in (old, text)),
                    diary=entry.path,
                    agent=wrote_first(self._notebook.history, change.sources, text),
                )
        return bare

    def _changes(self, at: int) -> Told:
        if at == len(self.versions) or self.versions[at].cause.kind != Cause.DREAM:
            return []
        day = self.versions[at].at.date()
        return [(entry, one) for entry, one in self._told if entry.date == day]

    @cached_property
    def _told(self) -> Told:
        return told_by_dreams(self._notebook, undone=True)

    @cached_property
    def _dreams(self) -> dict[str, DreamRun]:
        return self._wrote()


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
    past = _Past(notebook, memory, wrote, now)
    past.known[bullet.text] = bullet
    place = Timeline(past.versions).place_of(version) if version else -1
    place = place if place >= 0 else past.count - 1
    back, on = (past.walk(bullet.text, place, way) for way in (_BACK, _ON))
    since = past.versions[0].at if past.versions else None
    return Life((*reversed(back), *on), since, len(past.damaged))


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


_HAPPENED = {
    LifeKind.WRITTEN: tr("Written by {who}"),
    LifeKind.REWORDED: tr("Reworded by {who}"),
    LifeKind.GONE: tr("Taken out by {who}"),
    LifeKind.BACK: tr("Brought back by {who}"),
}
_DONE: dict[str, str] = {
    ChangeKind.MERGED: tr("Merged with others by {who}"),
    ChangeKind.GENERALISED: tr("Generalised by {who}"),
    ChangeKind.SHORTENED: tr("Shortened by {who}"),
    ChangeKind.SPLIT: tr("Split by {who}"),
}


_CAUSES = {
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
}


def step_in_words(step: LifeStep) -> str:
    """What happened, and by whom: Reworded by a dream (qwen3:8b)."""
    if step.kind == LifeKind.FIRST:
        return tr("In the file from the start")
    if step.kind == LifeKind.GONE and step.change == ChangeKind.MOVED:
        happened = tr("Moved to another file by {who}")
    else:
        happened = _HAPPENED[step.kind]
        if step.kind != LifeKind.GONE:
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
    return _CAUSES.get(step.cause.kind, str(step.cause.kind))
