"""The failure of a model as a problem with a name. Knows HTTP statuses and Ollama's sentences."""

import json
import re
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.models.endings import Ending, words
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.models.model import ModelAnswer

_LONGEST_DETAIL = 200
_LONGEST_READ = 2_000  # characters of what a server says that are looked at

Sayings = tuple[tuple[Ending, str], ...]

# What Ollama says, in its words; the first that is found names the ending.
_SAYINGS: Sayings = (
    (Ending.PROMPT_TOO_LONG, r"exceed\w*[^.]*\bcontext|longer than the context|context.*exceeded"),
    (
        Ending.NO_MEMORY,
        r"more system memory|out of memory|insufficient memory|alloc\w* (?:memory|buffer)"
        r"|cudaMalloc|unable to allocate",
    ),
    (Ending.CRASHED, r"unexpectedly stopped|has terminated|signal: |runner .*(?:exit|stopp)"),
    (Ending.MODEL_GONE, r"model .*not found"),
    (Ending.UNABLE, r"does not support"),
    (Ending.BUSY, r"server busy|maximum pending requests"),
    (Ending.NO_SPACE, r"no space left|disk quota|not enough space"),
)
_PULL_SAYINGS: Sayings = (
    (
        Ending.NOT_IN_LIBRARY,
        r"file does not exist|manifest unknown|model .*not found|invalid model",
    ),
    (Ending.DAMAGED, r"digest mismatch"),
    (
        Ending.LIBRARY_AWAY,
        r"dial tcp|no such host|lookup |timeout|timed out|connection (?:refused|reset)|tls"
        r"|unreachable|max retries|\bEOF\b",
    ),
)
_PULL_ENDINGS = {
    Ending.SILENT: Ending.LIBRARY_AWAY,
    Ending.STALLED: Ending.LIBRARY_AWAY,
    Ending.UNFINISHED: Ending.BROKEN_OFF,
    Ending.MODEL_GONE: Ending.NOT_IN_LIBRARY,
}
_STATUSES = {
    400: Ending.REFUSED,
    401: Ending.FORBIDDEN,
    403: Ending.FORBIDDEN,
    404: Ending.MODEL_GONE,
    503: Ending.BUSY,
}


class ModelProblem(Problem):
    """Why there is no usable answer: `ending` by name, `detail` as the server said it.

    `answer` is the part that had arrived; it may be shown, never used.
    """

    def __init__(
        self,
        ending: Ending,
        *,
        model: str = "",
        detail: str = "",
        answer: "ModelAnswer | None" = None,
    ) -> None:
        message, hint = words(ending, model)
        self.detail = _one_line(detail[:_LONGEST_READ])
        quoted = tr("Ollama said: “{detail}”").format(detail=self.detail)
        super().__init__(message, f"{hint} {quoted}" if self.detail else hint)
        self.ending = ending
        self.model = model
        self.answer = answer

    def about(self, model: str, answer: "ModelAnswer | None" = None) -> "ModelProblem":
        """The same problem, with the name of this model."""
        return ModelProblem(self.ending, model=model, detail=self.detail, answer=answer)


def of_status(status: int, reason: str) -> ModelProblem:
    """The problem behind an answer that was refused before its first line."""
    ending = _STATUSES.get(status, Ending.SERVER_FAULT if status >= 500 else Ending.OTHER_STATUS)
    if ending is Ending.OTHER_STATUS or (status == 404 and not reason):
        return ModelProblem(Ending.OTHER_STATUS)  # another program: its words would only confuse
    return ModelProblem(_meant(reason, _SAYINGS) or ending, detail=reason)


def of_error_line(reason: object) -> ModelProblem:
    """The problem behind an error that came where a piece of the answer was expected."""
    text = reason if isinstance(reason, str) else json.dumps(reason)
    return ModelProblem(_meant(text, _SAYINGS) or Ending.SERVER_FAULT, detail=text)


def of_pull(problem: ModelProblem, model: str) -> ModelProblem:
    """The same problem, read as one with Ollama's library."""
    ending = _PULL_ENDINGS.get(problem.ending, problem.ending)
    ending = _meant(problem.detail, _PULL_SAYINGS) or ending
    return ModelProblem(ending, model=model, detail=problem.detail)


def _meant(text: str, sayings: Sayings) -> Ending | None:
    start = text[:_LONGEST_READ]
    return next((end for end, pattern in sayings if re.search(pattern, start, re.IGNORECASE)), None)


def _one_line(text: str) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return cut(line, _LONGEST_DETAIL)
