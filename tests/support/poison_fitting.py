"""Learns how much a line is like lines that steer a model; prints how well.

`python -m tests.support.poison_fitting` reads lines that may be looked at and writes
resources/language/steering.bin and poison.toml. What is held and what is doubted is chosen by lines
of each writer under weights of all others.
"""

import json
import math
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from desktop_app import resources
from desktop_app.language.dictionary import bare
from desktop_app.language.gate.encodings import decoded
from desktop_app.language.gate.orders import WEIGHTS, places, signals, weights_file
from desktop_app.language.spans import flat

FIXTURES = Path(__file__).parents[1] / "fixtures"
_OUT = Path(__file__).parents[2] / "resources/language/poison.toml"
_SETS = ("guard-tune", "poison-tune", "poison-training", "guard-leave-training")
_DISGUISED = {"encoded", "hidden", "lookalike"}
_SHORTEST = 12  # characters of a line of the manual
_ROUNDS, _SHRINK, _SIGNAL = 200, 1 / 30, 0.6
_KNOWN = 10  # times that an order which everybody knows counts
_HELD, _DOUBTED = 0.016, 0.1  # of ordinary lines by a writer left out, at most
_HEAD = """# How sure it is that a line steers a model: its odds are `base`, `slope` times the
# weights of its words (steering.bin), and the points of its signals. What is held has even odds,
# what is doubted is as sure as `possibly`. And what pairs of letters cost in a text that reads as
# language: rows and columns are a space and a to z.
# `python -m tests.support.poison_fitting` makes this file.

"""
Row = tuple[str, bool]
NAMES = tuple(resources.table("language/orders")["signals"])


def sets() -> Mapping[str, Sequence[Row]]:
    """Lines by who wrote them, and whether they are poison."""
    found: dict[str, list[Row]] = defaultdict(list)
    for name in _SETS:
        for row in labelled(name):
            if text := _told(row):
                by = row.get("by", name)
                found[by] += [(text, row["is"] == "order")] * (_KNOWN if by == "known" else 1)
    for kind in ("orders", "innocent"):
        lines = (FIXTURES / f"guarded/{kind}.txt").read_text(encoding="utf-8").splitlines()
        found["guarded"] += [(line, kind == "orders") for line in lines]
    found["facts"] = [(line, False) for line in dict.fromkeys((*_facts(), *_manual()))]
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
    """The pieces of some lines: of each the line's number, whether it is an order, and how much
    each weight counts in it."""

    line: np.ndarray
    is_order: np.ndarray
    piece: np.ndarray
    at: np.ndarray
    much: np.ndarray


def pieces_of(lines: Sequence[Row]) -> Pieces:
    """What the weights are multiplied with; each signal counts in all pieces of a line."""
    found = [
        (n, is_one, piece, [WEIGHTS + NAMES.index(name) for name in signals(text)])
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
        count += len(one.is_order)
    return Pieces(*map(np.concatenate, zip(*parts, strict=True)))


def weighed(lines: Pieces) -> np.ndarray:
    """Weights of words and of signals by logistic regression, in steps that shrink; the bias
    last."""
    weights, pace, size = np.zeros((3, WEIGHTS + len(NAMES) + 1))
    for n in range(1, _ROUNDS + 1):
        error = 1 / (1 + np.exp(-_odds(lines, weights))) - lines.is_order
        slope = np.bincount(lines.at, lines.much * error[lines.piece], len(weights))
        slope += _SHRINK * weights
        slope[-1] = error.sum()
        pace += 0.1 * (slope - pace)
        size += 0.01 * (slope * slope - size)
        most = np.sqrt(size / (1 - 0.99**n)) + 1e-8
        weights -= (1 - n / _ROUNDS) * pace / (1 - 0.9**n) / most
    return weights


def odds_of(lines: Pieces, weights: np.ndarray) -> np.ndarray:
    """The odds of lines that steer, by these weights."""
    odds = np.full(lines.line.max() + 1, -math.inf)
    np.maximum.at(odds, lines.line, _odds(lines, weights))
    return odds


def _odds(lines: Pieces, weights: np.ndarray) -> np.ndarray:
    told = lines.much * weights[lines.at]
    return np.bincount(lines.piece, told, len(lines.is_order)) + weights[-1]


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


def main() -> None:
    lines = sets()
    pieces = {name: pieces_of(rows) for name, rows in lines.items()}
    told: dict[str, np.ndarray] = {}
    for name, own in pieces.items():
        others = joined(some for other, some in pieces.items() if other != name)
        told[name] = odds_of(own, weighed(others))
    wanted = {name: np.array([is_order for _, is_order in rows]) for name, rows in lines.items()}
    ordinary = np.concatenate([odds[~wanted[name]] for name, odds in told.items()])
    held, doubted = (float(np.quantile(ordinary, 1 - share)) for share in (_HELD, _DOUBTED))
    print("Of lines by a writer left out, by words and signals alone:")
    for name, odds in told.items():
        for kind, which in (("orders", wanted[name]), ("ordinary", ~wanted[name])):
            if which.any():
                shares = ((odds[which] >= least).mean() for least in (held, doubted))
                print(
                    f"{name}, {kind}: {which.sum()}, held and doubted",
                    *map("{:.3f}".format, shares),
                )
    every = [row for rows in lines.values() for row in rows]
    *_, bias = weights = weighed(joined(pieces.values()))
    words, points = weights[:WEIGHTS], _SIGNAL * weights[WEIGHTS:-1]
    scale = float(127 / np.abs(words).max())
    np.rint(words * scale).astype(np.int8).tofile(weights_file())
    rows = "\n".join(pairs([text for text, is_order in every if not is_order]))
    given = "\n".join(f"{name} = {one:.2f}" for name, one in zip(NAMES, points, strict=True))
    possibly = 1 / (1 + math.exp(held - doubted))
    _OUT.write_text(
        f"{_HEAD}[sure]\nslope = {1 / scale:.5f}\nbase = {bias - held:.2f}\n"
        f"possibly = {possibly:.4f}\n\n[points]\n{given}\n\n"
        f'[letters]\npairs = """\n{rows}\n"""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
