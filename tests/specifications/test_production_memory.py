"""Production memory: the scenarios of production_memory.md, through the command line.

The API of the specification is a model of Ollama's; ours is scripted.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import vectors
from tests.specifications.door import Nightstand
from tests.support.ollama import OurOllama, Served

STORAGE = "We use PostgreSQL for the persistence of sessions, users, invoices and the audit log"
NEAR = f"{STORAGE}."


@pytest.fixture
def nightstand(nightstand: Nightstand, model: OurOllama) -> Nightstand:
    """Lines have vectors by a model of Ollama's."""
    model.models["bge-m3:latest"] = Served("bge-m3:latest", capabilities=("embedding",))
    nightstand("settings", "search.embedder", "ollama")
    nightstand("settings", "search.model", "bge-m3")
    nightstand("index")
    return nightstand


def embedded(model: OurOllama) -> list[str]:
    """Every text that the model was given."""
    return [text for asked in model.asked("/api/embed") for text in asked.body["input"]]


def cache(nightstand: Nightstand) -> dict[str, int]:
    found: dict[str, int] = nightstand("status")["index"]["cache"]
    return found


def test_a_text_that_was_read_before_is_not_read_again(
    nightstand: Nightstand, model: OurOllama
) -> None:
    """Scenario: Exact Match Cache Hit

    WHEN user adds memory with content "Use PostgreSQL for persistence"
    AND system checks exact match cache
    AND cache contains entry with identical content
    THEN system returns cached embedding without API call
    AND cache hit metric incremented

    Settled: "Exact embedding key: (model, sha256 of exact text)."
    """
    nightstand("remember", "Use PostgreSQL for persistence")
    assert nightstand("index")["meaning"]["given"] == 1
    before, asked = cache(nightstand), embedded(model)
    nightstand("update", "Use PostgreSQL for persistence")
    read = nightstand("index")["meaning"]
    assert (read["read"], read["given"]) == (read["lines"], 0)
    assert embedded(model) == asked
    assert cache(nightstand) == before | {"exact": before["exact"] + 1}


def test_a_text_like_one_that_was_read_takes_its_vector(
    nightstand: Nightstand, model: OurOllama
) -> None:
    """Scenario: Semantic Similarity Cache Hit

    WHEN user adds memory with content "We use PostgreSQL for database"
    AND exact match cache misses
    AND system checks semantic similarity cache
    AND cache contains entry with 0.98+ similarity
    THEN system returns similar embedding without API call
    AND similarity cache hit metric incremented

    Settled: "Near hit at 0.98 without a model call". So likeness is that of the letters, and the
    words have to be the same; two sentences of the scenarios are less alike than that.
    """
    nightstand("remember", STORAGE)
    nightstand("index")
    before, asked = cache(nightstand), embedded(model)
    nightstand("remember", NEAR)
    assert nightstand("index")["meaning"]["given"] == 0
    assert embedded(model) == asked
    assert cache(nightstand) == before | {"near": before["near"] + 1}
    nightstand("remember", "We use PostgreSQL for database")
    assert nightstand("index")["meaning"]["given"] == 1


def test_a_new_text_is_read_once_and_serves_both_caches(
    nightstand: Nightstand, model: OurOllama
) -> None:
    """Scenario: Cache Miss with New Embedding

    WHEN user adds memory with unique content
    AND both caches miss
    THEN system generates new embedding via API
    AND stores embedding in both caches
    AND cache miss metric incremented
    """
    nightstand("remember", "Tea at four")
    nightstand("index")
    before = cache(nightstand)
    nightstand("remember", STORAGE)
    assert nightstand("index")["meaning"]["given"] == 1
    assert STORAGE in embedded(model)[-1]
    assert cache(nightstand) == before | {"miss": before["miss"] + 1}
    asked = embedded(model)
    nightstand("update", STORAGE)
    nightstand("remember", NEAR)
    nightstand("index")
    hits = {"exact": before["exact"] + 1, "near": before["near"] + 1, "miss": before["miss"] + 1}
    assert (cache(nightstand), embedded(model)) == (hits, asked)


def test_a_question_that_was_asked_before_asks_no_model(
    nightstand: Nightstand, model: OurOllama, tmp_path: Path
) -> None:
    """Scenario: Cached Embedding Search

    WHEN user searches with previously used query
    AND embedding cache contains query embedding
    THEN system retrieves cached embedding (< 5ms)
    AND performs vector search
    AND total latency < 100ms (vs 250ms without cache)
    """
    nightstand("remember", "The spare key is with Ana")
    nightstand("index")
    first = nightstand("search", "where is the key?")
    before, asked = nightstand("status")["index"]["questions"], embedded(model)
    again = nightstand("search", "where is the key?")
    assert (again["arms"], again["hits"]) == (["words", "meaning"], first["hits"])
    assert embedded(model) == asked
    after = nightstand("status")["index"]["questions"]
    assert after["asked_before"] == before["asked_before"] + 1
    row = next(vectors.run(None, tmp_path / "bench", lines=50))
    assert "its vector" in row and "(to be below 5), the search" in row and "below 100)" in row


# -- the context architect -------------------------------------------------------------------

TIDES = (
    "The tide tables of berth {n} were printed in 1987 and give the low water eleven minutes too "
    "late. Whoever dives there adds the minutes by hand. The harbour office keeps a copy in the "
    "green cupboard, and a second one hangs in the boat shed behind the door."
)
HERON = "The heron nests on the crane."
HERONS = "Does the heron nest on the crane with the tide?"
OTTERS_TOO = "Does the otter sleep under the slipway with the tide?"
OTTERS = ("An otter sleeps under the slipway.", "The otter sleeps under the slipway again.")


def write_on_tides(nightstand: Nightstand) -> None:
    """Days about tides, about 8,000 tokens of them; one tells of a heron, two of an otter."""
    rare = {9: HERON, 14: OTTERS[0], 20: OTTERS[1]}
    for back in range(2, 27):
        lines = [TIDES.format(n=10 * back + n) for n in range(3)]
        lines.insert(1, rare.get(back, "Soup for the crew."))
        text = "".join(f"- {line}\n" for line in lines)
        nightstand.write(**{f"d{back}": f"# Daily Memory\n\n## Notes (09:00)\n\n{text}"})


def levels_of(answer: dict[str, Any]) -> dict[str, list[float]]:
    """The relevances of what is told at each level."""
    levels: dict[str, list[float]] = {"detailed": [], "paragraph": [], "sentence": []}
    for one in (one for one in answer["inside"] if one["found"]):
        levels[one["level"]].append(one["relevance"])
    return levels


def test_a_large_budget_tells_the_surest_memories_in_detail(nightstand: Nightstand) -> None:
    """Scenario: High Token Budget with Detailed Context

    WHEN agent requests context with budget 4096 tokens
    AND relevant memories total 8000 tokens
    THEN system generates 3 summary levels per memory (sentence/paragraph/detailed)
    AND selects detailed level for high-relevance memories (>0.9)
    AND selects paragraph level for medium-relevance (0.7-0.9)
    AND selects sentence level for low-relevance (<0.7)
    AND assembled context fits within budget

    Settled: "falls back a level when over budget". One sure answer leaves no room for others that
    are nearly as sure, so it takes two questions to see all three levels.
    """
    write_on_tides(nightstand)
    sure = nightstand("context", HERONS, "--budget", "4096")
    unsure = nightstand("context", OTTERS_TOO)
    for answer in (sure, unsure):
        assert sum(map(len, levels_of(answer).values())) > 20
        assert answer["tokens"] <= answer["budget"] == 4_096 < answer["wanted"]
        total = answer["frame"] + sum(one["tokens"] for one in answer["inside"])
        assert total == answer["tokens"], "the account is exact"
    (heron,) = levels_of(sure)["detailed"]
    assert heron > 0.9 and max(levels_of(sure)["sentence"]) < 0.7
    otters = levels_of(unsure)["paragraph"]
    assert len(otters) == 2 and all(0.7 <= one <= 0.9 for one in otters)
    detailed = next(one for one in sure["inside"] if one["level"] == "detailed")
    assert HERON in detailed["text"] and "printed in 1987" in detailed["text"], (
        "with what is around"
    )


def test_a_small_budget_tells_sentences_of_the_most_relevant(nightstand: Nightstand) -> None:
    """Scenario: Low Token Budget with Sentence Context

    WHEN agent requests context with budget 512 tokens
    AND relevant memories total 2000 tokens
    THEN system uses primarily sentence-level summaries
    AND includes only highest-relevance memories
    AND assembled context fits within budget
    """
    write_on_tides(nightstand)
    answer = nightstand("context", HERONS, "--budget", "512")
    assert answer["tokens"] <= 512 and answer["wanted"] > 2_000
    levels = levels_of(answer)
    assert len(levels["sentence"]) > 2 and not levels["paragraph"] + levels["detailed"]
    assert HERON in answer["text"]
    out = [one["relevance"] for one in answer["left_out"] if one["relevance"]]
    assert min(levels["sentence"]) >= max(out)
    whole = TIDES.format(n=0)
    found = [one["text"] for one in answer["inside"] if one["found"]]
    assert all(len(text) < len(whole) for text in found), "clipped to sentences"
