"""A conversation as rows that a model may see, and the check of its summary against them.

Knows messages and text, asks nobody. A line is kept only if the speaker it names has said it in
these words: nobody looks at a summary before it is written.
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache

from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.consolidator.alignment import Alignment
from desktop_app.dreams.consolidator.answer import list_lines, strange
from desktop_app.dreams.consolidator.faults import Fault
from desktop_app.dreams.consolidator.marks import harmless, without_marks
from desktop_app.dreams.consolidator.shown import MarkedStatement
from desktop_app.dreams.proof import prove_sentence
from desktop_app.dreams.proposal import Support
from desktop_app.dreams.talk.speech import shown_sentences
from desktop_app.language.gate import held
from desktop_app.language.speakers import name_of, names
from desktop_app.language.words import script
from desktop_app.notebook.source import Source
from desktop_app.notebook.text.program_text import said
from desktop_app.notebook.text.records import Message, Role

MOST_LINES = 15
_LONGEST_ROW = 1_000
_LONGEST_LINE = 400
_SAYS_IT = 0.6  # of a line's words that a sentence must have to stand in its place
_FEWEST = 0.5  # of a summary's lines that somebody has to have said
_SAID_BY = re.compile(r"[*_]*([^:：]{1,20})[*_]*\s*[:：][*_]*\s*(.+)", re.DOTALL)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_NO_DAY = date.min  # it is not known when it was said


class ShownTalk:
    """The rows of a conversation, without what looks like a secret or gives orders."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self.language = script("\n".join(message.content for message in messages))
        self.rows: list[str] = []
        self._lines: list[MarkedStatement] = []
        for message in messages:
            if message.role != Role.SYSTEM:
                words = said(message.content, by_person=message.role == Role.USER)
                for text in _rows_of(words):
                    self._add(message.role, text)
        self._by_role = {
            role: Alignment([line for line in self._lines if line.sources[0].path == role])
            for role in {line.sources[0].path for line in self._lines}
        }
        self._everyone = Alignment(self._lines)

    def lines(self, answer: str) -> list[str] | Fault:
        """The lines of a summary, a sentence of the talk for each that was worded anew.

        A fault when the talk does not say half of them.
        """
        items = list_lines(answer)
        if isinstance(items, Fault) or not items:
            return items
        if fault := strange(items, (line.says for line in self._lines)):
            return fault
        lines = items[:MOST_LINES]
        proved = [line for item in lines if (line := self._proved_line(item))]
        # One line of three that was said makes no summary of it.
        return list(dict.fromkeys(proved)) if len(proved) >= _FEWEST * len(lines) else Fault.WORDS

    def _add(self, role: str, text: str) -> None:
        self.rows.append(f"{name_of(role, self.language)}: {harmless(text)}")
        number = len(self._lines) + 1
        source = Source(role, number, text)
        self._lines.append(MarkedStatement(f"L{number}", text, text, (), (source,), _NO_DAY))

    def _proved_line(self, item: str) -> str:
        """A line with the name of who said it, "" when nobody did."""
        text, _ = without_marks(item)
        text = " ".join(text.split())
        named = _SAID_BY.match(text)
        role = _roles().get(named[1].strip(" *_").casefold()) if named else None
        words = named[2] if named and role else text
        if not text or len(text) > _LONGEST_LINE or held(words):
            return ""
        if named and role:
            return self._said_by(role, named[2].strip())
        near = self._everyone.lines(text, most=1)
        return self._said_by(near[0].sources[0].path, text) if near else ""

    def _said_by(self, role: str, text: str) -> str:
        line = self._as_said(role, text)
        sign = ": " if self.language == "en" else "："
        return f"- {name_of(role, self.language)}{sign}{line}" if line else ""

    def _as_said(self, role: str, text: str) -> str:
        """The sentence that a text words anew, else the text if all of it was said, else nothing.

        Nobody looks at a summary, so what was said stands for what was made of it.
        """
        lines = self._by_role.get(role, Alignment(())).lines(text)
        if near := _nearest(text, lines):
            return near[0]
        return text if self._is_said(text, lines[:1]) or self._is_said(text, lines) else ""

    def _is_said(self, text: str, lines: Sequence[MarkedStatement]) -> bool:
        cited = [line.cited for line in lines]
        return bool(cited) and prove_sentence(text, cited, _NO_DAY).verdict == Support.SUPPORTED


def _nearest(text: str, lines: Sequence[MarkedStatement]) -> list[str]:
    """The sentences of some lines that a text may word anew, the nearest first."""
    claim = points(text)
    every = [one for line in lines for one in shown_sentences(line.says, line.sources[0].path)]
    usable = [one for one in every if len(one) <= _LONGEST_LINE and not held(one)]
    shares = [(len(claim.bag & points(one).bag) / max(1, len(claim.bag)), one) for one in usable]
    near = sorted(shares, key=lambda each: -each[0])
    return [one for share, one in near if share >= _SAYS_IT]


def _rows_of(content: str) -> list[str]:
    """The lines of a message that may be shown; neither alone nor with the next one suspect."""
    every = (" ".join(_CONTROLS.sub(" ", line).split()) for line in content.split("\n"))
    rows = list(filter(None, every))
    bad = {n for n, row in enumerate(rows) if held(row)}
    for n in range(len(rows) - 1):
        if not {n, n + 1} & bad and held(f"{rows[n]} {rows[n + 1]}"):
            bad |= {n, n + 1}
    return [
        row[at : at + _LONGEST_ROW]
        for n, row in enumerate(rows)
        if n not in bad
        for at in range(0, len(row), _LONGEST_ROW)
    ]


@cache
def _roles() -> dict[str, str]:
    """Every way in which a summary may name a speaker."""
    roles = {role: role for role in names()}
    for role, words in names().items():
        roles |= {word.casefold(): role for word in words.values()}
    return roles
