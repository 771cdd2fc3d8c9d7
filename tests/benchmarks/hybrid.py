"""Hybrid: recall by words, by meaning and by both, for each embedder that is here and each share.

Recall needs `locomo-dev.json` and `zh-dev.json`: see tests/benchmarks/_recall.py. The built-in
model is measured where it is installed (make semantic), models of Ollama where it answers and has
some. Chinese paragraphs are long: reading them takes minutes.
"""

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from desktop_app.errors import Problem
from desktop_app.models.ollama import Ollama
from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import Layout
from desktop_app.search.index import Query, SearchIndex
from desktop_app.search.meaning import builtin
from desktop_app.search.meaning.by_ollama import SHARE
from desktop_app.search.meaning.embedder_choice import EmbedderChoice, Embedders
from desktop_app.search.meaning.meaning import Meaning
from desktop_app.search.retrievers import SearchBy
from tests.benchmarks._recall import CHINESE, LOCOMO, answerable, measured, sessions

SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7)
_PATIENT = 30.0  # seconds: recall is no matter of how busy the machine is
Place = tuple[str, int]


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty."""
    found = list(_embedders())
    yield from (one for one in found if isinstance(one, str))
    for choice in (one for one in found if isinstance(one, EmbedderChoice)):
        folder = work / choice.name.replace("/", "_")
        for name, measure in ((LOCOMO, _locomo), (CHINESE, _chinese)):
            yield from measured(data, name, partial(measure, folder=folder / name, choice=choice))


def _embedders() -> Iterator[EmbedderChoice | str]:
    problem = builtin.missing()
    yield (
        f"builtin: not measured. {problem}"
        if problem
        else EmbedderChoice("builtin", share=builtin.TRAITS.share)
    )
    try:
        models = asyncio.run(Ollama().models())
    except Problem as gone:
        yield f"ollama: not measured. {gone.message}"
        return
    yield from (EmbedderChoice("ollama", info.name, SHARE) for info in models if info.embeds)


class _Read:
    """An index of files with their vectors."""

    def __init__(self, folder: Path, paths: dict[str, str], choice: EmbedderChoice) -> None:
        for path, text in paths.items():
            target = folder / "notebook" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
        read = NotebookFiles(folder / "notebook").read
        self.index = SearchIndex(folder / "index.db", read, Layout().kind, budget=_PATIENT)
        self.index.rebuild(paths)
        self.meaning = Meaning(folder / "vectors.db", self.index, Embedders(Ollama))
        self._choice = choice
        self.meaning.choose(choice)
        start = time.perf_counter()
        self.given = asyncio.run(self.meaning.keep_up())
        self.seconds = time.perf_counter() - start

    def places(self, question: str, limit: int, arms: SearchBy, share: float) -> list[Place]:
        self.meaning.choose(EmbedderChoice(self._choice.kind, self._choice.model, share))
        results = self.meaning.search(Query(question, mode="question", limit=limit), arms)
        if results.note:
            raise RuntimeError(results.note)  # a figure by words alone would not be hybrid
        return [(hit.path, hit.line) for hit in results.hits]

    def close(self) -> None:
        self.meaning.close()
        self.index.close()


def _locomo(samples: list[dict[str, Any]], folder: Path, choice: EmbedderChoice) -> Iterator[str]:
    """Is the turn that answers a question among the first ten? Each conversation alone."""
    by_arm: dict[str, list[float]] = {}
    folds: dict[str, list[float]] = {}
    given, seconds = 0, 0.0
    for sample in samples:
        paths, place_of = sessions(sample, "")
        read = _Read(folder / sample["sample_id"], paths, choice)
        given, seconds = given + read.given, seconds + read.seconds
        asked = answerable(sample, place_of)
        for name, arms, share in _ways():
            scores = [
                len(right & set(read.places(question, 10, arms, share))) / len(right)
                for question, right in asked
            ]
            by_arm.setdefault(name, []).extend(scores)
            folds.setdefault(name, []).append(fmean(scores))
        read.close()
    count = len(by_arm["words"])
    yield f"{choice.name}, LoCoMo: {count} questions, {given / seconds:.0f} lines read a second"
    for name, scores in by_arm.items():
        each = " ".join(f"{fold:.3f}" for fold in folds[name])
        lower = sum(now < then for now, then in zip(folds[name], folds["words"], strict=True))
        told = f"{_ours(name, choice)}; {lower} of {len(samples)} conversations below words"
        yield f"  {name:18} R@10 {fmean(scores):.3f}  ({each}){told}"


def _chinese(
    paragraphs: list[dict[str, Any]], folder: Path, choice: EmbedderChoice
) -> Iterator[str]:
    """Is the paragraph that answers a question found?"""
    texts = [" ".join(paragraph["text"].split()) for paragraph in paragraphs]
    paths = {f"memory/{n:04}.md": f"{text}\n" for n, text in enumerate(texts)}
    read = _Read(folder, paths, choice)
    asked = [
        (question, f"memory/{n:04}.md")
        for n, paragraph in enumerate(paragraphs)
        for question in paragraph["questions"]
    ]
    rate = read.given / read.seconds
    yield f"{choice.name}, Chinese: {len(asked)} questions, {rate:.1f} paragraphs read a second"
    for name, arms, share in _ways():
        ranks = [
            next(
                (n for n, (p, _) in enumerate(read.places(q, 10, arms, share), 1) if p == right), 0
            )
            for q, right in asked
        ]
        told = " ".join(f"R@{most} {fmean(0 < r <= most for r in ranks):.4f}" for most in (1, 10))
        yield f"  {name:18} {told}{_ours(name, choice)}"
    read.close()


def _ways() -> list[tuple[str, SearchBy, float]]:
    both = [(f"both, share {share:.1f}", SearchBy.BOTH, share) for share in SHARES]
    return [("words", SearchBy.WORDS, 0.0), *both, ("meaning", SearchBy.MEANING, 1.0)]


def _ours(name: str, choice: EmbedderChoice) -> str:
    return "  <- the one in use" if name.endswith(f"share {choice.share:.1f}") else ""
