"""Proposals with every kind of change, doubt and leftover over the sample notebook. No widget."""

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.dreams.proposal import AsideLine, Change, Doubt, Proposal
from desktop_app.notebook.source import Source, line_sha

if TYPE_CHECKING:
    from desktop_app.memory import Memory

TODAY = date.today()


def day(back: int) -> str:
    """The path of a day of the sample, which ends today."""
    return f"memory/{(TODAY - timedelta(days=back)).isoformat()}.md"


def said(path: str, line: int, quote: str) -> Source:
    """A line of a day that says just this; see `write_days`."""
    return Source(path, line, quote, line_sha(f"- {quote}"))


REPORT = "The harbour survey report is due on 27 November; Jonas signs it off."
CHARTS = "Prefers printed charts on field days; the tablet screen is useless in the sun."
BOILER = "The boiler service contract renews in March; the reference is in the blue folder."
SURVEY = "Use `survey-2026/` for all raw soundings, never the shared drive."
GAUGE = "The tide gauge at berth 4 reads 12 cm too high; correct before plotting."
MOVED = "The harbour survey report moves from 27 November to 4 December."

CHANGES = (
    Change(
        1, "updated", "Work", 14, (REPORT,), REPORT.replace("27 November", "4 December"),
        (said(day(1), 6, MOVED), Source("MEMORY.md", 14, REPORT, "x")),
        "supported", True, "the notes say it moved",
    ),
    Change(
        2, "added", "Preferences", 0, (), CHARTS,
        (said(day(2), 6, CHARTS), said(day(0), 5, CHARTS)),
        "supported", True, "marked as a preference, said on 2 days",
    ),
    Change(
        3, "merged", "Work", 15, (SURVEY, GAUGE), "Use `survey-2026/` for all raw soundings.",
        (Source("MEMORY.md", 15, SURVEY, "x"), Source("MEMORY.md", 17, GAUGE, "x")),
        "partly", False, "both are about soundings",
    ),
    Change(
        4, "added", "Home", 0, (), "Wants to buy a motorboat next spring.",
        (Source(day(1), 5, "a motorboat", ""),),
        "unsupported", False, "no line in the notes says this",
    ),
    Change(
        5, "question", "Home", 21, (BOILER,), "The boiler service contract renews in April.",
        (said(day(0), 6, "The boiler service contract renews in April."),),
        "supported", False, "memory says something else",
    ),
    Change(
        6, "removed", "Work", 16, ("The team decided to keep SQLite for the field tablets.",),
        None, (said(day(2), 6, "SQLite is gone."),),
        "supported", True, "the notes say it no longer holds",
    ),
)  # fmt: skip

GYM = "Goes to the pool every Friday at 7:30."
POOL = "Swims every Thursday at 7:30 in the harbour pool."
DOUBTED = Change(
    7, "added", "Preferences", 0, (), GYM,
    (said(day(2), 6, POOL),),
    "partly", False, "said on 2 days",
    doubts=(
        Doubt(
            "date", ("Friday",), (23, 29),
            "“Friday” is not in the cited lines; they say “Thursday”.",
            said(day(2), 6, POOL),
        ),
        Doubt("words", ("pool",), (12, 16), "“pool” stands in no line about this.", None),
    ),
)  # fmt: skip
NEGATED = Change(
    8, "updated", "Work", 16, ("The team decided to keep SQLite for the field tablets.",),
    "The team decided not to keep SQLite for the field tablets.",
    (said(day(3), 6, "Talked about SQLite on the field tablets."),),
    "unsupported", False, "no line in the notes says this",
    doubts=(
        Doubt(
            "negation", ("not",), (17, 20), "“not” is not in the cited lines.",
            said(day(3), 6, "Talked about SQLite on the field tablets."),
        ),
    ),
)  # fmt: skip
BINS = "Bins: paper on odd weeks, glass on the first Monday."
RETIRED = Change(
    9, "retired", "Home", 22, (BINS,), None,
    (said(day(0), 6, "The house does the bins now."),),
    "supported", False, "the notes say that it has ended",
)  # fmt: skip
TWICE = Change(
    10, "removed", "Preferences", 28, ("Writes dates as day month year, measures in metric.",),
    None,
    (Source("MEMORY.md", 28, "Writes dates as day month year, measures in metric.", "x"),),
    "supported", True, "the same line stands here twice",
)  # fmt: skip
CHINESE = Change(
    11, "question", "People", 11,
    ("林怡君帶翻譯小組，聚會在每月第一個星期五，地點是河邊書店。",),
    "翻譯小組的聚會在每月第一個星期五，地點是海邊的咖啡館。",
    (
        said(day(1), 17, "翻譯小組的聚會在每月第一個星期五，地點是海邊的咖啡館。"),
        Source("MEMORY.md", 11, "林怡君帶翻譯小組，聚會在每月第一個星期五，地點是河邊書店。", "x"),
    ),
    "supported", False, "memory says something else, and the notes do not say that it changed",
)  # fmt: skip
ONE = Change(
    12, "merged", "Work", 15, (SURVEY, GAUGE),
    "Use `survey-2026/` for all raw soundings, never the shared drive; at berth 4 they are "
    "12 cm too high.",
    (Source("MEMORY.md", 15, SURVEY, "x"), Source("MEMORY.md", 17, GAUGE, "x")),
    "supported", True, "the new line says all that both of them say",
)  # fmt: skip
LONG = Change(
    13, "added", "Work", 0, (),
    " ".join(f"Berth {n} was sounded twice, the second time in calm water." for n in range(40))
    + " https://harbour.example/soundings/" + "a" * 240,
    (said(day(1), 7, "https://harbour.example/soundings/" + "a" * 240),),
    "supported", True, "marked as a fact",
)  # fmt: skip
RULE = Change(
    14, "generalised", "Work", 0, (), "Soundings are taken at slack water.",
    (
        said(day(1), 7, "Waited for slack water before berth 4."),
        said(day(3), 5, "At slack water the lead line hangs straight."),
    ),
    "supported", True, "said in the notes on 2 days",
)  # fmt: skip
SHORTER = Change(
    15, "shortened", "People", 7,
    ("Mara is my sister; she moved to Porto in September and prefers voice notes.",),
    "Mara is my sister and lives in Porto.",
    (Source("MEMORY.md", 7, "Mara is my sister; she moved to Porto in September", "x"),),
    "supported", False, "the same in fewer words",
)  # fmt: skip
SPLIT = Change(
    16, "split", "People", 9,
    ("Dr. Okafor is the physio; appointments are every second Tuesday at 16:40.",),
    "Dr. Okafor is the physio.\nPhysio is every second Tuesday at 16:40.",
    (Source("MEMORY.md", 9, "Dr. Okafor is the physio", "x"),),
    "supported", True, "one fact a line",
)  # fmt: skip
PLACED = Change(
    17, "moved", "Work", 29, ("寫給怡君的信一律用繁體中文。",), None,
    (Source("MEMORY.md", 29, "寫給怡君的信一律用繁體中文。", "x"),),
    "supported", True, "it belongs under “Work”",
)  # fmt: skip
TITLE = Change(
    18, "retitled", "Home", 19, ("Home",), "Flat",
    (Source("MEMORY.md", 21, BOILER, "x"),),
    "supported", True, "the title says what stands below it",
)  # fmt: skip
PASSWORD = Change(
    19, "added", "Home", 0, (), "The password of the yard's gate is heron-4711-Quay.",
    (said(day(2), 9, "The password of the yard's gate is heron-4711-Quay."),),
    "supported", False, "said in the notes",
)  # fmt: skip
BOAT = "Boat / Lessons (2026-11-20)"
CARD = tuple(
    Change(
        20 + n, "added", "Lessons", 0, (), line, (said(day(1), 9 + n, line),),
        "supported", False, "under “Lessons”", card=BOAT,
    )
    for n, line in enumerate((
        "Grease the winches before the first frost, not after it.",
        "Never leave the bilge pump on automatic when the boat is ashore.",
        "Two fenders a side are too few for the north berth in an easterly.",
    ))
)  # fmt: skip
ASKED = Change(
    23, "added", "To remember", 0, (), "I am allergic to peanuts, please remember.",
    (said(day(0), 5, "I am allergic to peanuts, please remember."),),
    "supported", True, "you asked to remember it", card="2026-11-21",
)  # fmt: skip
CARDS = (ASKED, *CARD)
MIND = (RULE, SHORTER, SPLIT, PLACED, TITLE, PASSWORD)
EVERY = (*CHANGES, DOUBTED, NEGATED, RETIRED, TWICE, CHINESE, ONE, LONG, *MIND, *CARDS)


BERTHS = ("north", "middle", "south", "fuel", "guest", "ferry", "dry", "old")
WORKS = (
    "The {berth} berth is sounded on the first Monday of each month.",
    "Lena keeps the key of the {berth} berth in the blue box.",
    "At the {berth} berth the echo sounder reads 12 cm too high.",
    "The {berth} berth closes at 21:30 from November to March.",
    "Decided to paint the bollards of the {berth} berth in May; Jonas orders the paint.",
    "Boats longer than 14 m go to the {berth} berth only with a pilot.",
)
REASONS = (
    "said on 3 days, under a heading your memory has",
    "marked as a decision, under a heading your memory has",
    "said on 2 days, and names somebody your memory knows",
)


def berth_line(number: int) -> str:
    """One of very many lines about the harbour, no two of them alike."""
    return WORKS[number // len(BERTHS) % len(WORKS)].format(berth=BERTHS[number % len(BERTHS)])


def large(count: int = 51) -> tuple[Change, ...]:
    """A large dream: so many changes of every kind."""
    return tuple(map(_large, range(count)))


def _large(n: int) -> Change:
    line, back = berth_line(n), n % 4
    change = Change(
        n + 1, "added", "Work", 0, (), line, (said(day(back), 5 + n % 12, line),),
        "supported", False, REASONS[n % 3],
    )  # fmt: skip
    old = line.replace("21:30", "20:00").replace("Monday", "Tuesday").replace("Lena", "Mara")
    bullet = (old.replace("12 cm", "8 cm").replace("May", "April").replace("14 m", "12 m"),)
    place = Source("MEMORY.md", 14 + n, bullet[0], "x")
    if n % 8 == 3:
        sources = (change.sources[0], place)
        return dataclasses.replace(
            change, kind="question", line=14 + n, old=bullet, sources=sources,
            reason="memory says something else, and the notes do not say that it changed",
        )  # fmt: skip
    if n % 10 == 4:
        return dataclasses.replace(
            change, kind="updated", line=14 + n, old=bullet, new=line,
            reason="the note names the old value and a new one",
        )  # fmt: skip
    if n % 20 == 6:
        return dataclasses.replace(
            change, kind="removed", line=14 + n, old=bullet, new=None,
            reason="the notes say it has ended, and name nothing in its place",
        )  # fmt: skip
    if n % 20 == 18:
        return dataclasses.replace(
            change, kind="moved", line=14 + n, old=bullet, new=None, sources=(place,),
            to="memory/harbour.md", reason="never found or used since March, and memory is full",
        )  # fmt: skip
    if n % 25 == 9:
        doubt = Doubt("number", ("14 m",), (0, 0), "“14 m” is not in the cited lines.", None)
        return dataclasses.replace(
            change, verdict="partly", doubts=(doubt,), reason="“14 m” is not in the cited lines."
        )
    return dataclasses.replace(change, accepted=n < 20 and n % 3 == 0)


def write_bullets(root: Path, changes: Sequence[Change]) -> None:
    """Puts the lines that these changes are about at the end of MEMORY.md."""
    path = root / "MEMORY.md"
    known = path.read_text(encoding="utf-8")
    lines = dict.fromkeys(old for change in changes for old in change.old)
    new = "".join(f"- {line}\n" for line in lines if f"- {line}\n" not in known)
    path.write_text(f"{known}\n## Harbour\n\n{new}" if new else known, encoding="utf-8")


def write_days(root: Path, changes: Sequence[Change]) -> None:
    """Puts the lines that these changes rest on at the end of their days."""
    for source in (source for change in changes for source in change.sources if source.sha):
        path = root / source.path
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        line = f"- {source.quote}"
        if source.path.startswith("memory/") and line not in known.split("\n"):
            path.write_text(f"{known}{line}\n", encoding="utf-8")


def keep(memory: "Memory", made: Proposal) -> None:
    """The proposal waits in the notebook, whose days have the lines that it rests on."""
    write_days(memory.root, made.changes)
    memory._store.add(made, {})


def asides(root: Path, kinds: Mapping[str, str]) -> tuple[AsideLine, ...]:
    """The lines of the days that begin with these words (after their list mark), and why."""
    return tuple(
        AsideLine(why, f"memory/{path.name}", n, line_sha(line))
        for path in sorted((root / "memory").glob("*.md"), reverse=True)
        for n, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
        for words, why in kinds.items()
        if line.removeprefix("- ").startswith(words)
    )


SAMPLE_KINDS = {
    "Rain on": "trivia", "Lentils": "trivia", "Ran the depth": "trivia", "Boiler made": "trivia",
    "Pulled the": "trivia", "Finished re-": "trivia", "[ ]": "todo", "Is there": "question",
    "The wifi": "secret", "Pasted from": "order", "Raw soundings": "repeated",
}  # fmt: skip


def proposal(
    *changes: Change,
    made: datetime | None = None,
    aside: Sequence[AsideLine] = (),
    set_aside: Mapping[str, int] | None = None,
) -> Proposal:
    """A proposal that waits, with these changes or with one of every kind.

    What was set aside is counted from its places unless `set_aside` says how much it was.
    """
    return Proposal(
        id="20261121-030012",
        made=made or datetime.now().astimezone().replace(hour=0, minute=5),
        engine="builtin",
        model=None,
        days_read=tuple(TODAY - timedelta(days=back) for back in range(4)),
        days_missing=(),
        state="pending",
        changes=changes or CHANGES,
        title="The report moved",
        prose="The harbour came back.\n\nThe boiler is a question.",
        set_aside=dict(Counter(one.why for one in aside) if set_aside is None else set_aside),
        seconds=0.2,
        tokens=None,
        diary=None,
        undone=None,
        aside=tuple(aside),
    )
