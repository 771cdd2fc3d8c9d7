"""Forgetting for good in an open notebook: looked at first, then done, or finished at a start.

It is the one exception to 'nothing is lost', asked for by a person. What is taken out is in no file
of the notebook, no version, no proposal and no cache afterwards, and no machine learns it again.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from desktop_app.clock import Clock
from desktop_app.dreams import forgetting as proposals
from desktop_app.dreams.alone import alone
from desktop_app.dreams.proposal import ProposalState, line_sha
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.talk import books
from desktop_app.errors import Problem, Stale
from desktop_app.jobs import Report
from desktop_app.memory.changed import Writing
from desktop_app.memory.elsewhere import unreached
from desktop_app.notebook import history, pruning
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.files import Conflict, Snapshot, sha_of
from desktop_app.notebook.forgetting import own_data, tables, versions
from desktop_app.notebook.forgetting.cutting import CutBytes, cut_file, every_line
from desktop_app.notebook.forgetting.order import ForgetOrder, Orders
from desktop_app.notebook.forgetting.phrases import MANY, Sought, sought, words_in
from desktop_app.notebook.forgetting.places import (
    ForgetPlace,
    ForgetReport,
    FoundPlace,
    FoundTexts,
    is_named,
    place_of,
)
from desktop_app.notebook.layout import TRANSCRIPT, is_copy
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage import trouble
from desktop_app.search.index import SearchIndex
from desktop_app.search.meaning.meaning import Meaning
from desktop_app.words import tr

_TRIES = 5  # another program may write between our look and our save
# Rows of these would say something else without a line.
_WHOLE = frozenset({"answers", "agent_tools", "flushing", "learned"})
_DREAMS = frozenset({"dreams"})


class Forgetting:
    """Finds what a person wants forgotten, and forgets it. Methods block."""

    def __init__(
        self,
        notebook: Notebook,
        clock: Clock,
        store: DreamStore,
        writing: Writing,
        index: SearchIndex,
        meaning: Callable[[], Meaning],
    ) -> None:
        self._notebook = notebook
        self._clock = clock
        self._store = store
        self._writing = writing
        self._index = index
        self._meaning = meaning
        self._orders = Orders(notebook.own / "forgetting")
        self._data: Path = notebook.own.parent.parent
        self.doer = tr("forgetting")

    # -- looking --------------------------------------------------------------------------------

    def find(self, text: str, *, topic: bool = False) -> FoundTexts:
        """All that says a line, or mentions a topic. Writes nothing.

        A bullet of MEMORY.md brings its earlier wordings and the notes that it came from. Raises
        Problem where there is no word to look for.
        """
        asked = sought([text], topic=topic)
        if not topic:
            asked = sought([text, *self._behind(asked)])
        return FoundTexts(asked, tuple(self._found(asked)))

    def _behind(self, asked: Sought) -> Iterable[str]:
        """The earlier wordings and the sources of the bullet that is named as a whole."""
        texts = {one.text for one in self._bullets() if tuple(words_in(one.text)) in asked.phrases}
        quotes: set[str] = set()
        for proposal in self._store.proposals(ProposalState.APPLIED) if texts else ():
            for change in proposal.changes:
                if change.accepted and change.new in texts:
                    texts.update(change.old)
                    quotes.update(source.quote for source in change.sources)
        return [one for one in texts | quotes if len(words_in(one)) >= MANY]

    def _bullets(self) -> Iterable[Bullet]:
        return MemoryFile(self._notebook.read(self._notebook.layout.memory).data).bullets

    def _found(self, asked: Sought) -> Iterable[FoundPlace]:
        yield from self._in_files(asked)
        own = own_data.in_notebooks_own(self._notebook.own, asked)
        for file in (*own, *own_data.of_the_program(self._data, asked)):
            yield FoundPlace(file.place, file.path.name, len(file.lines) or 1, file.lines)
        yield from self._in_history(asked)
        indexed = Counter(place_of(self._notebook.layout, path) for path in self._indexed(asked))
        yield from (FoundPlace(ForgetPlace.INDEX, "", n, of=place) for place, n in indexed.items())
        with suppress(Problem):  # vectors that cannot be read are made anew
            if count := self._meaning().saying(asked.said_by):
                yield FoundPlace(ForgetPlace.VECTORS, "", count)

    def _in_files(self, asked: Sought) -> Iterable[FoundPlace]:
        for path in self._paths():
            snapshot = self._notebook.read(path)
            cut = self._cut(snapshot, asked)
            if cut is not None and cut.lines:
                place = place_of(self._notebook.layout, path)
                yield FoundPlace(place, path, len(cut.lines), cut.lines)

    def _in_history(self, asked: Sought) -> Iterable[FoundPlace]:
        with trouble.database_as_problem(history.NAME):
            db = self._notebook.database.connection()
            counts = versions.count_versions(
                db, asked, lambda path: True, lambda path: self._is_named(path, asked)
            )
            rows = tables.count_rows(db, asked)
        for path, count in counts.items():
            of = place_of(self._notebook.layout, path)
            yield FoundPlace(ForgetPlace.HISTORY, path, count, of=of)
        for table, count in rows.items():
            place = ForgetPlace.DREAMS if table in _DREAMS else ForgetPlace.RECORDS
            yield FoundPlace(place, table, count)

    def _paths(self) -> list[str]:
        """The notes, and the second texts that sync programs and we leave beside them."""
        left_out = (one.path for one in self._notebook.left_out())
        return [*self._notebook.paths(), *(p for p in left_out if is_copy(p.rpartition("/")[2]))]

    def _is_named(self, path: str, asked: Sought) -> bool:
        return is_named(self._notebook.layout, path, asked)

    def _cut(self, snapshot: Snapshot, asked: Sought) -> CutBytes | None:
        """A file without it; no data where all of it goes. None where there is no file."""
        if not snapshot.exists:
            return None
        if self._is_named(snapshot.path, asked):
            return every_line(snapshot.data)
        return cut_file(snapshot.data, asked, json_lines=snapshot.path.endswith(TRANSCRIPT))

    # -- doing ----------------------------------------------------------------------------------

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
                    tr("There is more of it now than you were shown."),
                    tr("Look at it again, then decide."),
                )
            return self._orders.note(order, f"{now:%Y%m%d-%H%M%S-%f}")

        paths, unfinished = self._carried_out(order, begun, now, report)
        still_open = self._notebook.let_go_of_replaced(paths)
        return ForgetReport(
            *found.apart(order.chosen),
            unreached=tuple(unreached(self._notebook, order.sought, still_open)),
            unfinished=unfinished,
        )

    def finish(self) -> list[str]:
        """Do what a crash left undone; sentences about what is still not done."""
        sentences = []
        for path, order in self._orders.waiting():
            try:
                _, why = self._carried_out(order, partial(Path, path), self._clock.now())
            except Problem as problem:
                why = str(problem)
            if why:
                sentences.append(tr("Forgetting is not finished yet. {why}").format(why=why))
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
    ) -> tuple[list[str], str]:
        """Do all of it; twice comes to the same. `begun` gives the note of the order, under the
        lock. Returns the paths that changed, and why it is not finished, if so."""
        asked = order.sought
        with alone(self._notebook.own, self.doer, now):
            with self._writing.own() as paths:
                waits = begun()
                report(tr("Taking it out of the notes"))
                self._notebook.tombstones.add(asked.phrases, asked.topic, now)
                self._notebook.recover(self._notebook.settle, now)
                books.settle(self._notebook)
                lines = self._clear_files(order, paths)
                report(tr("Taking it out of what the program keeps"))
                for file in own_data.in_notebooks_own(self._notebook.own, asked):
                    if order.covers(file.place):
                        file.clear()
                self._clear_history(order, lines)
            report(tr("Making the search index and the history anew"))
            unfinished = self._clear_caches(order)
            for file in own_data.of_the_program(self._data, asked):
                file.clear()
            if not unfinished:
                self._orders.done(waits)
        return paths, unfinished

    def _clear_files(self, order: ForgetOrder, paths: list[str]) -> set[str]:
        """Take it out of the notes; the paths that changed are added to `paths`. Returns the lines
        that went."""
        lines: set[str] = set()
        for path in self._paths():
            if order.covers(place_of(self._notebook.layout, path)):
                went = self._clear_file(path, order.sought)
                lines |= went
                paths += [path] if went else []
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
                    files.replace(path, cut.data, snapshot)
            except Conflict as conflict:
                if conflict.copy:  # of ours there is nothing to keep
                    ours = Snapshot(conflict.copy, cut.data, sha_of(cut.data))
                    files.remove(conflict.copy, ours)
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
            done = versions.rewrite_versions(
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

    def _clear_caches(self, order: ForgetOrder) -> str:
        """Leave nothing of it in the index, the vectors and the free pages; why not yet, if so."""
        paths = self._notebook.paths()
        self._index.reconcile(self._notebook.files.stats(paths))
        self._index.clear()
        places = {place_of(self._notebook.layout, path) for path in self._indexed(order.sought)}
        if any(map(order.covers, places)):  # what a suspicious loss keeps is what goes
            self._index.rebuild(paths)
            self._index.clear()
        self._index.compact()
        if not self._meaning().forget():
            return tr("Lines are being read for their meaning right now; the rest is done later.")
        if not pruning.give_back(self._notebook.database):
            return tr("Another program uses the history right now; the rest is done later.")
        return ""

    def _indexed(self, asked: Sought) -> list[str]:
        """The file of each line of the index that says it."""
        sql = "select path, text from chunks join files on files.id = file"
        return self._index.ask(
            lambda db: [path for path, text in db.execute(sql) if asked.said_by(text)]
        )
