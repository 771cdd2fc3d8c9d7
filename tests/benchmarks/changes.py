"""Changes: what a dream without a model asks of freely worded changes, and of lines that only look
like one.

Cases of `tests/fixtures/labelled/changes-*`: a memory of a few bullets and a day of a few lines.
Baseline in the same run: a line that shares half of its words with a bullet is asked about.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.proposal import Change, ChangeKind
from tests.benchmarks._recall import LOCOMO, held, measured
from tests.dreams.dreaming import dream
from tests.dreams.saying import is_said

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
CHANGES = ("update", "contradiction", "removal")
_NOTES = "memory/2026-11-21.md"
Case = dict[str, Any]


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `data` may hold locomo-dev.json, `work` is not used."""
    yield from measured(data, LOCOMO, said_by_locomo)
    for half in ("tune", "blind2", "blind3"):
        found = cases(half)
        for name, some in (("all", found), *_by_language(found)):
            yield from told(f"{half} {name}", some)


def said_by_locomo(samples: list[dict[str, Any]]) -> Iterator[str]:
    """How many texts of dreams over its conversations, a session a day, no line of them says.

    Memory holds every fifth turn of the sessions before.
    """
    texts = odd = dreams = 0
    for sample in samples:
        days = [
            "".join(f"- {turn['speaker']}: {' '.join(turn['text'].split())}\n" for turn in turns)
            for _, _, turns in held(sample)
            if turns
        ]
        for start in range(0, len(days), 4):
            known = "".join(days[:start]).splitlines(keepends=True)[::5]
            memory, read = f"# Memory\n\n{''.join(known)}", days[start : start + 4]
            changes = dream(memory, *read).changes
            texts += sum(change.new is not None for change in changes)
            odd += sum(not is_said(change) for change in changes)
            dreams += 1
    yield f"LoCoMo: {texts} texts of {dreams} dreams, {odd} that no line of the notes says"


def cases(half: str) -> list[Case]:
    """`tune`, or those that nobody had seen who made the rules: `blind2`, `blind3`."""
    paths = sorted(LABELLED.glob(f"changes-*{half}.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def told(name: str, cases: Sequence[Case]) -> Iterator[str]:
    """The figures of some cases."""
    counts = counted(cases)
    changes: Counter[str] = Counter()
    for kind in CHANGES:
        changes += counts[kind]
    whole = changes.total() or 1
    yield (
        f"{name} ({whole} changes): asked rightly {changes['asked'] / whole:.3f}, wrongly "
        f"{changes['wrong']}, of another line {changes['asked elsewhere']}, offered beside "
        f"{changes['offered']}"
    )
    for kind, row in sorted(counts.items()):
        shares = ", ".join(f"{what} {n / row.total():.2f}" for what, n in row.most_common())
        yield f"    {kind} ({row.total()}): {shares}"
    yield f"    baseline: {_baseline(cases)}"


def counted(cases: Sequence[Case]) -> dict[str, Counter[str]]:
    """By kind of line, how often a dream did what with it."""
    found: dict[str, Counter[str]] = {}
    for case in cases:
        memory = "".join(f"- {text}\n" for text in case["memory"])
        day = "".join(f"- {text.lstrip('-*• ')}\n" for text in case["day"])
        changes = dream(memory, day).changes
        for expected in case["expect"]:
            outcome = _outcome(case, expected, changes)
            found.setdefault(expected["is"], Counter())[outcome] += 1
    return found


def _outcome(case: Case, expected: Case, changes: Sequence[Change]) -> str:
    line = expected["line"] + 1
    own = [c for c in changes if any((s.path, s.line) == (_NOTES, line) for s in c.sources)]
    bullet = case["memory"][expected["bullet"]] if "bullet" in expected else None
    for change in own:
        if change.kind != ChangeKind.QUESTION:
            return "offered"
        if change.old[0] != bullet:
            return "asked elsewhere"
        whole = change.new in (point.lstrip("-*• ") for point in case["day"])
        right = expected["is"] != "update" or whole or _right(expected, change.new or "")
        return "asked" if right else "wrong"
    return "left"


def _right(expected: Case, new: str) -> bool:
    if gist(new).key == gist(expected["new"]).key:
        return True
    gone = (
        expected["gone"] and expected["gone"] in new and expected["gone"] not in expected["value"]
    )
    return bool(expected["value"]) and expected["value"] in new and not gone


def _baseline(cases: Sequence[Case]) -> str:
    asked: Counter[bool] = Counter()
    of: Counter[bool] = Counter()
    for case in cases:
        for expected in case["expect"]:
            note = gist(case["day"][expected["line"]]).bag
            near = [len(note & gist(text).bag) / max(1, len(note)) for text in case["memory"]]
            change = expected["is"] in CHANGES
            best = max(range(len(near)), key=near.__getitem__)
            of[change] += 1
            asked[change] += near[best] >= 0.3 and (not change or best == expected["bullet"])
    return (
        f"asks by a share of .3 of common words: {asked[True] / (of[True] or 1):.2f} of the "
        f"changes rightly, {asked[False] / (of[False] or 1):.2f} of the other lines"
    )


def _by_language(cases: Sequence[Case]) -> list[tuple[str, list[Case]]]:
    languages = sorted({case["lang"] for case in cases})
    return [(lang, [case for case in cases if case["lang"] == lang]) for lang in languages]
