"""Labelled changes of a mind, honest ones and lies, and how the proof judges them.

    python -m tests.support.proof_cases [FILE ...]

prints, for each file, how many honest changes are proved as written and how many lies are seen
through, by script, kind and lie; with `-v` first, each that is not. With `--ask` it prints the
questions of a second reading of one file, and with `--said ANSWERS` what the answers make of it:
those to all questions, in their order, each below a line `# 1`, `# 2`, ...
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from desktop_app.dreams.consolidator.answer import Fault
from desktop_app.dreams.consolidator.second_reading import (
    ReadingQuestion,
    ReadLine,
    hear,
    questions,
)
from desktop_app.dreams.proof import (
    Cited,
    Proof,
    Rewrite,
    SecondReading,
    is_open,
    prove,
    read_again,
)
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


def judged(
    every: Iterable[dict[str, Any]], said: Mapping[str, SecondReading] | None = None
) -> Iterator[Judged]:
    """Each case with its proof, and what a second reading `said` of it."""
    for case in every:
        proof = prove(rewrite(case), date.fromisoformat(case["today"]))
        if said and case["id"] in said:
            proof = read_again(proof, rewrite(case), said[case["id"]])
        wanted, shown = case.get("want", case["kind"]), proof.kind in _SHOWN
        proved = proof.verdict == Support.SUPPORTED
        if case["honest"]:
            right = proof.kind == wanted and (shown or (proved and not proof.doubts))
        else:
            right = shown or not proved
        named = shown or not case["wrong"] or _names(proof, case)
        yield Judged(case, proof, right, right and named)


def readings(every: Iterable[dict[str, Any]]) -> Iterator[ReadingQuestion]:
    """The questions of a second reading, by script."""
    by_script: dict[str, list[ReadLine]] = {}
    for case in every:
        change, today = rewrite(case), date.fromisoformat(case["today"])
        if is_open(prove(change, today), change):
            grounds = tuple(dict.fromkeys((*change.old, *change.cited)))
            line = ReadLine(case["id"], case["new"], change.headings, bool(change.old), grounds)
            by_script.setdefault(case["script"], []).append(line)
    for language, lines in by_script.items():
        shuffled = random.Random(len(lines)).sample(lines, len(lines))
        yield from questions(shuffled, language, "=== notes ===", today)


def heard(every: list[dict[str, Any]], answers: str) -> dict[str, SecondReading]:
    """What the answers say of the cases, by their ids, as far as they are believed."""
    said: dict[str, SecondReading] = {}
    for one, answer in zip(readings(every), re.split(r"(?m)^# \d+$", answers)[1:], strict=True):
        found = hear(one.asked, answer)
        said |= {} if isinstance(found, Fault) else found
    return said


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
    options = argparse.ArgumentParser()
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("-v", action="store_true")
    options.add_argument("--ask", action="store_true")
    options.add_argument("--said", type=Path)
    wanted = options.parse_args()
    verbose, said = wanted.v, None
    for path in wanted.files or sorted(LABELLED.glob("proof-*.jsonl")):
        rows = cases(path)
        if wanted.ask:
            for n, question in enumerate(readings(rows), start=1):
                print(f"# {n}", *(one.content for one in question.messages()), sep="\n\n")
            continue
        if wanted.said:
            said = heard(rows, wanted.said.read_text(encoding="utf-8"))
        every = list(judged(rows, said))
        for one in every if verbose else ():
            if not one.noticed if one.case["lie"] else not one.right:
                doubts = [(str(doubt.kind), *doubt.words) for doubt in one.proof.doubts]
                print(one.case["id"], one.proof.kind, one.proof.verdict, doubts, one.case["new"])
        print(f"{path.name}\n{figures(every)}\n")


if __name__ == "__main__":
    main()
