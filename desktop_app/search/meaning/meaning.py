"""Meaning: the second arm of the search. Knows which embedder serves and what to do without one.

If anything fails here, the search goes by words alone, and its note says why.
"""

import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from desktop_app.errors import Problem
from desktop_app.search.gate import Gate
from desktop_app.search.index import Results, SearchIndex
from desktop_app.search.meaning.embedder import EmbedderKind, KeptEmbedder
from desktop_app.search.meaning.embedder_choice import OFF, EmbedderChoice, Embedders
from desktop_app.search.meaning.fusing import DEPTH, FEW, USUAL
from desktop_app.search.meaning.hybrid import hybrid
from desktop_app.search.meaning.keeping_up import Report, compare, keep_up
from desktop_app.search.meaning.nearest import Nearest, relative
from desktop_app.search.meaning.questions import Questions, mostly_cjk
from desktop_app.search.meaning.store import Counters, Store
from desktop_app.search.query import Query, SearchPlan, plan
from desktop_app.search.retrievers import SearchBy
from desktop_app.search.within import within
from desktop_app.threads import to_its_end
from desktop_app.words import tr

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
        off = not self.choice.reads
        if arms == SearchBy.WORDS or (arms == SearchBy.BOTH and off):
            return self._index.search(query)
        if off:
            raise Problem(
                tr("No model for search by meaning is chosen."),
                tr("Choose one: `nightstand settings search.embedder builtin`"),
            )
        try:
            with self._searching.inside():
                return self._searched(query, arms)
        except Problem as problem:
            if arms == SearchBy.MEANING:
                raise
            self._trouble = problem.message
            return self._index.search(query)._replace(note=problem.message)

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
            store = self._opened()
            kept = await to_its_end(store.embedders)
            dimensions = {one.name: one.dimension for one in kept}
            embedder = await self._embedders.opened(choice.name, dimensions, anew=True)
            held = await to_its_end(store.admit, embedder.traits, choice.name)
            given = await keep_up(self._index, store, embedder, held, report)
            self._trouble = ""
            self.questions.forget()
            return given
        except Problem as problem:
            self._trouble = problem.message
            raise
        finally:
            self._running.release()

    def forget(self, *, questions: bool = True) -> bool:
        """Delete the vectors of all that stands nowhere now, for good, and those of `questions`;
        False while lines are being read, when nothing is done. Raises Problem for the disk."""
        if not self._path.exists():
            return True
        if not self._running.acquire(blocking=False):
            return False
        try:
            store = self._opened()
            for embedder in store.embedders()[:1]:
                compare(self._index, store, embedder)
            store.forget(questions=questions)
        finally:
            self._running.release()
        return True

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
        store = self._opened()
        embedders = store.embedders()
        serving = _serving(embedders)
        own = next((one for one in embedders if one.chosen == choice.name), None)
        barred = self._embedders.barred if choice.kind == EmbedderKind.OLLAMA else None
        status = bare._replace(
            serving=serving.chosen if serving and choice.reads else "",
            by=self._found_by(store).name,
            counters=store.counters(),
            trouble=self._trouble or (barred.message if barred else ""),
        )
        return status._replace(**asdict(store.count(own))) if own else status

    def close(self) -> None:
        """Close the database, and wait no longer for a model. Not to be used afterwards."""
        self.questions.end()
        ended = self._searching.empties(_LAST)
        if self._store is not None and ended:  # one in use ends with the program
            self._store.close()

    # -- one search -------------------------------------------------------------------------

    def _searched(self, query: Query, arms: SearchBy) -> Results:
        start, both = time.perf_counter(), arms == SearchBy.BOTH
        if not _means_something(query.text):
            short = "" if both else tr("This is too short to mean something.")
            return self._index.search(query)._replace(note=short)
        store, serving = self._read()
        vector = store.question(
            serving,
            query.text[:_LONGEST].strip(),
            lambda text: self.questions.vector(serving, text),
        )
        steps, most = plan(query.text, query.mode), max(DEPTH, query.limit)
        allowed = self._index.ask(lambda connection: within(connection, query))
        near = relative(serving, vector, self._found_by(store).top(serving, vector, most, allowed))
        shas = store.shas([chunk for chunk, _ in near])  # of their texts when they were read
        known = [(chunk, score, shas[chunk]) for chunk, score in near if chunk in shas]
        brought = self._index.bring(query, steps if both else SearchPlan())
        share = self.choice.share_of(serving.chosen) if both else None
        bounds = USUAL if store.has_lines(_SOME) else FEW
        hits, complete = self._index.ask(
            lambda tables: hybrid(
                tables, query, known, brought, share, self._index.budget,
                plan=steps, bounds=bounds, read=lambda shas: store.read(serving, shas),
            )
        )  # fmt: skip
        self._trouble = ""
        found_by = (SearchBy.WORDS, SearchBy.MEANING) if both else (SearchBy.MEANING,)
        return self._index.results(start, hits, found_by, complete, brought)

    def _read(self) -> tuple[Store, KeptEmbedder]:
        """The vectors, and the embedder that made them. Raises Problem if there are none yet."""
        store = self._opened()
        serving = _serving(store.embedders())
        if serving is None:
            raise Problem(
                tr("The model for search by meaning has not read the lines yet."),
                tr("It reads them in the background, or with `nightstand search --index`."),
            )
        return store, serving

    def _opened(self) -> Store:
        with self._lock:
            self._store = self._store or Store(self._path)
            return self._store

    def _found_by(self, store: Store) -> Nearest:
        with self._lock:
            self._nearest = self._nearest or Nearest(store)
            return self._nearest


def _serving(embedders: list[KeptEmbedder]) -> KeptEmbedder | None:
    return next((one for one in embedders if one.complete), None)


def _means_something(text: str) -> bool:
    letters = sum(character.isalpha() for character in text)
    return letters >= (_SHORTEST - 1 if mostly_cjk(text) else _SHORTEST)
