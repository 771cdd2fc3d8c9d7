"""Honest: the sentences that Settings and manual say of the built-in engine, with their figures.

`resources/honest.toml` and `resources/help/engine.md` hold what this prints; a test compares them.
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
    counts = changes.counted(changes.cases("blind2"))
    told: Counter[str] = Counter()
    for kind in changes.CHANGES:
        told += counts[kind]
    alike = counts["lookalike"]
    followed = alike["wrong"] + alike["made"]
    logs = engine.offers()
    secrets, orders = engine.unseen("secret"), engine.unseen("order")
    return [
        "Without a model, a dream only chooses and copies lines that you or your agents wrote; it "
        "never rewrites and never concludes.",
        "It makes a change by itself only where the notes exchange one value for another, and asks "
        f"about the rest: of {told.total()} freely worded changes that it had not seen it made "
        f"{told['made']} and asked about {told['asked']}; {told['beside']} it took for something "
        f"new, and {_count(told['wrong'])} it got wrong.",
        f"It asks too often rather than too seldom: of {alike.total()} lines that only looked like "
        f"a change it asked about {alike['asked']} and followed {_count(followed)}.",
        "It knows little of what will matter to you until it has seen what you keep: of the half "
        f"of each of 20 agents' logs that it offered first {logs.good} of {logs.first} lines were "
        f"worth keeping, of all their lines {logs.keep} of {logs.lines}.",
        f"It hides secrets that it recognises ({secrets.held} of {secrets.lines} in our tests) "
        f"and does not follow orders in notes ({orders.held} of {orders.lines} held back), but it "
        "cannot recognise every such line, so look at what is new before you apply it.",
        "It understands English and Chinese; lines in other languages are offered by what does not "
        "depend on the language, and never ticked beforehand.",
    ]


def _count(number: int) -> str:
    return "none" if not number else str(number)
