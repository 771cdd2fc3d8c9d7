"""The voice of a dream, proved sentence by sentence as a bullet is. Knows lines, no model."""

from collections.abc import Iterator

from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.model.proving.alignment import Alignment
from desktop_app.dreams.model.proving.checking import Checker
from desktop_app.dreams.model.reading.material import MemoryLine, NoteLine, Shown
from desktop_app.dreams.proposal import Support, ToldSentence
from desktop_app.language.sentences import sentences
from desktop_app.notebook.source import Source

_MEMORIES = 2  # lines of memory that a sentence may rest on beside those of the notes
_Evidence = tuple[tuple[NoteLine, ...], tuple[MemoryLine, ...]]


class Speaking:
    """Says which lines of the notes and of memory a sentence rests on. Only whole support counts:
    nobody is asked about a sentence as about a bullet."""

    def __init__(self, shown: Shown, book: Book, alignment: Alignment, checker: Checker) -> None:
        self._by_line = {one.bullet.line: one for one in shown.memory}
        self._book = book
        self._alignment = alignment
        self._checker = checker

    def is_about(self, title: str) -> bool:
        """Whether the notes say at least a part of a title, and nothing against it."""
        near = self._alignment.lines(title)
        return self._checker.judged(title, near).verdict != Support.UNSUPPORTED

    def proved(self, prose: str) -> tuple[tuple[ToldSentence, ...], int]:
        """The sentences of a text that the notes say, and how many they do not."""
        told: list[ToldSentence] = []
        unsaid = 0
        for n, paragraph in enumerate(prose.split("\n\n")):
            for sentence in sentences(paragraph):
                sources = self.sources(sentence)
                unsaid += not sources
                if sources:
                    told.append(ToldSentence(sentence, sources, n))
        return tuple(told), unsaid

    def sources(self, text: str) -> tuple[Source, ...]:
        """The lines that say a text; () for none."""
        for notes, memory in self._evidence(text):
            if self._checker.judged(text, notes, memory).verdict == Support.SUPPORTED:
                return (*(one.source for one in notes), *(one.source for one in memory))
        return ()

    def _evidence(self, text: str) -> Iterator[_Evidence]:
        """Lines that may say it, the fewest first: with their headings, and with memory's."""
        near = self._alignment.lines(text)
        yield near, ()
        under = tuple(one for one in self._checker.headings(near) if one not in near)
        if under:
            yield (*near, *under), ()
        lines = (one.bullet.line for one in self._book.near(points(text))[:_MEMORIES])
        memory = tuple(self._by_line[line] for line in lines if line in self._by_line)
        if memory:
            yield (), memory[:1]
            yield near, memory
