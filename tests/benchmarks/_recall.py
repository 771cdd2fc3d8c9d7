"""Recall: whether what answers a question is found by words.

Needs data the project does not ship: `locomo-dev.json`, five or all conversations of LoCoMo
(github.com/snap-research/locomo, data/locomo10.json), and `zh-dev.json`, paragraphs with questions
made from DRCD (github.com/DRCKnowledgeTeam/DRCD) as a list of {text, title, questions}.
"""

import itertools
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import Layout
from desktop_app.search.index import Query, SearchIndex

LOCOMO, CHINESE = "locomo-dev.json", "zh-dev.json"
_PATIENT = 30.0  # seconds: what is found must not depend on how busy the machine is


def measured(
    data: Path | None, name: str, measure: Callable[[Any], Iterator[str]]
) -> Iterator[str]:
    """What is measured with a data set, or that it is not here."""
    if data and (data / name).is_file():
        yield from measure(json.loads((data / name).read_text(encoding="utf-8")))
    else:
        yield f"{name}: not measured, see tests/benchmarks/_recall.py and --data"


def held(sample: dict[str, Any]) -> Iterator[tuple[str, datetime, list[dict[str, Any]]]]:
    """The sessions of a conversation of LoCoMo in order: name, time and turns."""
    talk = sample["conversation"]
    for number in itertools.count(1):
        name = f"session_{number}"
        if f"{name}_date_time" not in talk:
            return
        at = datetime.strptime(talk[f"{name}_date_time"], "%I:%M %p on %d %B, %Y")
        yield name, at, talk.get(name, [])


def spoken(turn: dict[str, Any]) -> str:
    """What somebody says in one go, with what a picture of it shows."""
    said = " ".join(f"{turn['text']} {turn.get('blip_caption', '')}".split())
    return f"{turn['speaker']}: {said}"


def locomo(conversations: list[dict[str, Any]], folder: Path) -> Iterator[str]:
    """Is the turn that answers a question among the first ten? Questions with an answer only."""
    by_turn, by_file = [], []
    for number, sample in enumerate(conversations):
        paths, place_of = sessions(sample, "")
        index = _notebook(folder / str(number), paths)
        index.rebuild(paths)
        score = _recalls(index, answerable(sample, place_of), 10)
        told = f"recall@10 {fmean(score):.3f} of {len(score)} questions"
        yield f"LoCoMo {sample['sample_id']}: {told}"
        by_turn += score
        index.close()
    yield f"LoCoMo, by turn, each conversation alone: recall@10 {fmean(by_turn):.3f}"

    every: dict[str, str] = {}
    asked: list[tuple[str, set[tuple[str, int]]]] = []
    for sample in conversations:
        paths, place_of = sessions(sample, f" {sample['sample_id']}")
        every |= paths
        asked += answerable(sample, place_of)
    index = _notebook(folder / "all", every)
    index.rebuild(every)
    by_turn = _recalls(index, asked, 10)
    ranks = []
    for question, places in asked:
        found = index.search(Query(question, mode="question", by="file")).hits
        right = {path for path, _ in places}
        ranks.append(next((n for n, hit in enumerate(found, 1) if hit.path in right), None))
    by_file = [[rank is not None and rank <= most for rank in ranks] for most in (5, 10)]
    reciprocal = fmean(1 / rank if rank else 0.0 for rank in ranks)
    yield f"LoCoMo, by turn, all in one index: recall@10 {fmean(by_turn):.3f}"
    yield (
        f"LoCoMo, by file, all in one index: R@5 {fmean(by_file[0]):.3f}, "
        f"R@10 {fmean(by_file[1]):.3f}, MRR {reciprocal:.3f}"
    )
    index.close()


def sessions(
    sample: dict[str, Any], suffix: str
) -> tuple[dict[str, str], dict[str, tuple[str, int]]]:
    """A conversation as one file a session, and where each of its turns stands."""
    paths: dict[str, str] = {}
    place_of: dict[str, tuple[str, int]] = {}
    for number, (_, at, turns) in enumerate(held(sample), 1):
        path = f"memory/{at.date()}{suffix} part {number}.md"
        lines = [f"# Daily Memory: {at.date()}", ""]
        for turn in turns:
            lines.append(f"- {spoken(turn)}")
            place_of[turn["dia_id"]] = (path, len(lines))
        paths[path] = "\n".join(lines) + "\n"
    return paths, place_of


def answerable(
    sample: dict[str, Any], place_of: dict[str, tuple[str, int]]
) -> list[tuple[str, set[tuple[str, int]]]]:
    adversarial = 5  # a category of questions without an answer in the conversation
    found = []
    for asked in sample["qa"]:
        places = {place_of[turn] for turn in asked["evidence"] if turn in place_of}
        if places and asked["category"] != adversarial:
            found.append((asked["question"], places))
    return found


def _recalls(
    index: SearchIndex, asked: Iterable[tuple[str, set[tuple[str, int]]]], most: int
) -> list[float]:
    """For each question the share of its places among the first hits."""
    scores = []
    for question, places in asked:
        hits = index.search(Query(question, mode="question", limit=most)).hits
        scores.append(len(places & {(hit.path, hit.line) for hit in hits}) / len(places))
    return scores


def chinese(paragraphs: list[dict[str, Any]], folder: Path) -> Iterator[str]:
    texts = [" ".join(paragraph["text"].split()) for paragraph in paragraphs]
    paths = {f"memory/{n:04}.md": f"{text}\n" for n, text in enumerate(texts)}
    index = _notebook(folder, paths)
    index.rebuild(paths)
    chance = random.Random(2)
    for length in (1, 2, 4):
        sought = {_piece(chance, texts, length) for _ in range(200)}
        scores = []
        for piece in sought:
            right = {f"memory/{n:04}.md" for n, text in enumerate(texts) if piece in text}
            hits = index.search(Query(piece, mode="typing", limit=len(texts))).hits
            scores.append(len(right & {hit.path for hit in hits}) / len(right))
        yield f"Chinese, {length} characters: recall against substring {fmean(scores):.3f}"
    ranks = defaultdict(list)
    for number, paragraph in enumerate(paragraphs):
        for question in paragraph["questions"]:
            hits = index.search(Query(question, mode="question", limit=10)).hits
            found = [hit.path for hit in hits]
            for most in (1, 10):
                ranks[most].append(f"memory/{number:04}.md" in found[:most])
    told = ", ".join(f"R@{most} {fmean(found):.3f}" for most, found in ranks.items())
    yield f"Chinese, question to paragraph: {told} of {len(ranks[1])} questions"
    index.close()


def _piece(chance: random.Random, texts: list[str], length: int) -> str:
    while True:
        text = chance.choice(texts)
        start = chance.randrange(max(1, len(text) - length))
        piece = text[start : start + length]
        if len(piece) == length and all("\u4e00" <= c <= "\u9fff" for c in piece):
            return piece


def _notebook(folder: Path, paths: dict[str, str]) -> SearchIndex:
    """An empty index of a notebook with these files."""
    for path, text in paths.items():
        target = folder / "notebook" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
    read = NotebookFiles(folder / "notebook").read
    return SearchIndex(folder / "index.db", read, Layout().kind, budget=_PATIENT)
