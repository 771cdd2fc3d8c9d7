"""Search in an open notebook, by words and by meaning. Knows the index, not how it is kept up."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import groupby
from operator import itemgetter

from desktop_app.dreams.finds import Finds
from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.notebook.lines import split
from desktop_app.notebook.unread_files import links_out
from desktop_app.search.hits import Hit
from desktop_app.search.index import Query, Results
from desktop_app.search.marks import Span, first_marks
from desktop_app.search.operators import narrowed, read, told
from desktop_app.search.query import HitPer, SearchIn, SearchMode, plan
from desktop_app.search.retrievers import SearchBy
from desktop_app.search.section import SectionLine, surroundings
from desktop_app.words import together, tr

FOR_MODELS = (SearchIn.MEMORY, SearchIn.DAYS, SearchIn.TOPICS, SearchIn.SESSIONS)  # never diaries


class Search(Room):
    """Finds lines of an open notebook."""

    def _set_up(self) -> None:
        self._index, self._meaning = self._memory._index, self._memory.meaning
        self._finds = Finds(self._notebook.database)

    def find(
        self,
        text: str,
        *,
        mode: SearchMode = SearchMode.AUTO,
        limit: int = 10,
        kinds: Sequence[SearchIn] = (),
        since: date | None = None,
        until: date | None = None,
        by: HitPer = HitPer.LINE,
        arms: SearchBy = SearchBy.BOTH,
        path: str = "",
        rate: bool = False,
        at_hand: bool = False,
        operators: bool = False,
    ) -> Results:
        """Hits for a query, best first; a text that says nothing finds nothing.

        What narrows it is told at `Query`. `arms`: by words, by meaning or both; where the meaning
        is not known, by words alone. `operators`: somebody typed the text, so that those in it hold
        (see `search.operators`); what is to be known of them is the results' `hint`.
        """
        some, path = tuple(kinds), path and self._notebook.path_of(path)
        query = Query(text, mode, limit, some, since, until, by, path, rate, at_hand)
        if not operators:
            return self._meaning.search(query, arms)
        understood = read(text, self._clock.now().date())
        results = self._meaning.search(narrowed(query, understood), arms)
        notebook = self._notebook
        hints = links_out(notebook.root, notebook.layout)
        hints.append(told(understood, self._index.holds))
        with_all = None
        if SearchBy.WORDS in results.arms and plan(understood.text, mode).tops_up:
            with_all = sum(hit.whole for hit in results.hits)
            hints.append("" if with_all else _only_some(results.hits))
        return results._replace(hint=together(*hints), with_all=with_all)

    def for_a_model(
        self,
        text: str,
        limit: int,
        arms: SearchBy = SearchBy.BOTH,
        *,
        without: str = "",
        rate: bool = False,
    ) -> list[Hit]:
        """Hits that a model may read, so never diaries; none in the file `without`, nor in a note
        in which Git left a conflict.

        `rate`: the text is a question, and each hit says how surely it answers. None has `marks`.
        """
        mode = SearchMode.QUESTION if rate else SearchMode.AUTO
        query = Query(text, mode, limit, FOR_MODELS, rate=rate, for_model=True, without=without)
        return list(self._meaning.search(query, arms).hits)

    def marks(self, question: str, texts: Sequence[str]) -> list[tuple[Span, ...]]:
        """Where the words of a question stand in each of these texts."""
        steps = plan(question, SearchMode.QUESTION)
        return self._index.ask(lambda tables: first_marks(tables, texts, steps.marks))

    def note_wanted(self, places: Iterable[tuple[str, int, int]]) -> None:
        """Note that somebody wanted these lines (path, first, last): what is found in MEMORY.md
        stays there when it grows too long, and a file that is used stays at hand."""
        memory, places = self._notebook.layout.memory, tuple(places)
        spans = [slice(first - 1, last) for path, first, last in places if path == memory]
        self.note_used(path for path, _, _ in places if path != memory)
        with suppress(Problem):  # a full disk hinders no search
            lines = split(self._notebook.read(memory).text) if spans else []
            wanted = [line for span in spans for line in lines[span]]
            self._finds.note(wanted, self._clock.now().date())

    def note_used(self, paths: Iterable[str]) -> None:
        """Note that somebody used these files, which keeps them at hand."""
        with suppress(Problem):
            self._memory._accesses.note(paths, self._clock.now().date())

    @property
    def asks_elsewhere(self) -> bool:
        """Whether a search that was `at_hand` left out older notes, as known now."""
        return self._index.has_away

    def around(
        self, places: Iterable[tuple[str, int]]
    ) -> dict[tuple[str, int], tuple[SectionLine, ...]]:
        """The section around each place (path, first line): see `search.surroundings`."""
        sections: dict[tuple[str, int], tuple[SectionLine, ...]] = {}
        for path, some in groupby(sorted(set(places)), itemgetter(0)):
            sections |= self._index.of_file(path, partial(surroundings, places=list(some)))
        return sections


def _only_some(hits: Sequence[Hit]) -> str:
    """What to say of hits none of which has all words."""
    found_by = {hit.by for hit in hits}
    if not found_by - {SearchBy.MEANING}:
        return ""
    if found_by == {SearchBy.WORDS}:
        return tr("No line holds all of these words. Lines with some of them:")
    return tr("No line holds all of these words. Lines with some of them, or of that meaning:")
