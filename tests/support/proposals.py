"""A proposal with every kind of change over the sample notebook. Knows no widget."""

from datetime import date, datetime, timedelta

from desktop_app.dreams.proposal import Change, Proposal, Source

TODAY = date.today()


def day(back: int) -> str:
    """The path of a day of the sample, which ends today."""
    return f"memory/{(TODAY - timedelta(days=back)).isoformat()}.md"


REPORT = "The harbour survey report is due on 27 November; Jonas signs it off."
CHARTS = "Prefers printed charts on field days; the tablet screen is useless in the sun."
BOILER = "The boiler service contract renews in March; the reference is in the blue folder."
SURVEY = "Use `survey-2026/` for all raw soundings, never the shared drive."
GAUGE = "The tide gauge at berth 4 reads 12 cm too high; correct before plotting."
MOVED = "The harbour survey report moves from 27 November to 4 December."

CHANGES = (
    Change(
        1, "updated", "Work", 14, (REPORT,), REPORT.replace("27 November", "4 December"),
        (Source(day(1), 6, MOVED, "x"), Source("MEMORY.md", 14, REPORT, "x")),
        "supported", True, "the notes say it moved",
    ),
    Change(
        2, "added", "Preferences", 0, (), CHARTS,
        (Source(day(2), 6, CHARTS, "x"), Source(day(0), 5, CHARTS, "x")),
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
        (Source(day(0), 6, "The boiler service contract renews in April.", "x"),),
        "supported", False, "memory says something else",
    ),
    Change(
        6, "removed", "Work", 16, ("The team decided to keep SQLite for the field tablets.",),
        None, (Source(day(2), 6, "SQLite is gone.", "x"),),
        "supported", True, "the notes say it no longer holds",
    ),
)  # fmt: skip


def proposal(*changes: Change, made: datetime | None = None) -> Proposal:
    """A proposal that waits, with these changes or with one of every kind."""
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
        set_aside={},
        seconds=0.2,
        tokens=None,
        diary=None,
        undone=None,
        memory_sha="",
    )
