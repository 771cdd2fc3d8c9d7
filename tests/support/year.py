"""A large notebook: a year of days and hundreds of bullets, some of them pinned. No Qt.

Every line is a fact of its own, so that what is lost or learnt twice is seen at once.
"""

from datetime import date, timedelta
from pathlib import Path

END = date(2026, 11, 21)
PROSE = "I keep this by hand.  \nA dream leaves it as it is.\r\n"
_WHO = ("Ana", "Bo", "Cem", "Dina", "Eli", "Finn", "Gül", "Hugo", "Ida", "Jonas")
_WHAT = ("the lamp", "the ladder", "the tent", "the drill", "the kayak", "the printer", "the stove")
_WHERE = ("Porto", "Lyon", "Graz", "Turku", "Gent", "Bergen", "Riga", "Cork", "Bari", "Sofia")


def fact(number: int) -> str:
    """The fact of this number: no other one is about the same thing."""
    who, what, where = (names[number % len(names)] for names in (_WHO, _WHAT, _WHERE))
    return f"{who}{number} rents {what} number {number} in {where}{number} for {number + 20} euro."


def memory(bullets: int) -> str:
    """MEMORY.md: every tenth bullet is pinned, and there is prose between the sections."""
    lines = ["# Memory", "", *PROSE.split("\n")]
    for n in range(bullets):
        if n % 50 == 0:
            lines += ["", f"## Part {n // 50 + 1}", ""]
        lines.append(f"- {fact(10_000 + n)}" + " <!-- pinned -->" * (n % 10 == 0))
    return "\n".join([*lines, ""])


def notebook(folder: Path, days: int = 365, lines: int = 8, bullets: int = 400) -> Path:
    """The folder of a notebook whose last day is `END`."""
    (folder / "memory").mkdir(parents=True)
    (folder / "MEMORY.md").write_bytes(memory(bullets).encode())
    for back in range(days):
        day = END - timedelta(days=back)
        facts = "".join(f"- {fact(back * lines + n)}\n" for n in range(lines))
        text = f"# Daily Memory: {day}\n\n## Notes (09:12)\n\n{facts}"
        (folder / "memory" / f"{day}.md").write_text(text, encoding="utf-8")
    return folder
