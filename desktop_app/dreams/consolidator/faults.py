"""Faults: why an answer can't be used, by name. Knows no texts; a prompt has words for each."""

from enum import StrEnum

from desktop_app.words import tr


class Fault(StrEnum):
    """What was wrong with an answer. The values are the names in the prompts' tables."""

    NOTHING = "nothing"
    NO_MEMORY = "no_memory"
    OUT_OF_ORDER = "out_of_order"
    NO_LINES = "no_lines"
    LANGUAGE = "language"
    WORDS = "words"
    TOOL = "tool"
    LONG = "long"
    REPEATS = "repeats"
    OVERLOOKED = "overlooked"
    NUMBERS = "numbers"


_WORDS = {
    Fault.NOTHING: tr("{model} answered with nothing."),
    Fault.NO_MEMORY: tr("{model} did not answer in the agreed form: [MEMORY] was missing."),
    Fault.OUT_OF_ORDER: tr(
        "{model} did not answer in the agreed form: [MEMORY] and [DREAM] were doubled or mixed up."
    ),
    Fault.NO_LINES: tr("{model} did not answer in the agreed form: it wrote no lines of memory."),
    Fault.LANGUAGE: tr("{model} did not answer in the language of the notes."),
    Fault.WORDS: tr("{model} did not say what the notes say."),
    Fault.TOOL: tr("{model} asked for a tool instead of answering."),
    Fault.LONG: tr("The answer of {model} did not come to an end."),
    Fault.OVERLOOKED: tr("{model} found nothing to keep where there was something."),
    Fault.NUMBERS: tr("{model} did not answer with the numbers of lines."),
    Fault.REPEATS: tr("{model} repeated itself without end and was stopped."),
}


def sentence(fault: Fault, model: str) -> str:
    """What happened, for a person."""
    return _WORDS[fault].format(model=model)
