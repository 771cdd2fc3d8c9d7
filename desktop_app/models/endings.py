"""Endings: every way in which asking a model can end, each with a name and plain words.

Knows no network and no notebooks. A new way to fail gets a row here, never a bare exception.
"""

import json
import re
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.models.model import ModelAnswer


class Ending(StrEnum):
    """How asking a model ended. Only an answer that is `DONE` may be used."""

    DONE = "done"

    NOT_RUNNING = "not running"
    UNREACHABLE = "unreachable"
    OUTSIDE = "outside this computer"
    CLOUD = "cloud"
    TOO_OLD = "too old"

    BUSY = "busy"
    SILENT = "silent"
    STALLED = "stalled"
    OVERTIME = "overtime"
    BROKEN_OFF = "broken off"
    UNFINISHED = "unfinished"

    NOT_UNDERSTOOD = "not understood"
    TOO_BIG = "too big"
    OTHER_STATUS = "other status"

    EMPTY = "empty"
    ONLY_THINKING = "only thinking"
    TOOL_CALL = "tool call"
    LENGTH = "length"

    PROMPT_TOO_LONG = "prompt too long"
    PROMPT_CUT = "prompt cut"

    MODEL_GONE = "model gone"
    UNABLE = "unable"
    REFUSED = "refused"
    FORBIDDEN = "forbidden"
    NO_MEMORY = "no memory"
    CRASHED = "crashed"
    SERVER_FAULT = "server fault"

    NOT_IN_LIBRARY = "not in library"
    LIBRARY_AWAY = "library away"
    NO_SPACE = "no space"
    DAMAGED = "damaged"


_NEXT = tr("Try again, or choose another model.")
_STRANGER = tr("Another program may be using Ollama's address. Look at the address in Settings.")

_WORDS: dict[Ending, tuple[str, str]] = {
    Ending.DONE: (tr("The answer is whole."), ""),
    Ending.NOT_RUNNING: (tr("Ollama is not running."), tr("Start Ollama, then try again.")),
    Ending.UNREACHABLE: (
        tr("Ollama did not take the call."),
        tr("It may be starting or overloaded. Wait a moment, then try again."),
    ),
    Ending.OUTSIDE: (
        tr("This address is not on this computer."),
        tr("Your notes would leave this computer. Use 127.0.0.1, ::1 or localhost."),
    ),
    Ending.CLOUD: (
        tr("{model} does not run on this computer."),
        tr("Your notes would leave this computer. Choose a model that Ollama runs here."),
    ),
    Ending.TOO_OLD: (
        tr("This Ollama is too old to say what {model} can do."),
        tr("Update Ollama, then try again."),
    ),
    Ending.BUSY: (
        tr("Ollama is busy with other work."),
        tr("Wait until it is free, then try again."),
    ),
    Ending.SILENT: (
        tr("{model} did not begin to answer."),
        tr("It may be too large for this computer. Try again, or choose a smaller model."),
    ),
    Ending.STALLED: (tr("{model} stopped in the middle of its answer."), _NEXT),
    Ending.OVERTIME: (
        tr("{model} took longer than allowed."),
        tr("Allow more time, read fewer days, or choose a smaller model."),
    ),
    Ending.BROKEN_OFF: (
        tr("The connection to Ollama broke off."),
        tr("Look whether Ollama still runs, then try again."),
    ),
    Ending.UNFINISHED: (
        tr("The answer ended before it was finished."),
        tr("The model may have repeated itself or been stopped.") + " " + _NEXT,
    ),
    Ending.NOT_UNDERSTOOD: (tr("The answer does not look like one from Ollama."), _STRANGER),
    Ending.TOO_BIG: (tr("The answer was far too long and was stopped."), _NEXT),
    Ending.OTHER_STATUS: (tr("Ollama's address answered in an unknown way."), _STRANGER),
    Ending.EMPTY: (tr("{model} answered with nothing."), _NEXT),
    Ending.ONLY_THINKING: (
        tr("{model} only thought and did not answer."),
        tr("Try again, or choose a model that does not think."),
    ),
    Ending.TOOL_CALL: (tr("{model} asked for a tool instead of answering."), _NEXT),
    Ending.LENGTH: (
        tr("The answer of {model} was cut at its longest."),
        tr("Read fewer days at once, or choose another model."),
    ),
    Ending.PROMPT_TOO_LONG: (
        tr("This is more than {model} can read at once."),
        tr("Read fewer days at once, or choose a model with a longer context."),
    ),
    Ending.PROMPT_CUT: (
        tr("{model} read only a part of what it was given."),
        tr("Its answer was not used. Read fewer days at once, or choose another model."),
    ),
    Ending.MODEL_GONE: (
        tr("{model} is not installed any more."),
        tr("Install it again, or choose another model."),
    ),
    Ending.UNABLE: (tr("{model} cannot do this kind of work."), tr("Choose another model.")),
    Ending.REFUSED: (tr("Ollama refused the request."), _NEXT),
    Ending.FORBIDDEN: (
        tr("Ollama does not allow this program to ask."),
        tr("Look at the allowed hosts and origins in Ollama's own settings."),
    ),
    Ending.NO_MEMORY: (
        tr("There is not enough memory to run {model}."),
        tr("Close some programs, or choose a smaller model."),
    ),
    Ending.CRASHED: (
        tr("{model} stopped running inside Ollama."),
        tr("It may need more memory than there is. Try again, or choose a smaller model."),
    ),
    Ending.SERVER_FAULT: (tr("Ollama reports a fault of its own."), _NEXT),
    Ending.NOT_IN_LIBRARY: (
        tr("Ollama's library has no model named {model}."),
        tr("Look at the spelling of its name."),
    ),
    Ending.LIBRARY_AWAY: (
        tr("Ollama could not reach its library."),
        tr("Look at the connection to the internet, then try again."),
    ),
    Ending.NO_SPACE: (
        tr("There is no space left for {model}."),
        tr("Free some space, then try again."),
    ),
    Ending.DAMAGED: (tr("{model} arrived damaged."), tr("Install it again.")),
}


def words(ending: Ending, model: str) -> tuple[str, str]:
    """Two sentences with the model's name: what happened, and what a person can do about it."""
    message, hint = _WORDS[ending]
    return message.format(model=model or tr("The model")), hint


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
