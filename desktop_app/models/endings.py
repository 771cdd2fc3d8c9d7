"""Endings: every way in which asking a model can end, each with a name and plain words.

Knows no network and no notebooks. A new way to fail gets a row here, never a bare exception.
"""

from enum import StrEnum


class Ending(StrEnum):
    """How it ended. Only `DONE` is an answer that may be used."""

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
    BROKEN_TEXT = "broken text"
    TOO_BIG = "too big"
    OTHER_STATUS = "other status"

    EMPTY = "empty"
    ONLY_THINKING = "only thinking"
    TOOL_CALL = "tool call"
    LENGTH = "length"
    ONLY_LOADED = "only loaded"
    OTHER_REASON = "other reason"

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


_NEXT = "Try again, or choose another model."
_STRANGER = "Another program may be using Ollama's address. Look at the address in Settings."

_WORDS: dict[Ending, tuple[str, str]] = {
    Ending.DONE: ("The answer is whole.", ""),
    Ending.NOT_RUNNING: ("Ollama is not running.", "Start Ollama, then try again."),
    Ending.UNREACHABLE: (
        "Ollama did not take the call.",
        "It may be starting or overloaded. Wait a moment, then try again.",
    ),
    Ending.OUTSIDE: (
        "This address is not on this computer.",
        "Notes would leave it. Use 127.0.0.1, ::1 or localhost.",
    ),
    Ending.CLOUD: (
        "{model} does not run on this computer.",
        "Notes would leave it. Choose a model that Ollama runs here.",
    ),
    Ending.TOO_OLD: (
        "This Ollama is too old to say what {model} can do.",
        "Update Ollama, then try again.",
    ),
    Ending.BUSY: ("Ollama is busy with other work.", "Wait until it is free, then try again."),
    Ending.SILENT: (
        "{model} did not begin to answer.",
        "It may be too large for this computer. Try again, or choose a smaller model.",
    ),
    Ending.STALLED: ("{model} stopped in the middle of its answer.", _NEXT),
    Ending.OVERTIME: (
        "{model} took longer than allowed.",
        "Allow more time, read fewer days, or choose a smaller model.",
    ),
    Ending.BROKEN_OFF: (
        "The connection to Ollama broke off.",
        "Look whether Ollama still runs, then try again.",
    ),
    Ending.UNFINISHED: (
        "The answer ended before it was finished.",
        "The model may have repeated itself or been stopped. " + _NEXT,
    ),
    Ending.NOT_UNDERSTOOD: ("What came back is not what Ollama sends.", _STRANGER),
    Ending.BROKEN_TEXT: ("The answer holds broken text.", _NEXT),
    Ending.TOO_BIG: ("The answer grew beyond all measure.", _NEXT),
    Ending.OTHER_STATUS: ("Ollama's address answered in an unknown way.", _STRANGER),
    Ending.EMPTY: ("{model} answered with nothing.", _NEXT),
    Ending.ONLY_THINKING: (
        "{model} only thought and did not answer.",
        "Try again, or choose a model that does not think.",
    ),
    Ending.TOOL_CALL: (
        "{model} asked for a tool instead of answering.",
        _NEXT,
    ),
    Ending.LENGTH: (
        "The answer of {model} was cut at its longest.",
        "Read fewer days at once, or choose another model.",
    ),
    Ending.ONLY_LOADED: ("Ollama loaded or unloaded {model} and did not answer.", "Try again."),
    Ending.OTHER_REASON: ("{model} ended its answer for an unknown reason.", _NEXT),
    Ending.PROMPT_TOO_LONG: (
        "This is more than {model} can read at once.",
        "Read fewer days at once, or choose a model with a longer context.",
    ),
    Ending.PROMPT_CUT: (
        "{model} read only a part of what it was given.",
        "Its answer was not used. Read fewer days at once, or choose another model.",
    ),
    Ending.MODEL_GONE: (
        "{model} is not installed any more.",
        "Install it again, or choose another model.",
    ),
    Ending.UNABLE: ("{model} cannot do this kind of work.", "Choose another model."),
    Ending.REFUSED: ("Ollama refused the request.", _NEXT),
    Ending.FORBIDDEN: (
        "Ollama does not allow this program to ask.",
        "Look at the allowed hosts and origins in Ollama's own settings.",
    ),
    Ending.NO_MEMORY: (
        "There is not enough memory to run {model}.",
        "Close some programs, or choose a smaller model.",
    ),
    Ending.CRASHED: (
        "{model} stopped running inside Ollama.",
        "It may need more memory than there is. Try again, or choose a smaller model.",
    ),
    Ending.SERVER_FAULT: ("Ollama reports a fault of its own.", _NEXT),
    Ending.NOT_IN_LIBRARY: (
        "Ollama's library has no model named {model}.",
        "Look at the spelling of its name.",
    ),
    Ending.LIBRARY_AWAY: (
        "Ollama could not reach its library.",
        "Look at the connection to the internet, then try again.",
    ),
    Ending.NO_SPACE: ("There is no space left for {model}.", "Free some space, then try again."),
    Ending.DAMAGED: ("{model} arrived damaged.", "Install it again."),
}


def words(ending: Ending, model: str) -> tuple[str, str]:
    """What happened and what a person can do about it, naming the model."""
    message, hint = _WORDS[ending]
    return message.format(model=model or "The model"), hint
