"""Meaning: the second arm of the search. Knows which embedder serves and what to do without one.

If anything fails here, the search goes by words alone, and its note says why.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from desktop_app.errors import Problem
from desktop_app.salvage import DamagedFile
from desktop_app.search.gate import Gate
from desktop_app.search.index import Results, SearchIndex
from desktop_app.search.meaning.embedder import EmbedderKind
from desktop_app.search.meaning.embedder_choice import OFF, EmbedderChoice, Embedders
from desktop_app.search.meaning.fusing import DEPTH, FEW, USUAL
from desktop_app.search.meaning.hybrid import hybrid, mostly_cjk
from desktop_app.search.meaning.keeping_up import Report, compare, keep_up
from desktop_app.search.meaning.kept import Counters, KeptEmbedder
from desktop_app.search.meaning.nearest import Nearest, best, relative
from desktop_app.search.meaning.questions import Questions
from desktop_app.search.meaning.store import Store
from desktop_app.search.query import Query, SearchPlan, plan
from desktop_app.search.retrievers import SearchBy
from desktop_app.search.within import within
from desktop_app.threads import to_its_end
from desktop_app.words import tr

if TYPE_CHECKING:
    pass

_SHORTEST = 3  # letters of a query that mean something; of a script without spaces one less
_SOME = 20  # lines; the mean of fewer is too much that of each of them
_LAST = 2.0  # seconds that a search under way has to end when all is closed
_LONGEST = 2000  # characters of a query that are read


class MeaningStatus(NamedTuple):
    """The state of the vectors. `embedder` is the chosen one, `serving` the one that searches use.

    `done` of `lines` have a vector of the chosen one; it can't read `refused` lines. `share`, 0..1,
    is the part of a score that vectors decide. `by` is the way to find the nearest vectors.
    `trouble` is why the last search or run failed.
    """

    embedder: str
    running: bool
    share: float
    serving: str = ""
    done: int = 0
    lines: int = 0
    by: str = ""
    counters: Counters = Counters()
    trouble: str = ""
    refused: int = 0

    @property
    def unread(self) -> int:
        """How many lines are still to be read."""
        return max(0, self.lines - self.done - self.refused)

    @property
    def ready(self) -> bool:
        """Whether searches use the vectors of the chosen embedder."""
        return bool(self.serving) and self.serving == self.embedder


class _NotByMeaning(Problem):
    """This one search goes by words alone; nothing is wrong with the vectors."""


class Meaning:
    """The vectors at `path` of the lines in `index`. Any thread may use it.

    Nothing is embedded before `choose` names an embedder.
    """

    def __init__(self, path: Path, index: SearchIndex, embedders: Embedders) -> None:
        self._embedders = embedders
        self.questions = Questions(embedders)
        self._index = index
        self._path = path
        self.choice = OFF
        self._store: Store | None = None
        self._nearest: Nearest | None = None
        self._lock = threading.Lock()
        self._searching = Gate()
        self._running = threading.Lock()
        self._trouble = ""
        self._tried: set[str] = set()  # embedders that were given again what they refused

    @property
    def aside(self) -> DamagedFile | None:
        """What stood in the place of the vectors and is no file, where that was set aside."""
        return self._store.aside if self._store else None

    def choose(self, choice: EmbedderChoice, barred: Problem | None = None) -> None:
        """Use this embedder from now on; the former one serves until this one is ready. `barred` is
        why no model of Ollama may be asked."""
        self._embedders.barred = barred
        if choice.name != self.choice.name:
            self._trouble = ""
            self.questions.forget()
        self.choice = choice

    def forget_servers(self) -> None:
        """Forget the open models: Ollama has another address from now on."""
        self._embedders.forget()
        self.questions.forget()

    def search(self, query: Query, arms: SearchBy = SearchBy.BOTH) -> Results:
        """Hits by these arms; by words alone if the vectors can't help, and the reason. Raises
        Problem if only meaning was asked for and it can't help."""
        return self._by(
            arms, lambda: self._index.search(query), lambda: self._searched(query, arms)
        )

    def _by(
        self, arms: SearchBy, words: Callable[[], Results], both: Callable[[], Results]
    ) -> Results:
        """The results of `both` arms, or of `words` if that is asked for or the vectors fail."""
        off = not self.choice.reads
        if arms == SearchBy.WORDS or (arms == SearchBy.BOTH and off):
            return words()
        if off:
            raise Problem(
                tr("No model for search by meaning is chosen."),
                tr("Choose one: `nightstand settings search.embedder builtin`"),
            )
        try:
            with self._searching.inside():
                return both()
        except Problem as problem:
            if arms == SearchBy.MEANING:
                raise
            if not isinstance(problem, _NotByMeaning):
                self._trouble = problem.message
            return words()._replace(note=problem.message)

    async def keep_up(self, report: Report = lambda done, lines: None) -> int:
        """Give every line its vector: see `keeping_up`. Returns how many texts the model was given.

        Without an embedder nothing happens. Raises Problem when one fails, or a run is under way.
        """
        choice = self.choice
        if not choice.reads:
            return 0
        if not self._running.acquire(blocking=False):
            raise Problem(tr("The model is reading the lines already."), tr("Wait for it to end."))
        try:
            try:
                given = await self._kept_up(choice, report)
            except Problem:
                if self._store is None or not self._store.damaged:
                    raise
                given = await self._kept_up(choice, report)  # into a new file
            self._trouble = ""
            self.questions.forget()
            return given
        except Problem as problem:
            self._trouble = problem.message
            raise
        finally:
            self._running.release()

    def clear(self) -> None:
        """Remove every byte of deleted lines, whether an embedder is chosen or not. While lines are
        being read, that waits. Raises Problem when the disk refuses."""
        if self._path.exists() and not self._running.locked():
            self._compared().clear()

    def forget(self, *, questions: bool = True) -> bool:
        """Delete the vectors of all that stands nowhere now, for good, and those of `questions`;
        False while lines are being read, when nothing is done. Raises Problem for the disk."""
        if not self._path.exists():
            return True
        if not self._running.acquire(blocking=False):
            return False
        try:
            self._compared().forget(questions=questions)
        finally:
            self._running.release()
        return True

    def _compared(self) -> Store:
        """The vectors, told which lines there are now."""
        store = self._opened_store(mend=True)
        for embedder in store.embedders()[:1]:
            compare(self._index, store, embedder)
        return store

    def saying(self, says: Callable[[str], bool]) -> int:
        """How many vectors are of a text of which this is true."""
        return self._opened_store(mend=True).saying(says) if self._path.exists() else 0

    async def _kept_up(self, choice: EmbedderChoice, report: Report) -> int:
        store = await to_its_end(self._opened_store, mend=True)
        dimensions = {held.name: held.dimension for held in store.embedders()}
        embedder = await self._embedders.opened(choice.name, dimensions, anew=True)
        held = store.admit(embedder.traits, choice.name)
        if held.name not in self._tried:
            self._tried.add(held.name)
            await to_its_end(store.forgive, held)
        return await keep_up(self._index, store, embedder, held, choice, report)

    def status(self) -> MeaningStatus:
        """The present state. It opens nothing if no embedder was ever chosen."""
        choice = self.choice
        bare = MeaningStatus(choice.name, self._running.locked(), choice.share)
        if not choice.reads and not self._path.exists():
            return bare
        try:
            return self._counted(choice, bare)
        except Problem as problem:
            return bare._replace(trouble=problem.message)

    def _counted(self, choice: EmbedderChoice, bare: MeaningStatus) -> MeaningStatus:
        store = self._opened_store()
        embedders = store.embedders()
        serving = _serving(embedders)
        own = next((one for one in embedders if one.chosen == choice.name), None)
        done, lines = store.count(own) if own else (0, 0)
        barred = self._embedders.barred if choice.kind == EmbedderKind.OLLAMA else None
        return bare._replace(
            serving=serving.chosen if serving and choice.reads else "",
            done=done,
            lines=lines,
            by=self._found_by(store).name,
            counters=store.counters(),
            trouble=self._trouble or (barred.message if barred else ""),
            refused=store.refused(own) if own else 0,
        )

    def close(self) -> None:
        """Close the database, and wait no longer for a model. Not to be used afterwards."""
        self.questions.end()
        ended = self._searching.empties(_LAST)
        if self._store is not None and ended:  # one in use ends with the program
            self._store.close()

    # -- one search -------------------------------------------------------------------------

    def _searched(self, query: Query, arms: SearchBy) -> Results:
        start = time.perf_counter()
        steps = plan(query.text, query.mode)
        if not _means_something(query.text):
            short = tr("This is too short to mean something.") if arms == SearchBy.MEANING else ""
            return self._index.search(query)._replace(note=short)
        store, serving = self._read()
        embedder = self.questions.embedder(serving)
        if embedder.traits.english_only and mostly_cjk(query.text):
            raise _NotByMeaning(
                tr("{chosen} reads English only.").format(chosen=serving.chosen),
                tr("Choose another model for search by meaning."),
            )
        vector = store.question(
            serving,
            query.text[:_LONGEST].strip(),
            lambda text: self.questions.vector(serving, embedder, text),
        )
        by_words = steps if arms == SearchBy.BOTH else SearchPlan()
        bounds = USUAL if store.has_lines(_SOME) else FEW
        most = max(DEPTH, query.limit)
        allowed = self._index.ask(lambda connection: within(connection, query))
        near = relative(serving, vector, self._found_by(store).top(serving, vector, most, allowed))
        shas = store.shas([chunk for chunk, _ in near])  # of their texts when they were read
        known = [(chunk, score, shas[chunk]) for chunk, score in near if chunk in shas]
        brought = self._index.bring(query, by_words)
        both = arms == SearchBy.BOTH
        share = self.choice.share_of(serving.chosen) if both else None
        hits, complete = self._index.ask(
            lambda tables: hybrid(
                tables,
                query,
                known,
                brought,
                share,
                self._index.budget,
                plan=steps,
                bounds=bounds,
                read=lambda shas: store.read(serving, shas),
            )
        )
        self._trouble = ""
        found_by = (SearchBy.WORDS, SearchBy.MEANING) if both else (SearchBy.MEANING,)
        return self._index.results(start, hits, found_by, complete, brought)

    def _read(self) -> tuple[Store, KeptEmbedder]:
        """The vectors, and the embedder that made them. Raises Problem if there are none yet."""
        store = self._opened_store()
        serving = _serving(store.embedders())
        if serving is None:
            raise Problem(
                tr("The model for search by meaning has not read the lines yet."),
                tr("It reads them in the background, or with `nightstand search --index`."),
            )
        return store, serving

    def _opened_store(self, *, mend: bool = False) -> Store:
        with self._lock:
            if self._store is None:
                self._store = Store(self._path)
            if mend and self._store.is_damaged():
                self._store.start_over()
                self._nearest = None
            return self._store

    def _found_by(self, store: Store) -> Nearest:
        with self._lock:
            self._nearest = self._nearest or best(store)
            return self._nearest


def _serving(embedders: list[KeptEmbedder]) -> KeptEmbedder | None:
    return next((one for one in embedders if one.complete), None)


def _means_something(text: str) -> bool:
    letters = sum(character.isalpha() for character in text)
    return letters >= (_SHORTEST - 1 if mostly_cjk(text) else _SHORTEST)
