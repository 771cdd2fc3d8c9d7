"""The voice of a dream, proved sentence by sentence as a bullet is. Knows lines, no model."""

from desktop_app.dreams.model.proving.alignment import Alignment
from desktop_app.dreams.model.proving.checking import Checker
from desktop_app.dreams.model.reading.material import NoteLine
from desktop_app.dreams.proposal import Support, ToldSentence
from desktop_app.language.sentences import sentences


class Speaking:
    """Says which lines of the notes a sentence rests on. Only whole support counts: nobody is asked
    about a sentence as about a bullet."""

    def __init__(self, alignment: Alignment, checker: Checker) -> None:
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
                lines = self.lines(sentence)
                unsaid += not lines
                if lines:
                    told.append(ToldSentence(sentence, tuple(one.source for one in lines), n))
        return tuple(told), unsaid

    def lines(self, text: str) -> tuple[NoteLine, ...]:
        """The lines that say a text, with their headings where it needs them; () for none."""
        near = self._alignment.lines(text)
        under = tuple(one for one in self._checker.headings(near) if one not in near)
        for lines in (near, (*near, *under)):
            if self._checker.judged(text, lines).verdict == Support.SUPPORTED:
                return lines
        return ()
