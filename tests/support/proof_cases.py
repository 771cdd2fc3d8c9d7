"""Labelled changes of a mind, honest ones and lies, and how the proof judges them.

    python -m tests.support.proof_cases [FILE ...]

prints, for each file, how many honest changes are proved as written and how many lies are seen
through, by script, kind and lie; with `-v` first, each that is not.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from desktop_app.dreams.proof import Cited, Proof, Rewrite, prove
from desktop_app.dreams.proposal import ChangeKind, Support

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
_SHOWN = (ChangeKind.SHORTENED, ChangeKind.RETIRED)


class Judged(NamedTuple):
    """A case, its proof, and whether it is right: an honest change proved as written, a lie not
    ticked; `noticed` also that the wrong word of a lie is named.
    """

    case: dict[str, Any]
    proof: Proof
    right: bool
    noticed: bool


def cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file: a JSON list, or a case a line."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if text.startswith("[") else list(map(json.loads, text.splitlines()))


def judged(every: Iterable[dict[str, Any]]) -> Iterator[Judged]:
    """Each case with its proof."""
    for case in every:
        proof = prove(rewrite(case), date.fromisoformat(case["today"]))
        wanted, shown = case.get("want", case["kind"]), proof.kind in _SHOWN
        proved = proof.verdict == Support.SUPPORTED
        if case["honest"]:
            right = proof.kind == wanted and (shown or (proved and not proof.doubts))
        else:
            right = shown or not proved
        named = shown or not case["wrong"] or _names(proof, case)
        yield Judged(case, proof, right, right and named)


def rewrite(case: dict[str, Any]) -> Rewrite:
    """The change of a case, as the proof takes it."""
    by_mark = {one["mark"]: _cited(one) for one in (*case["memory"], *case["notes"])}
    old, cited = (tuple(by_mark[mark] for mark in case[name]) for name in ("old", "cites"))
    heading = tuple(case["heading"])
    if case["kind"] == ChangeKind.RETITLED:
        old, heading = (Cited(heading[-1], heading[:-1]),), heading[:-1]
    return Rewrite(ChangeKind(case["kind"]), case["new"], heading, old, cited)


def _cited(one: dict[str, Any]) -> Cited:
    around = filter(None, (one.get("label"), one.get("parent")))
    day = date.fromisoformat(one["day"]) if "day" in one else None
    return Cited(one["text"], (*one["headings"], *around), day, one.get("todo", False))


def _names(proof: Proof, case: dict[str, Any]) -> bool:
    """Whether a doubt covers the wrong word."""
    start = (case["new"] or "").find(case["wrong"])
    end = start + len(case["wrong"])
    return any(
        any(word in case["wrong"] or case["wrong"] in word for word in doubt.words)
        or (doubt.span[1] and 0 <= start < doubt.span[1] and doubt.span[0] < end)
        for doubt in proof.doubts
    )


def figures(every: Iterable[Judged]) -> str:
    """How many are right, by what they are."""
    right: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for one in every:
        case = one.case
        what = "honest" if case["honest"] else "lie"
        of = ["", case["script"], case["kind"], *([case["lie"]] if case["lie"] else [])]
        for name in (f"{what} {each}".strip() for each in of):
            count[name] += 1
            right[name] += one.right
            noticed[name] += one.noticed
    return "\n".join(
        f"{name:24} {right[name]:3} of {count[name]:3}"
        + (f", noticed {noticed[name]}" if name.startswith("lie") else "")
        for name in sorted(count)
    )


def main() -> None:
    """Print what the proof makes of some files."""
    verbose = "-v" in sys.argv[1:]
    paths = [Path(name) for name in sys.argv[1:] if name != "-v"]
    for path in paths or sorted(LABELLED.glob("proof-*.jsonl")):
        every = list(judged(cases(path)))
        for one in every if verbose else ():
            if not one.noticed if one.case["lie"] else not one.right:
                doubts = [(str(doubt.kind), *doubt.words) for doubt in one.proof.doubts]
                print(one.case["id"], one.proof.kind, one.proof.verdict, doubts, one.case["new"])
        print(f"{path.name}\n{figures(every)}\n")


if __name__ == "__main__":
    main()
