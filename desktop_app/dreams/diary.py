"""Which lines the sentences and changes of a diary's entry rest on, as the files are now.

What the dream kept is taken as it is; of what nothing is kept, what the entry itself quotes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.diary_entry import own_words
from desktop_app.dreams.origin import QuotesNow
from desktop_app.dreams.proposal import Proposal
from desktop_app.language.sentences import quotes, sentences
from desktop_app.notebook.diaries import DiaryChange, DiaryEntry, DiarySource
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source

_SHORTEST = 6  # letters of a quote by which a change is found


@dataclass(frozen=True)
class BackedSentence:
    """A sentence and the places it rests on."""

    text: str
    paragraph: int
    sources: tuple[DiarySource, ...]

    @property
    def lacks(self) -> bool:
        """Whether it says something of the notes, and no line of it is known."""
        return not self.sources and self.text not in own_words()


@dataclass(frozen=True)
class Backing:
    """The sentences of an entry and its changes, with their sources; `unsaid` counts what a model
    said without any, None where that is not known."""

    sentences: tuple[BackedSentence, ...]
    changes: tuple[DiaryChange, ...]
    unsaid: int | None


def backing(notebook: Notebook, entry: DiaryEntry, proposal: Proposal | None) -> Backing:
    """What an entry rests on: `proposal` is the dream that it tells, None where that is not
    known."""
    now = QuotesNow(notebook).of
    changes = tuple(replace(one, sources=tuple(map(now, one.sources))) for one in entry.changes)
    told = {one.text: one.sources for one in proposal.told} if proposal else {}

    def sources_of(sentence: str) -> tuple[DiarySource, ...]:
        if sentence in told:
            return tuple(now(_diary_source(one)) for one in told[sentence])
        places = (place for quote in quotes(sentence) for place in _of_change(quote, changes))
        return tuple(dict.fromkeys(places))

    backed = tuple(
        BackedSentence(one, n, sources_of(one))
        for n, part in enumerate(entry.prose.split("\n\n"))
        for one in sentences(part)
    )
    return Backing(backed, changes, proposal.unsaid if proposal else None)


def _of_change(quote: str, changes: Sequence[DiaryChange]) -> tuple[DiarySource, ...]:
    """The sources of the first change that has these words."""
    key = gist(quote).key
    for one in changes if len(key) >= _SHORTEST else ():
        if any(key in gist(text).key for text in (*one.old, one.new or "")):
            return one.sources
    return ()


def _diary_source(source: Source) -> DiarySource:
    return DiarySource(source.path, source.line, source.quote)
