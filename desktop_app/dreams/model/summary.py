"""The summarizer that asks a language model. Knows messages, not days, files or Qt.

A line is kept only if the speaker it names has said it in these words: nobody looks at a summary
before it is written. When nothing is left, the caller's rules write the block.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from itertools import groupby

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.consolidator.answer import Fault, list_lines, strange
from desktop_app.dreams.consolidator.marks import harmless, without_marks
from desktop_app.dreams.consolidator.prompt import Prompt, a_fence
from desktop_app.dreams.consolidator.shown import Alignment, MarkedStatement
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.model.calls import (
    Ask,
    Asking,
    ModelQuestion,
    UnusableAnswer,
)
from desktop_app.dreams.model.measure import wished
from desktop_app.dreams.proof import prove_sentence
from desktop_app.dreams.proposal import Support
from desktop_app.dreams.talk.extract import telling
from desktop_app.dreams.talk.speech import shown_sentences
from desktop_app.dreams.talk.worth import Frequencies
from desktop_app.errors import Problem
from desktop_app.language.gate import held
from desktop_app.language.speakers import name_of, names
from desktop_app.language.tokens import script
from desktop_app.notebook.source import Source
from desktop_app.notebook.text.program_text import said
from desktop_app.notebook.text.records import Message, Role
from desktop_app.words import tr

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
        lines: list[MarkedStatement] = []
        for message in messages:
            role, person = message.role, message.role == Role.USER
            words = said(message.content, by_person=person) if role != Role.SYSTEM else ""
            for text in _rows_of(words):
                self.rows.append(f"{name_of(role, self.language)}: {harmless(text)}")
                n = len(self.rows)
                source = Source(role, n, text)
                lines.append(MarkedStatement(f"L{n}", text, text, (), (source,), _NO_DAY))
        self._says = [line.says for line in lines]
        by_role = groupby(sorted(lines, key=_role), _role)
        self._by_role = {role: Alignment(list(own)) for role, own in by_role}
        self._everyone = Alignment(lines)

    def lines(self, answer: str) -> list[str] | Fault:
        """The lines of a summary, a sentence of the talk for each that was worded anew.

        A fault when the talk does not say half of them.
        """
        items = list_lines(answer)
        if isinstance(items, Fault) or not items:
            return items
        if fault := strange(items, self._says):
            return fault
        lines = items[:MOST_LINES]
        proved = list(filter(None, map(self._proved_line, lines)))
        # One line of three that was said makes no summary of it.
        return list(dict.fromkeys(proved)) if len(proved) >= _FEWEST * len(lines) else Fault.WORDS

    def _proved_line(self, item: str) -> str:
        text = " ".join(without_marks(item)[0].split())
        named = _SAID_BY.match(text)
        role = _roles().get(named[1].strip(" *_").casefold()) if named else None
        words = named[2].strip() if named and role else text
        if not text or len(text) > _LONGEST_LINE or held(words):
            return ""
        if role is None:
            near = self._everyone.lines(text, most=1)
            role = _role(near[0]) if near else ""
        line = self._as_said(role, words)
        sign = ": " if self.language == "en" else "："
        return f"- {name_of(role, self.language)}{sign}{line}" if line else ""

    def _as_said(self, role: str, text: str) -> str:
        """The sentence that a text words anew, else the text if all of it was said, else nothing.

        Nobody looks at a summary, so what was said stands for what was made of it.
        """
        lines = self._by_role.get(role, Alignment(())).lines(text)
        if near := _nearest(text, lines):
            return near
        for some in (lines[:1], lines):
            proof = prove_sentence(text, [line.cited for line in some], _NO_DAY)
            if some and proof.verdict == Support.SUPPORTED:
                return text
        return ""


def _role(line: MarkedStatement) -> str:
    return line.sources[0].path


def _nearest(text: str, lines: Sequence[MarkedStatement]) -> str:
    """The sentence of some lines that a text words anew; "" for none."""
    claim = gist(text)
    every = [one for line in lines for one in shown_sentences(line.says, _role(line))]
    usable = [one for one in every if len(one) <= _LONGEST_LINE and not held(one)]

    def share(one: str) -> float:
        return len(claim.bag & gist(one).bag) / max(1, len(claim.bag))

    near = max(usable, key=share, default="")
    return near if near and share(near) >= _SAYS_IT else ""


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
    roles = {role: role for role in names()}
    for role, words in names().items():
        roles |= {word.casefold(): role for word in words.values()}
    return roles


_ANSWER = 1_024
_SMALLEST = 200


class ModelSummarizer:
    """Sums up with a model, which `asking` asks once. After a fault, the next call for the same
    messages says what it was.
    """

    name = EngineName.OLLAMA

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._fault: Fault | None = None

    async def summarize(self, messages: Sequence[Message]) -> str | None:
        """Lines `- Speaker: words`; None when nothing is worth keeping, as the rules see it too.

        Raises Problem.
        """
        talk = await asyncio.to_thread(ShownTalk, messages)
        if not talk.rows:
            raise Problem(tr("This conversation holds no line that a model may see."))
        prompt, fence = Prompt("summary", talk.language), a_fence()
        parts = self._parts(talk, prompt, fence)
        lines: list[str] = []
        for n, rows in enumerate(parts, start=1):
            name = tr("part {n} of {count}").format(n=n, count=len(parts))
            asked = _asked(prompt, fence, rows)
            question = ModelQuestion(asked, _ANSWER, name if len(parts) > 1 else "")
            use = lambda text, last: talk.lines(text)
            try:
                lines += await self._asking.ask(question, use, self._fault)
            except UnusableAnswer as problem:
                self._fault = problem.fault
                raise
        turns = [(message.role, message.content) for message in messages]
        if not lines and await asyncio.to_thread(lambda: bool(telling(turns, Frequencies()))):
            self._fault = Fault.OVERLOOKED
            raise UnusableAnswer(Fault.OVERLOOKED, self._asking.model.info.name)
        return "\n".join(dict.fromkeys(lines)) or None

    def _parts(self, talk: ShownTalk, prompt: Prompt, fence: str) -> list[list[str]]:
        asking, tokens = self._asking, self._asking.model.tokens
        empty = _asked(prompt, fence, [])(Fault.WORDS)
        frame = tokens.estimate(*(message.content for message in empty))
        room = asking.longest - frame.high - asking.with_thoughts(_ANSWER)
        if wish := wished(asking.model.pace, asking.total):
            lines = (wish - frame.likely) * frame.high / frame.likely
            room = min(room, max(round(lines), _SMALLEST))
        if room < _SMALLEST:
            raise Problem(
                tr("The context of {name} is too small to sum up a conversation.").format(
                    name=asking.model.info.name
                )
            )
        nothing = tokens.estimate("").high
        parts: list[list[str]] = [[]]
        size_of_part = 0
        for row in talk.rows:
            size = tokens.estimate(row + "\n").high - nothing + 1
            if parts[-1] and size_of_part + size > room:
                parts.append([])
                size_of_part = 0
            parts[-1].append(row)
            size_of_part += size
        return parts


def _asked(prompt: Prompt, fence: str, rows: Sequence[str]) -> Ask:
    values = {"fence": fence, "most": str(MOST_LINES), "talk": "\n".join(rows)}
    return lambda fault: prompt.messages("Talk", fault, **values)
