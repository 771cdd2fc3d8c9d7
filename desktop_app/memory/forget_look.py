"""Where something stands that is to be forgotten: notes, versions, records, caches. Only looks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from desktop_app.dreams.proposal import ProposalState
from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.notebook import history
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.forgetting import own_data, tables
from desktop_app.notebook.forgetting.cutting import (
    CutBytes,
    ForgetPlace,
    FoundPlace,
    FoundTexts,
    cut_file,
    every_line,
    is_named,
    place_of,
)
from desktop_app.notebook.forgetting.phrases import MANY, Sought, sought, words_in
from desktop_app.notebook.layout import TRANSCRIPT
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage import trouble
from desktop_app.notebook.sync_programs import GIT, keepers
from desktop_app.notebook.unread_files import left_out
from desktop_app.words import tr


class ForgetLook(Room):
    """Looks through one notebook and all that the program keeps of it. Methods block."""

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
        memory = MemoryFile(self._notebook.read(self._notebook.layout.memory).data).statements
        texts = {one.text for one in memory if tuple(words_in(one.text)) in asked.phrases}
        quotes: set[str] = set()
        for proposal in self._store.proposals(ProposalState.APPLIED) if texts else ():
            for change in proposal.changes:
                if change.accepted and change.new in texts:
                    texts.update(change.old)
                    quotes.update(source.quote for source in change.sources)
        return [one for one in texts | quotes if len(words_in(one)) >= MANY]

    def _found(self, asked: Sought) -> Iterable[FoundPlace]:
        yield from self._in_files(asked)
        own = own_data.in_notebooks_own(self._notebook.own, asked)
        for file in (*own, *own_data.of_the_program(self._notebook.own.parent.parent, asked)):
            yield FoundPlace(file.place, file.path.name, len(file.lines) or 1, file.lines)
        yield from self._in_history(asked)
        indexed = Counter(place_of(self._notebook.layout, path) for path in self._indexed(asked))
        yield from (FoundPlace(ForgetPlace.INDEX, "", n, of=place) for place, n in indexed.items())

    def _in_files(self, asked: Sought) -> Iterable[FoundPlace]:
        """Each note that says it; what cannot be read is told when it is to be cleared."""
        for path in self._paths():
            cut = None
            with suppress(Problem):
                cut = self._cut(self._notebook.read(path), asked)
            if cut is not None and cut.lines:
                place = place_of(self._notebook.layout, path)
                yield FoundPlace(place, path, len(cut.lines), cut.lines)

    def _in_history(self, asked: Sought) -> Iterable[FoundPlace]:
        with trouble.database_as_problem(history.NAME):
            db = self._notebook.database.connection()
            named = lambda path: self._is_named(path, asked)
            saying = tables.versions_saying(db, asked, lambda _: True, named)
            counts = Counter(path for path, *_ in saying)
            rows = tables.count_rows(db, asked)
        for path, count in counts.items():
            of = place_of(self._notebook.layout, path)
            yield FoundPlace(ForgetPlace.HISTORY, path, count, of=of)
        for table, count in rows.items():
            place = ForgetPlace.DREAMS if table == "dreams" else ForgetPlace.RECORDS
            yield FoundPlace(place, table, count)

    def _paths(self) -> list[str]:
        """The notes, and the second texts beside them, which may outlive their notes."""
        layout = self._notebook.layout._replace(is_there=lambda path: True)
        left = (one.path for one in left_out(self._notebook.root, layout))
        copies = filter(layout.copied, left)
        return [*dict.fromkeys((*self._notebook.paths(), *copies))]

    def _is_named(self, path: str, asked: Sought) -> bool:
        """Whether a file is about a topic as a whole, by its name."""
        return is_named(self._notebook.layout, path, asked)

    def _cut(self, snapshot: Snapshot, asked: Sought) -> CutBytes | None:
        """A file without it; no data where all of it goes. None where there is no file."""
        if not snapshot.exists:
            return None
        if self._is_named(snapshot.path, asked):
            return every_line(snapshot.data)
        return cut_file(snapshot.data, asked, json_lines=snapshot.path.endswith(TRANSCRIPT))

    def _indexed(self, asked: Sought) -> list[str]:
        """The file of each line of the index that says it."""
        sql = "select path, text from chunks join files on files.id = file"
        return self._memory._index.ask(
            lambda db: [path for path, text in db.execute(sql) if asked.said_by(text)]
        )


# -- what cannot be reached ------------------------------------------------------------------------


def unreached(notebook: Notebook, still_open: Sequence[str]) -> Iterator[str]:
    """Sentences about where it may still stand: `still_open` are replaced files that another
    program has open."""
    for name in keepers(notebook.root):
        if name == GIT:
            yield tr("Git keeps what was committed: rewrite the history of the repository there.")
        else:
            yield tr("{name} may keep earlier versions, and copies on other computers.").format(
                name=name
            )
    for path in still_open:
        yield tr("Another program has {path} open; its old text goes when that ends.").format(
            path=path
        )
    yield tr("The conversations that agents keep themselves stay.")
    yield tr("Backups, exports, logs of servers and other copies of the notebook are not reached.")
