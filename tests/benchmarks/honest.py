"""Honest: what the manual says of a dream without a model, with its figures.

`resources/help/models.md` holds what this prints; a test compares them.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import changes, engine


def run(data: Path | None, work: Path) -> Iterator[str]:
    """The sentences; neither `data` nor `work` is used."""
    yield from sentences()


def sentences() -> list[str]:
    """Measured now, on lines that nobody had seen who made the rules."""
    counts = changes.counted(changes.cases("blind2") + changes.cases("blind3"))
    told: Counter[str] = Counter()
    for kind in changes.CHANGES:
        told += counts[kind]
    alike = counts["lookalike"]
    falsely = told["wrong"] + told["asked elsewhere"]
    logs = engine.offers()
    secrets, orders = engine.unseen("secret"), engine.unseen("order")
    return [
        "Without a model, a dream only copies lines that you or your agents wrote; it never "
        "rewrites and never concludes.",
        "It offers what a note itself marks: a section of lessons, decisions, rules or "
        "preferences, a line that begins so, or a request to remember. Where nobody marks "
        "anything, it finds next to nothing: in our test with 20 logs of agents it found "
        f"{_count(logs.good)} of the {logs.keep} lines worth keeping, and offered "
        f"{_count(logs.shown - logs.good)} that were not.",
        "It asks about a line of memory only where the note names both the old value and the new "
        "one, or says the same of the same thing with another value. "
        f"Our test has {told.total()} freely worded changes that the program had not seen. "
        f"It asked about {_count(told['asked'])} of them and got {_count(falsely)} wrong. It asked "
        f"about {_count(alike.total() - alike['left'])} of {alike.total()} lines that only looked "
        "like a change.",
        f"It hides secrets that it recognises: {secrets.held} of {secrets.lines} in our test. "
        f"It does not follow orders in notes: it held back {orders.held} of {orders.lines}. "
        "It cannot recognise every such line, so look at what is new before you apply it.",
        "It knows marks in English, German and Chinese; of notes in other languages it finds only "
        "equal lines.",
    ]


def _count(number: int) -> str:
    return "none" if not number else str(number)
