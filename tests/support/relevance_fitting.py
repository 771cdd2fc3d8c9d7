"""Fits how surely a line that a search found answers a question; prints the table of weights.

`python -m tests.support.relevance_fitting` asks the questions of tests/fixtures/labelled of the
lines of `changes-tune`, a day for each case. `--meaning` gives every line a vector of the built-in
model first, if it is installed; without it the sign `meaning` gets no weight.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np

from desktop_app.memory import Memory
from desktop_app.search import hits as relevance
from desktop_app.search.meaning.embedder import EmbedderKind
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from desktop_app.search.query import SearchIn, SearchMode
from desktop_app.settings import Places

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
Line = tuple[str, int]
MOST = 60  # lines of a question that are looked at
_L2 = 1.0


@dataclass(frozen=True)
class RatedQuestion:
    """A question: the signs of each line found for it, and whether that line answers."""

    ask: str
    signs: tuple[relevance.RelevanceSigns, ...]
    answers: tuple[bool, ...]


def rated_questions(folder: Path, *, meaning: bool = False, each: int = 1) -> list[RatedQuestion]:
    """The questions, or one in `each`, asked of a notebook made below `folder`."""
    memory = Memory.create(folder / "notebook", Places(folder / "data", folder / "config"))
    memory.patient = True
    try:
        place = dict(_written(folder / "notebook"))
        memory.index.refresh()
        if meaning:
            memory.meaning.choose(EmbedderChoice(EmbedderKind.BUILTIN))
            asyncio.run(memory.meaning.keep_up())
        return [_asked(memory, ask, right) for ask, right in [*_questions(place)][::each]]
    finally:
        memory.close()


def _written(folder: Path) -> Iterator[tuple[tuple[str, str], tuple[str, int]]]:
    """Where each line stands, by its case or talk and its name there."""
    for n, (of, sections) in enumerate(_sections()):
        day = date(2025, 1, 1) + timedelta(days=n)
        path, lines = f"memory/{day}.md", [f"# Daily Memory: {day}"]
        for section in sections:
            lines += ["", "## Session Notes (09:00)", ""]
            for name, text in section.items():
                lines.append(f"- {' '.join(text.split())}")
                yield (of, name), (path, len(lines))
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _sections() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The sections of each day: lines by their names."""
    for case in _rows("changes-tune"):
        named = (("m", case["memory"]), ("d", case["day"]))
        yield case["id"], [{f"{key}{n}": x for n, x in enumerate(some)} for key, some in named]
    for n, talk in enumerate(_rows("talks-tune")):
        said = [f"{turn['speaker']}: {turn['text']}" for turn in talk["turns"]]
        yield f"talk {n}", [{str(k): text for k, text in enumerate(said)}]


def _questions(place: dict[tuple[str, str], Line]) -> Iterator[tuple[str, set[Line]]]:
    """Each question, and the lines that answer it."""
    for row in _rows("questions-tune"):
        yield row["ask"], {place[row["case"], name] for name in row["answered_by"]}
    for n, talk in enumerate(_rows("talks-tune")):
        for row in talk["questions"]:
            yield row["ask"], {place[f"talk {n}", str(k)] for k in row["answered_by"]}


def _rows(name: str) -> list[dict]:  # type: ignore[type-arg]
    text = (LABELLED / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _asked(memory: Memory, ask: str, right: set[Line]) -> RatedQuestion:
    signs: list[relevance.RelevanceSigns] = []
    usual = relevance.relevance_signs

    def kept(*given):  # type: ignore[no-untyped-def]
        found = usual(*given)
        signs.extend(one for one in found if one)
        return found

    relevance.relevance_signs = kept
    try:
        found = memory.search.find(
            ask, mode=SearchMode.QUESTION, limit=MOST, kinds=(SearchIn.DAYS,), rate=True
        ).hits
    finally:
        relevance.relevance_signs = usual
    return RatedQuestion(ask, tuple(signs), tuple((hit.path, hit.line) in right for hit in found))


def fitted(questions: Sequence[RatedQuestion]) -> dict[str, float]:
    """The weights of a logistic fit."""
    names = sorted(questions[0].signs[0])
    x = np.array([[1.0, *(s[name] for name in names)] for q in questions for s in q.signs])
    y = np.array([float(answer) for q in questions for answer in q.answers])
    w, ridge = np.zeros(x.shape[1]), np.full(x.shape[1], _L2)
    ridge[0] = 0.01
    for _ in range(60):  # Newton's method
        p = 1 / (1 + np.exp(-x @ w))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        w -= np.linalg.solve(hessian, x.T @ (p - y) + ridge * w)
    return dict(zip(["bias", *names], w.round(2).tolist(), strict=True))


def rated(weights: dict[str, float], questions: Sequence[RatedQuestion]) -> Iterator[float]:
    """How sure each line is by these weights."""
    for question in questions:
        for signs in question.signs:
            whole = weights["bias"] + sum(weights[name] * value for name, value in signs.items())
            yield 1 / (1 + np.exp(-whole))


def reliability(sure: Sequence[float], answers: Sequence[bool]) -> Iterator[str]:
    """Lines of a table: how many lines are said to be so sure, and how many answer."""
    pairs = sorted(zip(sure, answers, strict=True))
    bounds = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.01)
    gap = 0.0
    for low, high in pairwise(bounds):
        some = [pair for pair in pairs if low <= pair[0] < high]
        if some:
            said = sum(one for one, _ in some) / len(some)
            true = sum(right for _, right in some) / len(some)
            gap += abs(said - true) * len(some) / len(pairs)
            bin_told = f"{low:.2f} to {min(high, 1):.2f}: {len(some):6} lines"
            yield f"{bin_told}, said {said:.3f}, true {true:.3f}"
    brier = sum((one - right) ** 2 for one, right in pairs) / len(pairs)
    base = sum(right for _, right in pairs) / len(pairs)
    alone = base * (1 - base)
    yield f"off by {gap:.4f} on average; Brier {brier:.4f}, {alone:.4f} by the share alone"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        questions = rated_questions(Path(folder), meaning="--meaning" in sys.argv)
    right = [answer for question in questions for answer in question.answers]
    some = sum(any(question.answers) for question in questions)
    print(f"# {len(questions)} questions, {some} with an answer found; {len(right)} lines")
    apart: list[float] = []
    for n, question in enumerate(questions):  # each tenth by the others
        others = [one for k, one in enumerate(questions) if k % 10 != n % 10]
        apart += rated(fitted(others), [question])
    for line in reliability(apart, right):
        print(f"# {line}")
    print("[both]" if "--meaning" in sys.argv else "[words]")
    for name, value in fitted(questions).items():
        print(name, "=", value)


if __name__ == "__main__":
    main()
