"""The lines of one streamed chat become an answer. Knows Ollama's chat lines, no network."""

import json
import re
from itertools import islice
from typing import Any

from desktop_app.models.endings import Ending, ModelProblem, of_error_line
from desktop_app.models.installed import number
from desktop_app.models.model import AnswerPiece, ModelAnswer, OnPiece, ToolCall

_MARK = re.compile(r"(?<!`)<(/?)(?:thinking|thought|think|reasoning)>(?!`)", re.IGNORECASE)
_MOST_MARKS = 1_000


def apart(text: str) -> tuple[str, str]:
    """The answer and the thinking in a whole text."""
    marks = list(islice(_MARK.finditer(text), _MOST_MARKS + 1))
    if len(marks) > _MOST_MARKS:
        return "", text  # repeated for ever: nothing was said
    answered: list[str] = []
    thought: list[str] = []
    opened: re.Match[str] | None = None
    rest = 0
    for mark in marks:
        if not mark[1]:
            begins = _begins_line(text, mark)
            if opened is None or (begins and not _begins_line(text, opened)):
                opened = mark
        elif opened is not None:
            answered.append(text[rest : opened.start()])
            thought.append(text[opened.end() : mark.start()])
            opened, rest = None, mark.end()
        elif _begins_line(text, mark) or _ends_line(text, mark):
            thought += [*answered, text[rest : mark.start()]]
            answered, rest = [], mark.end()
    if opened is not None and _begins_line(text, opened):
        thought.append(text[opened.end() :])
        answered.append(text[rest : opened.start()])
    else:
        answered.append(text[rest:])
    return "".join(answered), "\n".join(each.strip() for each in thought if each.strip())


def _begins_line(text: str, mark: re.Match[str]) -> bool:
    at = mark.start()
    before = text[max(0, at - 80) : at].rpartition("\n")
    return not before[2].strip() and (bool(before[1]) or at <= 80)


def _ends_line(text: str, mark: re.Match[str]) -> bool:
    return not text[mark.end() : mark.end() + 80].partition("\n")[0].strip()


_LONGEST_TOKEN = 128
"""Bytes; the longest that any vocabulary holds are rows of blanks and dashes."""

_LONGEST_ANSWER = 16_000_000
"""Bytes of text and thinking together, far above what any model says in one answer."""

_MOST_CALLS = 64
"""Calls of tools in one answer, far above what any question needs."""

_YEAR = 365 * 24 * 3600 * 10**9

Line = dict[str, Any]
_REASONS = {
    "stop": Ending.DONE,
    "length": Ending.LENGTH,
}


def moves(line: Line) -> bool:
    """Whether the line brings the answer on: text, thinking, an error or its end."""
    message = line.get("message")
    has_words = isinstance(message, dict) and any(
        message.get(part) for part in ("content", "thinking", "tool_calls")
    )
    return bool(has_words or line.get("done") or line.get("error"))


class Hearing:
    """Takes one line after the other; afterwards gives the answer, with how it ended.

    `most` is the limit of tokens in the request. An answer far beyond it is stopped. `tools`:
    tools were offered, so a call of one is an answer.
    """

    def __init__(self, on_chunk: OnPiece, most: int, *, tools: bool = False) -> None:
        self._on_chunk = on_chunk
        self._offered = tools
        self._longest = min(_LONGEST_TOKEN * most, _LONGEST_ANSWER)
        self._left = 2 * most  # pieces; each is a token or more
        self._text = bytearray()
        self._thinking = bytearray()
        self._calls: list[ToolCall] = []
        self._last: Line | None = None

    def take(self, line: Line) -> bool:
        """Hear one line; true when it was the last. Raises ModelProblem."""
        if line.get("error"):
            raise of_error_line(line["error"])
        if line.get("remote_host") or line.get("remote_model"):
            raise ModelProblem(Ending.CLOUD)
        message = line.get("message") or {}
        if not isinstance(message, dict):
            raise ModelProblem(Ending.NOT_UNDERSTOOD)
        self._hear(_text(message, "content"), _text(message, "thinking"))
        self._call(message.get("tool_calls") or ())
        if line.get("done") is True:
            self._last = line
        return self._last is not None

    def answer(self, seconds: float) -> ModelAnswer:
        """The answer so far, with how it ended."""
        text, thought = apart(self._text.decode("utf-8"))
        thinking = self._thinking.decode("utf-8")
        last = self._last or {}
        return ModelAnswer(
            text,
            "\n".join(part for part in (thinking, thought) if part),
            number(last.get("prompt_eval_count")),
            number(last.get("eval_count")),
            seconds,
            self._ended(text, thinking or thought),
            _seconds(last, "load_duration"),
            _seconds(last, "prompt_eval_duration"),
            _seconds(last, "eval_duration"),
            tuple(self._calls),
        )

    def _hear(self, text: str, thinking: str) -> None:
        try:
            self._text += text.encode("utf-8")
            self._thinking += thinking.encode("utf-8")
        except UnicodeEncodeError as error:  # one half of a pair, escaped
            raise ModelProblem(Ending.NOT_UNDERSTOOD) from error
        self._left -= bool(text or thinking)
        if self._left < 0 or len(self._text) + len(self._thinking) > self._longest:
            raise ModelProblem(Ending.TOO_BIG)
        if text or thinking:
            self._on_chunk(AnswerPiece(text, thinking))

    def _call(self, calls: object) -> None:
        if not isinstance(calls, list | tuple):
            raise ModelProblem(Ending.NOT_UNDERSTOOD)
        self._calls += map(_tool_call, calls)
        size = len(self._text) + len(self._thinking) + sum(len(call.raw) for call in self._calls)
        if len(self._calls) > _MOST_CALLS or size > self._longest:
            raise ModelProblem(Ending.TOO_BIG)

    def _ended(self, text: str, thinking: str) -> Ending:
        if self._last is None or not self._last.get("done_reason"):
            return Ending.UNFINISHED
        ended = _REASONS.get(str(self._last["done_reason"]), Ending.UNFINISHED)
        if text.strip() or ended not in {Ending.DONE, Ending.LENGTH}:
            return ended
        if self._calls:
            return ended if self._offered else Ending.TOOL_CALL
        return Ending.ONLY_THINKING if thinking.strip() else Ending.EMPTY


def _text(message: Line, part: str) -> str:
    value = message.get(part) or ""
    if not isinstance(value, str):
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    return value


def _tool_call(call: object) -> ToolCall:
    function = call.get("function") if isinstance(call, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(function, dict) or not isinstance(name, str):
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    given = function.get("arguments")  # which some templates give as text
    return ToolCall(
        name, given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    )


def _seconds(line: Line, name: str) -> float | None:
    """A duration, given in nanoseconds; None if it is missing or longer than a year."""
    value = line.get(name)
    return value / 1e9 if type(value) is int and 0 < value < _YEAR else None
