"""Near: what the cache of vectors saves on real streams of texts, and what it would serve wrongly.

Streams: LoCoMo's turns and observations (see tests/benchmarks/_recall.py), and its questions; the
sentences of DRCD's paragraphs, and their questions; the lines that people and agents wrote in the
transcripts (`*.jsonl`) that lie in the data folder. A text costs a call unless the very text had
one (exact) or one that says the same and agrees to a threshold (near), by letters alone: no model
is needed for this, and none is asked. Wrong near hits are counted where it is known that two texts
do not say the same: observations with one number, name, day or denial altered.
"""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from desktop_app.search.meaning import near
from desktop_app.sessions.agents.every import whole
from desktop_app.sessions.live_events import TurnKind
from tests.benchmarks._recall import told
from tests.benchmarks.grounding import _locomo as _claims
from tests.benchmarks.vectors import ONE, opened

THRESHOLDS = (0.98, 0.95, 0.9)
_MOST = 10_000  # texts of a stream


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty."""
    samples = _json(data, "locomo-dev.json")
    if samples:
        yield from _saved(work / "told", "LoCoMo, said and observed", list(told(samples)))
        asked = [one["question"] for sample in samples for one in sample["qa"]]
        yield from _saved(work / "asked", "LoCoMo, asked", asked)
        for kind, pairs in _altered(samples).items():
            yield from _wrong(f"LoCoMo's observations, {kind}", pairs)
    else:
        yield "locomo-dev.json: not measured, see tests/benchmarks/_recall.py and --data"
    if paragraphs := _json(data, "zh-dev.json"):
        texts = [one for each in paragraphs for one in re.split("(?<=[。！？])", each["text"])]
        yield from _saved(work / "zh", "DRCD, sentences", list(filter(None, texts)))
        asked = [one for each in paragraphs for one in each["questions"]]
        yield from _saved(work / "zh-asked", "DRCD, asked", asked)
    if data and (lines := list(itertools.islice(_lines(data), _MOST))):
        yield from _saved(work / "agents", "lines of agents' transcripts", lines)


def _json(data: Path | None, name: str) -> list[dict[str, Any]]:
    path = (data or Path()) / name
    found: list[dict[str, Any]] = json.loads(path.read_bytes()) if data and path.is_file() else []
    return found


def _lines(data: Path) -> Iterator[str]:
    """What was said in the transcripts, a line of it at a time; no results of tools."""
    for path in sorted(data.rglob("*.jsonl")):
        found = whole(path)
        for _, turn in found[1] if found else ():
            if turn.kind is TurnKind.TALK:
                yield from filter(None, map(str.strip, turn.content.split("\n")))


def _saved(folder: Path, title: str, texts: list[str]) -> Iterator[str]:
    folder.mkdir()
    yield f"{title}: {len(texts):,} texts, the same words:"
    for threshold in THRESHOLDS:
        store, held = opened(folder / f"{threshold}.db", 1)
        exact = nearly = 0
        for text in texts:
            if store.vector(held, text) is not None:
                exact += 1
            elif store.near(held, text, threshold) is not None:
                nearly += 1
                store.put(held, (), [(text, ONE)])
            else:
                store.put(held, [(text, ONE)])
        every = len(texts)
        yield (
            f"  threshold {threshold:.2f}: exact "
            f"{exact / every:.1%}, near {nearly / every:.1%}, "
            f"made {(every - exact - nearly) / every:.1%}"
        )
        store.close()


def _wrong(title: str, pairs: list[tuple[str, str]]) -> Iterator[str]:
    """How many of these pairs would share a vector."""
    yield f"{title}: {len(pairs):,} pairs"
    likeness = [near.likeness(one, other) for one, other in pairs]
    agree = [
        like >= min(THRESHOLDS) and near.says_the_same(one, other)
        for like, (one, other) in zip(likeness, pairs, strict=True)
    ]
    for threshold in THRESHOLDS:
        by_letters = sum(like >= threshold for like in likeness)
        served = sum(like >= threshold and same for like, same in zip(likeness, agree, strict=True))
        yield (
            f"  threshold {threshold:.2f}: {served} served ({served / len(pairs):.2%}), "
            f"{by_letters} by letters alone"
        )


def _altered(samples: list[dict[str, Any]]) -> dict[str, list[tuple[str, str]]]:
    """Each true observation with each altered one made of it, by what was altered."""
    true: dict[tuple[Any, ...], str] = {}
    found: dict[str, list[tuple[str, str]]] = {}
    for claim in _claims(samples):
        if claim.kind == "true":
            true[claim.sources] = claim.text
        elif not claim.kind.startswith("unrelated") and claim.sources in true:
            found.setdefault(claim.kind, []).append((true[claim.sources], claim.text))
    return found
