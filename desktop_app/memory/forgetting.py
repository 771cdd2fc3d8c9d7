"""Forgetting for good in an open notebook: looked at first, then done, or finished at a start.

It is the one exception to 'nothing is lost', asked for by a person. What is taken out is in no file
of the notebook, no version, no proposal and no cache afterwards, and no machine learns it again.
"""

import json
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from desktop_app import own_files
from desktop_app.dreams import forgetting as proposals
from desktop_app.dreams.runs import alone
from desktop_app.dreams.talk import talk_store
from desktop_app.errors import Problem, Stale
from desktop_app.jobs import Report
from desktop_app.memory.forget_look import ForgetLook, unreached
from desktop_app.notebook import history, pruning
from desktop_app.notebook.files import Conflict
from desktop_app.notebook.forgetting import own_data, tables
from desktop_app.notebook.forgetting.cutting import (
    CHOSEN,
    ForgetPlace,
    ForgetReport,
    FoundTexts,
    place_of,
)
from desktop_app.notebook.forgetting.phrases import Sought, sought
from desktop_app.notebook.source import line_sha
from desktop_app.notebook.storage import trouble
from desktop_app.words import tr

_NAME = tr("the note of what is to be forgotten")


@dataclass(frozen=True)
class ForgetOrder:
    """What is to be forgotten, and in which of the places that a person chooses."""

    sought: Sought
    chosen: frozenset[ForgetPlace]

    def covers(self, place: ForgetPlace) -> bool:
        """Whether it is to go from this place."""
        return place not in CHOSEN or place in self.chosen


class Orders:
    """The orders of one notebook that are not done yet, each a file in its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def note(self, order: ForgetOrder, name: str) -> Path:
        """Keep an order durably. Raises Problem."""
        path = self._folder / f"{name}.forget"
        packed = {
            "phrases": [list(phrase) for phrase in order.sought.phrases],
            "topic": order.sought.topic,
            "chosen": sorted(order.chosen),
        }
        with trouble.with_file(_NAME):
            own_files.make_folder(self._folder)
            own_files.write_durably(path, json.dumps(packed).encode("ascii"))
        return path

    def waiting(self) -> list[tuple[Path, ForgetOrder]]:
        """The orders that wait, oldest first; one that is no order is nobody's wish, and goes."""
        found = []
        with trouble.with_file(_NAME):
            for part in self._folder.glob(".*.part"):
                part.unlink(missing_ok=True)  # never whole: nothing was begun
            for path in sorted(self._folder.glob("*.forget")):
                order = _read(path)
                if order is None:
                    path.unlink(missing_ok=True)
                else:
                    found.append((path, order))
        return found

    def done(self, path: Path) -> None:
        """This order is carried out: nothing of it stays. Raises Problem."""
        with trouble.with_file(_NAME):
            path.unlink(missing_ok=True)
            own_files.sync_path(self._folder)
            with suppress(OSError):
                self._folder.rmdir()  # another order may wait in it


def _read(path: Path) -> ForgetOrder | None:
    try:
        kept = own_files.json_in(path)
        phrases = tuple(tuple(map(str, phrase)) for phrase in kept["phrases"] if phrase)
        return ForgetOrder(
            Sought(phrases, bool(kept["topic"])), frozenset(map(ForgetPlace, kept["chosen"]))
        )
    except (ValueError, KeyError, TypeError):
        return None


_TRIES = 5  # another program may write between our look and our save
# Rows of these would say something else without a line.
_WHOLE = frozenset({"flushing", "inbox"})


class Forgetting(ForgetLook):
    """Finds what a person wants forgotten, and forgets it. Methods block."""

    doer = tr("forgetting")

    def _set_up(self) -> None:
        self._index = self._memory._index
        self._orders = Orders(self._notebook.own / "forgetting")
        self._data: Path = self._notebook.own.parent.parent

    def forget(
        self, found: FoundTexts, chosen: Collection[ForgetPlace], report: Report = lambda step: None
    ) -> ForgetReport:
        """Forget what was found, in the `chosen` of the places that a person chooses.

        There is no way back. A crash in between is finished at the next start. Raises Stale, and
        changes nothing, when there is more of it than was shown; Problem while a dream is at work.
        """
        now = self._clock.now()
        order = ForgetOrder(found.sought, frozenset(chosen))

        def begun() -> Path:
            there = FoundTexts(found.sought, tuple(self._in_files(found.sought)))
            if any(order.covers(place) for place, _path, _text in there.shown - found.shown):
                raise Stale(
                    tr("More lines contain it now than you were shown."),
                    tr("Look at it again, then decide."),
                )
            return self._orders.note(order, f"{now:%Y%m%d-%H%M%S-%f}")

        done = self._carried_out(order, begun, now, report)
        with self._notebook.lock():  # the old files, unless another program has them open
            files = self._notebook.files
            old = files.leftovers(done.paths).items()
            still_open = sorted({path for name, path in old if files.settle(name)})
        elsewhere = unreached(self._notebook, still_open)
        return ForgetReport(
            *found.apart(order.chosen),
            unreached=(*done.refused, *elsewhere),
            unfinished=done.unfinished,
        )

    def finish(self) -> list[str]:
        """Do what a crash left undone; sentences about what is still not done."""
        sentences = []
        for path, order in self._orders.waiting():
            try:
                done = self._carried_out(order, partial(Path, path), self._clock.now())
                left = [*done.refused, *filter(None, [done.unfinished])]
            except Problem as problem:
                left = [str(problem)]
            sentences += [
                tr("Forgetting is not finished yet. {why}").format(why=why) for why in left
            ]
        return sentences

    def lift(self, text: str, *, topic: bool = False) -> int:
        """Let machines learn a line, or a topic, again; how many phrases that were."""
        return self._notebook.tombstones.lift(sought([text], topic=topic).phrases)

    def _carried_out(
        self,
        order: ForgetOrder,
        begun: Callable[[], Path],
        now: datetime,
        report: Report = lambda step: None,
    ) -> "_Done":
        """Do all of it; twice comes to the same. `begun` gives the note of the order, under the
        lock."""
        asked = order.sought
        done = _Done()
        with alone(self._notebook.own, self.doer, now):
            with self._writing.own() as paths:
                waits = begun()
                report(tr("Taking it out of the notes"))
                self._notebook.tombstones.add(asked.phrases, asked.topic, now)
                self._notebook.recover(self._notebook.settle, now)
                talk_store.settle(self._notebook)
                lines = self._clear_files(order, done)
                paths += done.paths
                report(tr("Taking it out of what the program keeps"))
                for file in own_data.in_notebooks_own(self._notebook.own, asked):
                    if order.covers(file.place):
                        done.attempt(file.clear)
                self._clear_history(order, lines)
            report(tr("Writing the search index and the history again"))
            self._clear_caches(order, done)
            for file in own_data.of_the_program(self._data, asked):
                done.attempt(file.clear)
            if not done.unfinished:
                self._orders.done(waits)
        return done

    def _clear_files(self, order: ForgetOrder, done: "_Done") -> set[str]:
        """Take it out of the notes. Returns the lines that went."""
        lines: set[str] = set()

        def clear(path: str) -> None:
            if went := self._clear_file(path, order.sought):
                lines.update(went)
                done.paths.append(path)

        for path in self._paths():
            if order.covers(place_of(self._notebook.layout, path)):
                done.attempt(partial(clear, path))
        return lines

    def _clear_file(self, path: str, asked: Sought) -> set[str]:
        files, whole = self._notebook.files, self._is_named(path, asked)
        for _ in range(_TRIES):
            snapshot = files.read(path)
            cut = self._cut(snapshot, asked)
            if cut is None or not (cut.lines or whole):
                return set()
            try:
                if whole:
                    files.remove(path, snapshot)
                else:
                    files.replace(path, cut.data, snapshot, copy=False)
            except Conflict:
                continue
            return {line.text for line in cut.lines}
        raise trouble.of_rival(path)

    def _clear_history(self, order: ForgetOrder, lines: set[str]) -> None:
        asked, layout = order.sought, self._notebook.layout
        with (
            trouble.database_as_problem(history.NAME),
            pruning.overwriting(self._notebook.database),
            self._notebook.database.write() as db,
        ):
            done = tables.rewrite_versions(
                db,
                asked,
                lambda path: order.covers(place_of(layout, path)),
                lambda path: self._is_named(path, asked),
            )
            gone = {line_sha(line) for line in lines | done.lines}
            for proposal in self._store.proposals():
                rest, keys = proposals.without(proposal, asked, gone)
                if rest != proposal:
                    self._store.put(rest)
                    self._store.forget_rejected(keys)
            tables.clear_rows(db, asked, _WHOLE, done.shas)

    def _clear_caches(self, order: ForgetOrder, done: "_Done") -> None:
        """Leave nothing of it in the index, the tiers, the vectors and the free pages."""
        for clear in (
            partial(self._clear_index, order),
            self._memory.tiers.forget,
            self._clear_vectors,
        ):
            try:
                clear()
            except Problem as problem:  # another program reads it, or a server is away, say
                done.unfinished = str(problem)
        if not pruning.give_back(self._notebook.database):
            done.unfinished = tr("Another program uses the history right now.")

    def _clear_vectors(self) -> None:
        if not self._memory.meaning.forget():
            raise Problem(tr("A model is reading lines for search by meaning right now."))

    def _clear_index(self, order: ForgetOrder) -> None:
        paths = self._notebook.paths()
        self._index.reconcile(self._notebook.files.stats(paths))
        self._index.clear()
        places = {place_of(self._notebook.layout, path) for path in self._indexed(order.sought)}
        if any(map(order.covers, places)):  # what a suspicious loss keeps is what goes
            self._index.rebuild(paths)
            self._index.clear()
        self._index.compact()


@dataclass
class _Done:
    """What was done: the paths that changed, what could not be cleared, why more is to be done."""

    paths: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unfinished: str = ""

    def attempt(self, act: Callable[[], object]) -> None:
        """Do this, or note what hinders it; the rest is done all the same."""
        try:
            act()
        except Problem as problem:
            self.refused.append(str(problem))
