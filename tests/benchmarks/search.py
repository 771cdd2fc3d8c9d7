"""Search: build, update and query times, and whether what answers a question is found.

Recall needs data the project does not ship: `locomo-dev.json`, five or all conversations of
LoCoMo (github.com/snap-research/locomo, data/locomo10.json), and `zh-dev.json`, paragraphs with
questions made from DRCD (github.com/DRCKnowledgeTeam/DRCD) as a list of {text, title, questions}.
"""

import itertools
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from desktop_app.notebook.files import Files
from desktop_app.notebook.layout import Layout
from desktop_app.search.find import BUDGET
from desktop_app.search.index import Index, Query

BULLETS, PER_FILE = 20_000, 50
_ENGLISH = 0.7
_QUERIES = 300
PATIENT = 30.0  # seconds


def run(
    data: Path | None,
    work: Path,
    bullets: Sequence[int] = (BULLETS,),
    peers: Path | None = None,
) -> Iterator[str]:
    """Lines to print. `data` holds the data sets, None for timings only; `work` is empty.

    `bullets` are the sizes to time. `peers` is a Python that has other search engines, see
    `_peers.py`; ripgrep is asked where it is installed.
    """
    for count in bullets:
        yield from _times(work / str(count), count, peers)
    for name, measure in (("locomo-dev.json", _locomo), ("zh-dev.json", _chinese)):
        path = data / name if data else Path(name)
        if data and path.is_file():
            yield from measure(json.loads(path.read_text(encoding="utf-8")), work / path.stem)
        else:
            yield f"{name}: not measured, see tests/benchmarks/search.py and --data"


# -- times ----------------------------------------------------------------------------------


def _times(folder: Path, count: int, peers: Path | None) -> Iterator[str]:
    writer = _Writer()
    bullets = [writer.bullet() for _ in range(count)]
    day = date(1900, 1, 1)
    paths = {}
    for start in range(0, count, PER_FILE):
        lines = "".join(f"- {bullet}\n" for bullet in bullets[start : start + PER_FILE])
        paths[f"memory/{day}.md"] = f"# Daily Memory: {day}\n\n{lines}"
        day += timedelta(days=1)
    index, files = _index(folder, paths, BUDGET)
    before, cpu = _memory(), time.process_time()
    build = _seconds(lambda: index.rebuild(paths))
    cpu = time.process_time() - cpu
    plain = _seconds(lambda: _bare_insert(folder / "bare.db", bullets))
    size = index.path.stat().st_size / 1e6
    yield (
        f"{count:,} bullets: build {build:.2f} s ({cpu:.2f} s of a processor), "
        f"{build / plain:.1f} x a bare FTS5 insert; {size:.0f} MB on disk"
    )
    changes = []
    for number, path in enumerate(sorted(paths)[:: max(1, len(paths) // 40)]):
        files.append(path, f"- one more line {number}\n".encode())
        changes.append(_seconds(lambda path=path: index.update([path])))
    one = statistics.median(changes)
    yield f"  one file of {PER_FILE} changed: {one * 1000:.1f} ms, 1/{build / one:.0f} of the build"

    text = "\n".join(bullets).casefold()
    scan = _seconds(lambda: [text.count("surtibo") for _ in range(20)]) / 20
    every: list[str] = []
    for kind in ("one word", "half a word", "two words", "two characters", "a question"):
        asked = [writer.query(kind) for _ in range(_QUERIES)]
        every += asked if kind == "two words" else []
        found = [_asked(index, query) for query in asked]
        took, used = sorted(wall for wall, _ in found), sorted(cpu for _, cpu in found)
        half, most = _QUERIES // 2, _QUERIES * 99 // 100
        late = sum(wall > BUDGET * 1000 for wall in took)
        yield (
            f"  {kind}: p50 {took[half]:.2f} ms, p99 {took[most]:.1f}, longest {took[-1]:.0f}"
            f" (of a processor {used[half]:.2f}, {used[most]:.1f}, {used[-1]:.0f});"
            f" {late} of {_QUERIES} over {BUDGET * 1000:.0f} ms;"
            f" p50 {took[half] / 1000 / scan:.2f} x a substring scan"
        )
    yield f"  memory: {_memory() - before:+.0f} MB for build and queries"
    index.close()
    yield from _peers(folder, bullets, every, peers, build)


def _asked(index: Index, query: str) -> tuple[float, float]:
    """Milliseconds a search took, and what of them a processor worked."""
    begun = time.thread_time()
    took = index.search(Query(query)).took_ms
    return took, (time.thread_time() - begun) * 1000


def _memory() -> float:
    """Megabytes this process holds now; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _peers(
    folder: Path, bullets: list[str], queries: list[str], peers: Path | None, build: float
) -> Iterator[str]:
    """The same lines and queries of two words in other engines, in the same run."""
    if grep := shutil.which("rg"):
        took = [
            _seconds(lambda word=word: _grep(grep, word, folder / "notebook"))
            for word, *_ in map(str.split, queries[:20])
        ]
        yield f"  ripgrep: one word p50 {statistics.median(took) * 1000:.1f} ms, no build"
    else:
        yield "  ripgrep: not installed"
    if peers is None:
        yield "  tantivy, bm25s: not measured, see tests/benchmarks/_peers.py and --peers"
        return
    lines, asked = folder / "lines.txt", folder / "queries.txt"
    lines.write_text("\n".join(bullets), encoding="utf-8")
    asked.write_text("\n".join(queries), encoding="utf-8")
    script = Path(__file__).with_name("_peers.py")
    done = subprocess.run(
        [str(peers), str(script), str(lines), str(asked), str(folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    for name, found in json.loads(done.stdout.splitlines()[-1]).items():
        yield (
            f"  {name}: build {found['build']:.2f} s (ours {build / found['build']:.1f} x), "
            f"two words p50 {found['p50']:.2f} ms, p99 {found['p99']:.1f}"
        )


def _grep(program: str, word: str, folder: Path) -> None:
    subprocess.run([program, "-F", word, str(folder)], capture_output=True, check=False)


class _Writer:
    """Writes bullets of made-up words, few of which are common and many rare, as in any text."""

    def __init__(self) -> None:
        self._chance = random.Random(1)
        self._english = [_word(number * 37 + 11) for number in range(20_000)]
        self._chinese = [_pair(number) for number in range(8_000)]
        self._weights = list(itertools.accumulate(1 / (n + 10) for n in range(20_000)))

    def bullet(self) -> str:
        if self._chance.random() < _ENGLISH:
            return " ".join(self._some(self._english, 14)).capitalize() + "."
        return "".join(self._some(self._chinese, 14)) + "。"

    def query(self, kind: str) -> str:
        """Words come up in queries as often as in the text."""
        if kind == "two characters":
            return self._some(self._chinese, 1)[0]
        if kind == "half a word":
            word = self._some(self._english, 1)[0]
            return word[: max(1, len(word) // 2)]
        if kind == "a question":
            return f"what about {' '.join(self._some(self._english, 4))}?"
        return " ".join(self._some(self._english, 2 if kind == "two words" else 1))

    def _some(self, words: list[str], count: int) -> list[str]:
        weights = self._weights[: len(words)]
        return self._chance.choices(words, cum_weights=weights, k=count)


def _word(number: int) -> str:
    syllables = ["har", "bo", "ur", "sur", "vey", "ti", "de", "mo", "ra", "len", "ka", "pi", "st"]
    word = ""
    while number:
        number, rest = divmod(number, len(syllables))
        word += syllables[rest]
    return word


def _pair(number: int) -> str:
    return chr(0x4E00 + 11 * (number % 997)) + chr(0x4E00 + 13 * (number // 5))


def _bare_insert(path: Path, bullets: list[str]) -> None:
    connection = sqlite3.connect(path)
    connection.execute("pragma journal_mode=wal")
    connection.execute("create virtual table plain using fts5(text)")
    connection.executemany("insert into plain values (?)", ((bullet,) for bullet in bullets))
    connection.commit()
    connection.close()


# -- recall ---------------------------------------------------------------------------------


def _locomo(conversations: list[dict[str, Any]], folder: Path) -> Iterator[str]:
    """Is the turn that answers a question among the first ten? Questions with an answer only."""
    by_turn, by_file = [], []
    for number, sample in enumerate(conversations):
        paths, place_of = _sessions(sample["conversation"], "")
        index, _ = _index(folder / str(number), paths)
        index.rebuild(paths)
        score = _recalls(index, _answerable(sample, place_of), 10)
        told = f"recall@10 {_mean(score):.3f} of {len(score)} questions"
        yield f"LoCoMo {sample['sample_id']}: {told}"
        by_turn += score
        index.close()
    yield f"LoCoMo, by turn, each conversation alone: recall@10 {_mean(by_turn):.3f}"

    every: dict[str, str] = {}
    asked: list[tuple[str, set[tuple[str, int]]]] = []
    for sample in conversations:
        paths, place_of = _sessions(sample["conversation"], f" {sample['sample_id']}")
        every |= paths
        asked += _answerable(sample, place_of)
    index, _ = _index(folder / "all", every)
    index.rebuild(every)
    by_turn = _recalls(index, asked, 10)
    ranks = []
    for question, places in asked:
        found = index.search(Query(question, mode="question", by="file")).hits
        right = {path for path, _ in places}
        ranks.append(next((n for n, hit in enumerate(found, 1) if hit.path in right), None))
    by_file = [[rank is not None and rank <= most for rank in ranks] for most in (5, 10)]
    reciprocal = _mean(1 / rank if rank else 0.0 for rank in ranks)
    yield f"LoCoMo, by turn, all in one index: recall@10 {_mean(by_turn):.3f}"
    yield (
        f"LoCoMo, by file, all in one index: R@5 {_mean(by_file[0]):.3f}, "
        f"R@10 {_mean(by_file[1]):.3f}, MRR {reciprocal:.3f}"
    )
    index.close()


def _sessions(
    conversation: dict[str, Any], suffix: str
) -> tuple[dict[str, str], dict[str, tuple[str, int]]]:
    """A conversation as one file a session, and where each of its turns stands."""
    paths: dict[str, str] = {}
    place_of: dict[str, tuple[str, int]] = {}
    number = 1
    while f"session_{number}_date_time" in conversation:
        told = conversation[f"session_{number}_date_time"]
        day = datetime.strptime(told.split(" on ")[1], "%d %B, %Y").date()
        path = f"memory/{day}{suffix} {number}.md"
        lines = [f"# Daily Memory: {day}", ""]
        for turn in conversation.get(f"session_{number}", []):
            said = " ".join(f"{turn['text']} {turn.get('blip_caption', '')}".split())
            lines.append(f"- {turn['speaker']}: {said}")
            place_of[turn["dia_id"]] = (path, len(lines))
        paths[path] = "\n".join(lines) + "\n"
        number += 1
    return paths, place_of


def _answerable(
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
    index: Index, asked: Iterable[tuple[str, set[tuple[str, int]]]], most: int
) -> list[float]:
    """For each question the share of its places among the first hits."""
    scores = []
    for question, places in asked:
        hits = index.search(Query(question, mode="question", limit=most)).hits
        scores.append(len(places & {(hit.path, hit.line) for hit in hits}) / len(places))
    return scores


def _chinese(paragraphs: list[dict[str, Any]], folder: Path) -> Iterator[str]:
    texts = [" ".join(paragraph["text"].split()) for paragraph in paragraphs]
    paths = {f"memory/{n:04}.md": f"{text}\n" for n, text in enumerate(texts)}
    index, _ = _index(folder, paths)
    index.rebuild(paths)
    chance = random.Random(2)
    for length in (1, 2, 4):
        sought = {_piece(chance, texts, length) for _ in range(200)}
        scores = []
        for piece in sought:
            right = {f"memory/{n:04}.md" for n, text in enumerate(texts) if piece in text}
            hits = index.search(Query(piece, mode="typing", limit=len(texts))).hits
            scores.append(len(right & {hit.path for hit in hits}) / len(right))
        yield f"Chinese, {length} characters: recall against substring {_mean(scores):.3f}"
    ranks = defaultdict(list)
    for number, paragraph in enumerate(paragraphs):
        for question in paragraph["questions"]:
            hits = index.search(Query(question, mode="question", limit=10)).hits
            found = [hit.path for hit in hits]
            for most in (1, 10):
                ranks[most].append(f"memory/{number:04}.md" in found[:most])
    told = ", ".join(f"R@{most} {_mean(found):.3f}" for most, found in ranks.items())
    yield f"Chinese, question to paragraph: {told} of {len(ranks[1])} questions"
    index.close()


def _piece(chance: random.Random, texts: list[str], length: int) -> str:
    while True:
        text = chance.choice(texts)
        start = chance.randrange(max(1, len(text) - length))
        piece = text[start : start + length]
        if len(piece) == length and all("\u4e00" <= c <= "\u9fff" for c in piece):
            return piece


# -- shared ---------------------------------------------------------------------------------


def _index(folder: Path, paths: dict[str, str], budget: float = PATIENT) -> tuple[Index, Files]:
    """A notebook with these files in `folder`, and an empty index of it.

    What is found must not depend on how busy the machine is, so a search may take `budget` seconds.
    """
    for path, text in paths.items():
        target = folder / "notebook" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
    files = Files(folder / "notebook")
    return Index(folder / "index.db", files.read, Layout().kind, budget=budget), files


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _mean(values: Iterable[float]) -> float:
    return statistics.fmean(values)
