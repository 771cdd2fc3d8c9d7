"""The title and prose of `[DREAM]`: made fit for a diary, and proved sentence by sentence.

Prose is no source for anything; still it must hide, command and leak nothing, and only what some
statements say of it is kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import dropwhile

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.consolidator.answer import says_nothing, title_label
from desktop_app.dreams.consolidator.marks import without_marks
from desktop_app.dreams.consolidator.shown import Alignment, MarkedStatement
from desktop_app.dreams.proof import prove_sentence
from desktop_app.dreams.proposal import Support, ToldSentence
from desktop_app.language.cues import CueKind
from desktop_app.language.gate import held
from desktop_app.language.reading import read
from desktop_app.language.sentences import sentences
from desktop_app.language.tokens import is_cjk, normal, script
from desktop_app.notebook.source import Source
from desktop_app.notebook.text.marks import bare

LONGEST_PROSE, _LONGEST_TITLE = 2_400, 80
_MOST_LINES = 6  # of the notes that one sentence may rest on
_LONGEST_NAME = 4  # in Chinese characters
_SURE = {CueKind.NOT, CueKind.OPEN, CueKind.TODO, CueKind.END}  # tell whether it is so
_AND = re.compile(r"\s*(?:,|&|\band\b|[，、和與与])\s*")
_STRUCTURE = re.compile(r"\s*(?:#{1,6}\s|`{3,}|~{3,}|[|]|(?:[-*_]\s*){3,}$)")
_LEADING = re.compile(r"^[\s#>*_\"“”‘’「『《-]+|[\s*_\"“”’」』》]+$")
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’」』)）]*(?=\s|$)|[。！？]")


def voice(lines: Iterable[str], own_lines: frozenset[str]) -> tuple[str, str]:
    """A title, "" when there is none, and paragraphs, "" when nothing usable was said."""
    plain = [without_marks(line)[0] if line.strip() else "" for line in lines]
    plain = [*dropwhile(lambda line: not line, plain)]
    first = plain[0] if plain else ""
    title = " ".join(title_label(_LEADING.sub("", first)).split())
    title = _LEADING.sub("", title)
    title = title.rstrip(".。") if len(title) <= _LONGEST_TITLE else ""
    if title in own_lines or held(title) or says_nothing(title):
        title = ""
    paragraphs: list[list[str]] = [[]]
    for line in plain[1:] if title or first.lstrip().startswith("#") else plain:
        if not line:
            paragraphs.append([])
        elif not _STRUCTURE.match(line) and line not in own_lines:
            paragraphs[-1].append(bare(line))
    texts = [" ".join(paragraph) for paragraph in paragraphs if paragraph]
    text = "\n\n".join(text for text in texts if not held(text) and not says_nothing(text))
    if len(text) <= LONGEST_PROSE:
        return title, text
    ends = [end.end() for end in _SENTENCE_END.finditer(text, 0, LONGEST_PROSE)]
    return title, text[: ends[-1]] if ends else f"{text[:LONGEST_PROSE].rstrip()}…"


class DiaryProse:
    """Says which statements a sentence rests on. Only whole support counts: nobody is asked about a
    sentence as about a change.
    """

    def __init__(
        self, notes: Sequence[MarkedStatement], memory: Sequence[MarkedStatement], today: date
    ) -> None:
        self._notes, self._memory = Alignment(notes), Alignment(memory)
        self._says = [normal(one.says) for one in (*notes, *memory)]
        self._done = [gist(one.says) for one in (*notes, *memory) if not one.to_do]
        self._today = today

    def told(self, prose: str) -> tuple[ToldSentence, ...]:
        """The sentences of a text that the statements say."""
        return tuple(
            ToldSentence(sentence, sources, n)
            for n, paragraph in enumerate(prose.split("\n\n"))
            for sentence in sentences(paragraph)
            if (sources := self.sources(sentence))
        )

    def sources(self, text: str) -> tuple[Source, ...]:
        """The lines that say a text; () for none."""
        for cited in self._evidence(text):
            proof = prove_sentence(text, [one.cited for one in cited], self._today)
            if cited and proof.verdict == Support.SUPPORTED:
                return tuple(source for one in cited for source in one.sources)
        return ()

    def title(self, titles: Iterable[str], told: Sequence[ToldSentence]) -> str:
        """The first one that the statements say, or all things of which it lists, in the language
        of what is told; "" for none."""
        around = " ".join([one.text for one in told] or self._says)
        chinese = script(around) != "en"
        fit = (one for one in titles if one and (script(one) != "en") == chinese)
        for title in fit:
            if self.sources(title) or all(map(self._is_spoken_of, _AND.split(title))):
                return title
        return ""

    def _is_spoken_of(self, part: str) -> bool:
        name, words = normal(part).strip(), gist(part)
        # Too short to claim anything: one word, or a few Chinese characters.
        is_name = 1 < len(name) <= _LONGEST_NAME if is_cjk(name[:1]) else name.isalpha()
        if is_name and any(name in text for text in self._says):
            return True
        told = any(
            words.marks <= one.marks
            and (len(words.marks) == 1 or not (words.cues ^ one.cues) & _SURE)
            for one in self._done
        )
        return bool(words.marks and (told or self.sources(part)))

    def _evidence(self, text: str) -> Iterator[tuple[MarkedStatement, ...]]:
        near, known = self._notes.lines(text, _MOST_LINES), self._memory.lines(text, 2)
        yield near[:1]
        yield known[:1]
        yield near
        yield (*near, *known)
        clauses = (text[slice(*span)] for span in read(text).clauses)
        yield tuple(dict.fromkeys(one for each in clauses for one in self._notes.lines(each, 2)))
