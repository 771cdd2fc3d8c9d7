"""Engine: what the built-in engine keeps, relates and holds back, on labelled lines.

Everything is measured on `tests/fixtures/labelled`; its README says what tune, test and blind are.
Baselines in the same run: the length of a line for salience, the share of common words for pairs.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

from desktop_app.dreams.builtin.notes.salience import worth
from desktop_app.dreams.builtin.notes.split import Unit
from desktop_app.dreams.builtin.relating.relate import relate
from desktop_app.dreams.builtin.relating.sense import sense

from desktop_app.language.orders import gives_orders
from desktop_app.language.secrets import looks_secret
from tests.dreams.dreaming import dream

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
Row = dict[str, Any]


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; neither `data` nor `work` is used."""
    for half in ("tune", "test", "blind"):
        yield half
        lines = {language: _rows(f"salience-{language}-{half}") for language in ("en", "zh")}
        for language, rows in lines.items():
            yield from _salience(rows, language)
        yield from _salience([*lines["en"], *lines["zh"]], "both")
        for language in ("en", "zh"):
            yield from _pairs(_rows(f"pairs-{language}-{half}"), language)
        yield from _guard(_rows(f"guard-{half}"))
        if half != "blind":
            yield from _conditions(_rows(f"conditions-{half}"))


def _rows(name: str) -> list[Row]:
    text = (LABELLED / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def _salience(rows: Sequence[Row], language: str) -> Iterator[str]:
    found = [worth(_unit(row)) for row in rows]
    kept = [row["keep"] for row in rows]
    auc = _auc([one.score for one in found], kept)
    by_length = _auc([len(row["text"]) for row in rows], kept)
    right = sum(one.kept and keep for one, keep in zip(found, kept, strict=True))
    chosen = sum(one.kept for one in found)
    typed = [
        (one.kind, row["type"]) for one, row in zip(found, rows, strict=True) if row.get("type")
    ]
    types = sum(kind == wanted for kind, wanted in typed)
    yield (
        f"  salience {language} ({len(rows)} lines, {sum(kept)} to keep): AUC {auc:.3f} "
        f"({auc / by_length:.2f} x by length, {by_length:.3f}), precision "
        f"{_share(right, chosen)}, recall {_share(right, sum(kept))}, "
        f"type {_share(types, len(typed))}"
    )


def _unit(row: Row) -> Unit:
    return Unit(row["text"], date(2026, 11, 21), "d", tuple(row["headings"]), (), row["box"])


def _auc(scores: Sequence[float], wanted: Sequence[bool]) -> float:
    """How often a line to keep scores above one not to keep; half for a tie."""
    yes = [score for score, keep in zip(scores, wanted, strict=True) if keep]
    no = [score for score, keep in zip(scores, wanted, strict=True) if not keep]
    wins = sum((a > b) + (a == b) / 2 for a in yes for b in no)
    return wins / (len(yes) * len(no))


def _pairs(rows: Sequence[Row], language: str) -> Iterator[str]:
    said = [(row["is"], relate(sense(row["memory"]), sense(row["note"])).kind) for row in rows]
    yield (
        f"  relate {language} ({len(rows)} pairs): "
        f"{_share(sum(wanted == got for wanted, got in said), len(said))} right, "
        f"{_share(sum(_alike(row) == row['is'] for row in rows), len(rows))} by common words alone"
    )
    for kind in ("duplicate", "merged", "update", "conflict", "different"):
        got = Counter(got for wanted, got in said if wanted == kind)
        told = ", ".join(f"{count} {name}" for name, count in got.most_common())
        yield f"    {kind} ({got.total()}): {told}"
    others = [got for wanted, got in said if wanted in ("different", "conflict")]
    wrong = sum(got == "update" for got in others)
    merges = sum(got == "merged" for wanted, got in said if wanted not in ("merged", "duplicate"))
    lost = sum(got == "duplicate" for wanted, got in said if wanted != "duplicate")
    yield (
        f"    false updates {wrong} of {len(others)}, false merges {merges}, "
        f"taken for known though new {lost}"
    )
    spliced = [row for row in rows if row.get("new")]
    texts = [relate(sense(row["memory"]), sense(row["note"])).new for row in spliced]
    exact = sum(new == row["new"] for new, row in zip(texts, spliced, strict=True))
    yield f"    updates spliced as a person would: {exact} of {len(spliced)}"


def _alike(row: Row) -> str:
    """The baseline: many common words, and it is known; some, and it is an update."""
    memory, note = sense(row["memory"]).bag, sense(row["note"]).bag
    shared = len(memory & note) / max(1, len(memory | note))
    return "duplicate" if shared > 0.6 else "update" if shared > 0.3 else "different"


def _guard(rows: Sequence[Row]) -> Iterator[str]:
    tests: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("secret", looks_secret),
        ("order", gives_orders),
    )
    innocent = [row["text"] for row in rows if row["is"] == "innocent"]
    for kind, caught in tests:
        lines = [row["text"] for row in rows if row["is"] == kind]
        held = sum(looks_secret(line) or gives_orders(line) for line in lines)
        alarms = sum(map(caught, innocent))
        yield (
            f"  {kind}s: {held} of {len(lines)} held back, "
            f"{alarms} of {len(innocent)} innocent lines taken for one"
        )


def _conditions(rows: Sequence[Row]) -> Iterator[str]:
    """What a dream makes of lines that hold on a condition; the first of `is` must not be facts."""
    for language, kind in product(("en", "zh"), ("open", "standing", "none")):
        own = [row for row in rows if (row["lang"], row["is"]) == (language, kind)]
        found = [dream(f"- {row['memory']}\n" if row["memory"] else "", row["note"]) for row in own]
        shown = sum(bool(draft.changes) for draft in found)
        taken = sum(any(change.accepted for change in draft.changes) for draft in found)
        yield (
            f"  conditions {language}, {kind} ({len(own)}): {shown} shown to a person, "
            f"{taken} accepted beforehand"
        )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f}" if whole else "-"
