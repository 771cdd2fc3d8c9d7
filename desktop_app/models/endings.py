"""Endings: every way in which asking a model can end, each with a name and plain words.

Knows no network and no notebooks. A new way to fail gets a row here, never a bare exception.
"""

from enum import StrEnum

from desktop_app.words import tr


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
    Ending.BROKEN_TEXT: (tr("The answer holds broken text."), _NEXT),
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
    Ending.ONLY_LOADED: (
        tr("Ollama loaded or unloaded {model} and did not answer."),
        tr("Try again."),
    ),
    Ending.OTHER_REASON: (tr("{model} ended its answer for an unknown reason."), _NEXT),
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
