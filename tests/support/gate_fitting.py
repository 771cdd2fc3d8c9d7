"""Learns how much a line is like lines that steer a model or tell a secret; prints how well.

`python -m tests.support.gate_fitting` reads lines that may be looked at and writes `orders.bin`,
`secrets.bin` and `gate.toml` in resources/language. What is held and what is doubted is chosen by
lines of an eighth of the writers at a time, under weights of the others.
"""

import json
import math
import string
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.gate.encodings import decoded
from desktop_app.language.gate.likeness import WEIGHTS, Kind, places, weights_file
from desktop_app.language.gate.orders import signals
from desktop_app.language.gate.secrets import secret_signals
from desktop_app.language.spans import flat

FIXTURES = Path(__file__).parents[1] / "fixtures"
_OUT = Path(__file__).parents[2] / "resources/language/gate.toml"
_SETS = ("guard-tune", "poison-tune", "poison-training", "guard-leave-training")
_DISGUISED = {"encoded", "hidden", "lookalike"}
_SHORTEST = 12  # characters of a line of the manual
_ROUNDS, _SHRINK, _SIGNAL, _FOLDS = 200, 1 / 30, 0.6, 8
_KNOWN, _PLAIN = 10, 2  # times that an order which everybody knows counts, and a plain note
_HEAD = """\
# How sure it is that a line steers a model or tells a secret. The logarithm of its odds is `base`,
# `slope` times the weights of its words (orders.bin, secrets.bin), and the points of its signals.
# What is held has 0 or more. What is doubted has `possibly` or more, or room for a secret. And what
# pairs of letters cost in a text that reads as language: rows and columns are a space and a to z.
# `python -m tests.support.gate_fitting` makes this file.

"""
Row = tuple[str, bool]


class Task(NamedTuple):
    """What is learnt of a kind: the signals beside its words, and how many of the ordinary lines
    by a writer left out are held and doubted. These are hard ones: of plain notes far fewer are.
    """

    names: Sequence[str]
    signals: Callable[[str], Collection[str]]
    held: float
    doubted: float


TASKS = {
    Kind.ORDER: Task(tuple(resources.table("language/orders")["signals"]), signals, 0.027, 0.2),
    Kind.SECRET: Task(("form", "possible"), secret_signals, 0.0035, 0.04),
}


def sets(kind: Kind) -> Mapping[str, Sequence[Row]]:
    """Lines by who wrote them, and whether they are of a kind."""
    found: dict[str, list[Row]] = defaultdict(list)
    for name in (*_SETS, *(["guard-secret-training"] if kind is Kind.SECRET else [])):
        for row in labelled(name):
            if text := _told(row):
                by = row.get("by", name)
                times = _KNOWN if by == "known" and kind is Kind.ORDER else 1
                found[by] += [(text, row["is"] == kind.name.lower())] * times
    for file in (kind.value, "innocent"):
        lines = (FIXTURES / f"guarded/{file}.txt").read_text(encoding="utf-8").splitlines()
        found["guarded"] += [(line, file == kind.value) for line in lines]
    found["facts"] = [(line, False) for line in dict.fromkeys((*_facts(), *_manual()))] * _PLAIN
    return found


def _facts() -> Iterator[str]:
    """Lines of plain notes."""
    lines: list[str] = []
    for case in labelled("changes-tune"):
        lines += (*case["memory"], *case["day"])
    for case in labelled("claims-tune"):
        lines += (case["claim"], *case["sources"])
    yield from (line.strip("- ") for line in dict.fromkeys(lines))


def _manual() -> Iterator[str]:
    """Lines of the manual, which is about agents, models and secrets, and orders nobody."""
    for page in sorted((resources.folder() / "help").rglob("*.md")):
        lines = page.read_text(encoding="utf-8").split("\n")
        yield from (line.strip() for line in lines if len(line.strip()) > _SHORTEST)


def labelled(name: str) -> Iterator[dict[str, Any]]:
    text = (FIXTURES / f"labelled/{name}.jsonl").read_text(encoding="utf-8")
    yield from map(json.loads, text.splitlines())


def _told(row: Mapping[str, str]) -> str:
    """The text of a line, of an encoded one what it says; "" where it is only disguised."""
    if row.get("family") not in _DISGUISED:
        return row["text"]
    return max((one.says for one in decoded(row["text"])), key=len, default="")


class Pieces(NamedTuple):
    """The pieces of some lines: of each the line's number, whether it is of the kind, and how much
    each weight counts in it."""

    line: np.ndarray
    is_one: np.ndarray
    piece: np.ndarray
    at: np.ndarray
    much: np.ndarray


def pieces_of(lines: Sequence[Row], task: Task) -> Pieces:
    """What the weights are multiplied with; each signal counts in all pieces of a line."""
    found = [
        (n, is_one, piece, [WEIGHTS + task.names.index(name) for name in task.signals(text)])
        for n, (text, is_one) in enumerate(lines)
        for piece in places(text)
    ]
    sizes = [len(piece) + len(given) for _, _, piece, given in found]
    scales = [[1 / math.sqrt(len(piece))] * len(piece) for _, _, piece, _ in found]
    return Pieces(
        np.array([n for n, *_ in found], dtype=int),
        np.array([is_one for _, is_one, *_ in found], dtype=float),
        np.repeat(np.arange(len(found)), sizes),
        np.array([at for *_, piece, given in found for at in (*piece, *given)], dtype=int),
        np.array(
            [
                much
                for scale, (*_, given) in zip(scales, found, strict=True)
                for much in (*scale, *[_SIGNAL] * len(given))
            ]
        ),
    )


def joined(some: Iterable[Pieces]) -> Pieces:
    """The pieces of several lists."""
    parts, count = [], 0
    for one in some:
        parts.append(one._replace(piece=one.piece + count))
        count += len(one.is_one)
    return Pieces(*map(np.concatenate, zip(*parts, strict=True)))


def weighed(lines: Pieces, task: Task) -> np.ndarray:
    """Weights of words and of signals by logistic regression, in steps that shrink; the bias
    last."""
    used, at = np.unique(lines.at, return_inverse=True)
    lines = lines._replace(at=at)
    weights, pace, size = np.zeros((3, len(used) + 1))
    for n in range(1, _ROUNDS + 1):
        error = 1 / (1 + np.exp(-_log_odds(lines, weights))) - lines.is_one
        slope = np.bincount(at, lines.much * error[lines.piece], len(weights))
        slope += _SHRINK * weights
        slope[-1] = error.sum()
        pace += 0.1 * (slope - pace)
        size += 0.01 * (slope * slope - size)
        most = np.sqrt(size / (1 - 0.99**n)) + 1e-8
        weights -= (1 - n / _ROUNDS) * pace / (1 - 0.9**n) / most
    every = np.zeros(WEIGHTS + len(task.names) + 1)
    every[[*used, -1]] = weights
    return every


def log_odds_of(lines: Pieces, weights: np.ndarray) -> np.ndarray:
    """The logarithm of the odds of each line, by these weights."""
    odds = np.full(lines.line.max() + 1, -math.inf)
    np.maximum.at(odds, lines.line, _log_odds(lines, weights))
    return odds


def _log_odds(lines: Pieces, weights: np.ndarray) -> np.ndarray:
    told = lines.much * weights[lines.at]
    return np.bincount(lines.piece, told, len(lines.is_one)) + weights[-1]


def pairs(texts: Sequence[str]) -> Iterator[str]:
    """What each pair of letters costs: thirds of a nat, a row for each first letter."""
    letters = f" {string.ascii_lowercase}"
    seen: dict[str, float] = defaultdict(lambda: 0.5)
    for text in texts:
        level = "".join(one if one in letters else " " for one in bare(flat(text)))
        for pair in pairwise(f" {' '.join(level.split())} "):
            seen["".join(pair)] += 1
    total = sum(seen.values())
    for one in letters:
        costs = (-math.log(seen[one + other] / total) for other in letters)
        yield "".join(np.base_repr(min(35, round(3 * cost)), 36).lower() for cost in costs)


def learn(kind: Kind, lines: Mapping[str, Sequence[Row]]) -> str:
    """Write the weights of a kind, print how they judge, and return what else was learnt."""
    task = TASKS[kind]
    pieces = {name: pieces_of(rows, task) for name, rows in lines.items()}
    told: dict[str, np.ndarray] = {}
    for n in range(_FOLDS):
        left_out = list(pieces)[n::_FOLDS]
        weights = weighed(joined(one for by, one in pieces.items() if by not in left_out), task)
        told |= {by: log_odds_of(pieces[by], weights) for by in left_out}
    wanted = {name: np.array([is_one for _, is_one in rows]) for name, rows in lines.items()}
    ordinary = np.concatenate([odds[~wanted[name]] for name, odds in told.items()])
    held, doubted = (float(np.quantile(ordinary, 1 - one)) for one in (task.held, task.doubted))
    print("Of lines by a writer left out, by words and signals alone:")
    for name, odds in told.items():
        for what, which in ((kind.value, wanted[name]), ("ordinary", ~wanted[name])):
            if which.any():
                shares = ((odds[which] >= least).mean() for least in (held, doubted))
                print(
                    f"{name}, {what}: {which.sum()}, held and doubted",
                    *map("{:.3f}".format, shares),
                )
    *_, bias = weights = weighed(joined(pieces.values()), task)
    words, points = weights[:WEIGHTS], _SIGNAL * weights[WEIGHTS:-1]
    scale = float(127 / np.abs(words).max())
    np.rint(words * scale).astype(np.int8).tofile(weights_file(kind))
    given = "\n".join(f"{name} = {one:.2f}" for name, one in zip(task.names, points, strict=True))
    return (
        f"[{kind}]\nslope = {1 / scale:.5f}\nbase = {bias - held:.2f}\n"
        f"possibly = {doubted - held:.2f}\n\n[{kind}.points]\n{given}\n\n"
    )


def main() -> None:
    every = {kind: sets(kind) for kind in Kind}
    parts = [learn(kind, lines) for kind, lines in every.items()]
    plain = [text for rows in every[Kind.ORDER].values() for text, is_one in rows if not is_one]
    rows = "\n".join(pairs(plain))
    _OUT.write_text(
        f'{_HEAD}{"".join(parts)}[letters]\npairs = """\n{rows}\n"""\n', encoding="utf-8"
    )


if __name__ == "__main__":
    main()
