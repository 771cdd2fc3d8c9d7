"""Production memory: the scenarios of production_memory.md, through the command line.

The API of the specification is a model of Ollama's; ours is scripted.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import vectors
from tests.specifications.door import Nightstand, day
from tests.support.agents import ClaudeCode, append
from tests.support.erring import ADVICE, ends, meets, met, null_pointer
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
    asked = embedded(model)
    again = nightstand("search", "where is the key?")
    assert (again["arms"], again["hits"]) == (["words", "meaning"], first["hits"])
    assert embedded(model) == asked
    row = next(vectors.run(None, tmp_path / "bench", lines=50))
    assert "its vector" in row and "(to be below 5), the search" in row and "below 100)" in row


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where an agent keeps its conversations."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    return tmp_path / "home"


def watched(nightstand: Nightstand) -> list[str]:
    """What a look at the agent's conversations says."""
    nightstand("watch", "--yes", "claude-code", "--days", "off", "--list")
    return [step for look in nightstand("watch", "--once")["looks"] for step in look["steps"]]


def test_an_error_that_was_never_met_becomes_a_pattern(nightstand: Nightstand, home: Path) -> None:
    """Scenario: First Error Occurrence

    WHEN agent encounters NullPointerException in JWT decoding
    THEN system captures error signature
    AND searches for similar historical errors
    AND finds no matches
    AND stores error as new pattern

    Settled: "Error signature: type, message and top frames with paths, line numbers, hex, UUIDs and
    timestamps normalised". It comes quietly.
    """
    assert nightstand("hindsight", null_pointer(42))["errors"] == []
    met(home, nightstand.root, "one", ended=False)
    assert watched(nightstand) == []
    (pattern,) = nightstand("hindsight")["errors"]
    assert pattern["type"] == "java.lang.NullPointerException"
    assert pattern["frames"][0] == "JwtService.java:decode"
    assert (pattern["times"], pattern["state"], pattern["resolution"]) == (1, "new", "")


def test_the_third_time_what_ended_an_error_is_suggested_and_sharing_it_proposed(
    nightstand: Nightstand, home: Path
) -> None:
    """Scenario: Recurring Error with Resolution

    WHEN agent encounters NullPointerException in JWT decoding (3rd occurrence)
    THEN system finds 2 previous occurrences
    AND identifies common pattern (missing null check after decode)
    AND suggests resolution: "Add null check after JWT decode, return 401 if null"
    AND promotes pattern to team layer for sharing

    Settled: "the 3rd occurrence suggests the resolution that worked and proposes promotion". A
    person promotes: it becomes a procedure in Markdown for all who use the notebook.
    """
    met(home, nightstand.root, "one", "two")
    assert watched(nightstand) == []
    met(home, nightstand.root, "three", ended=False)
    (said,) = watched(nightstand)
    assert said.startswith("Met 3 times: java.lang.NullPointerException") and ADVICE in said
    (found,) = nightstand("hindsight", null_pointer(99, "/srv/ci", "12 s"))["errors"]
    assert (found["by"], found["times"], found["ended"]) == ("signature", 3, 2)
    assert (found["resolution"], found["state"]) == (ADVICE, "proposed")
    assert {one["session"] for one in found["sources"]} == {"one", "two"}
    shared = nightstand("hindsight", "--share", found["id"])
    assert (shared["state"], shared["resolution"]) == ("shared", ADVICE)
    (waits,) = nightstand("proposals")
    nightstand("apply", waits["id"], "--only", "1")
    (known,) = nightstand("procedures")["procedures"]
    assert ADVICE in nightstand.text(known["path"])


def told(nightstand: Nightstand, home: Path, session: str = "one") -> ClaudeCode:
    """A conversation that is over: a person asks, an agent errs, is answered, and ends it."""
    talk = ClaudeCode(home, nightstand.root, session)
    append(talk.path, talk.user("Make the login work again."), *meets(talk, null_pointer(42)))
    append(talk.path, talk.user("Please return 401 there."), *ends(talk))
    old = (datetime.now() - timedelta(days=1)).timestamp()
    os.utime(talk.path, (old, old))
    return talk


def test_what_changed_failed_or_was_answered_is_captured_with_its_impact(
    nightstand: Nightstand, home: Path
) -> None:
    """Scenario: Significant Event Capture

    WHEN agent executes tool that modifies state
    OR agent encounters error
    OR agent receives user feedback
    THEN system captures event with context
    AND marks as significant if impact > threshold
    """
    talk = told(nightstand, home)
    nightstand("hindsight", "--read", str(talk.path))
    events = nightstand("trajectory", "one")["events"]
    marked = {one["kind"]: one for one in events if one["significant"]}
    assert set(marked) == {"change", "error", "feedback", "end"}
    assert marked["change"]["text"].startswith("Edit ")
    assert marked["feedback"]["text"] == "Please return 401 there."
    assert marked["error"]["why"] == [{"weight": 0.6, "reason": "an error"}]
    nightstand("settings", "sessions.impact", "70")
    events = nightstand("trajectory", "one")["events"]
    assert [one["kind"] for one in events if one["significant"]] == ["end"]


def test_the_end_of_a_session_is_summed_up_and_what_it_taught_becomes_a_procedure(
    nightstand: Nightstand, home: Path
) -> None:
    """Scenario: Trajectory Summarization

    WHEN agent session completes
    AND significant events > 0
    THEN system summarizes trajectory
    AND extracts learnings
    AND stores as procedural memory

    Settled: proposed through the same review, never written by itself.
    """
    talk = told(nightstand, home)
    nightstand("hindsight", "--read", str(talk.path))
    before = nightstand.files()
    ended = nightstand("trajectory", "one", "--propose")
    assert ended["learnings"] == 1 and ADVICE in ended["summary"]
    (path,) = ended["proposed"]
    assert nightstand.files() == before and nightstand("procedures")["procedures"] == []
    (waits,) = nightstand("proposals")
    nightstand("apply", waits["id"], "--only", "1")
    text = nightstand.text(path)
    assert ADVICE in text and "## Solution" in text and "claude-code, one" in text
    (known,) = nightstand("procedures")["procedures"]
    assert known["path"] == path
    assert nightstand("procedures", known["name"])["skill"].startswith("---\nname: ")


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


# -- tiers -------------------------------------------------------------------------------------

SAID = "The sluice gate opens at nine"


def aged(nightstand: Nightstand, days: int) -> str:
    """A day so many days ago, which nobody has used since; its path."""
    nightstand.write(**{f"d{days}": f"- {SAID}\n"})
    return day(days)


def held(nightstand: Nightstand) -> dict[str, int]:
    """How many days stand in each tier."""
    told = nightstand("tiers")["tiers"]
    return {one["tier"]: one["files"] - (one["tier"] == "hot") for one in told}  # less MEMORY.md


def test_what_was_used_lately_is_hot(nightstand: Nightstand) -> None:
    """Scenario: Hot Tier Storage

    WHEN memory accessed within last 7 days
    THEN system stores in hot tier (Redis)
    AND retrieval latency < 10ms

    Settled: on one computer the search index is the hot tier; Redis is a team's. Times are rows of
    `make bench`.
    """
    nightstand.write(memory="- Anna likes tea\n")
    path = aged(nightstand, 400)
    nightstand("get", path, "--from", "1", "--lines", "1")
    nightstand("tiers", "move")
    assert held(nightstand) == {"hot": 1, "warm": 0, "cold": 0}
    assert nightstand("search", "sluice")["hits"][0]["path"] == path


def test_what_is_older_than_a_week_is_warm(nightstand: Nightstand) -> None:
    """Scenario: Warm Tier Migration

    WHEN memory age > 7 days AND < 90 days
    AND access frequency < 1/day
    THEN system migrates to warm tier (PostgreSQL)
    AND retrieval latency < 50ms

    Settled: on one computer the search index, a SQLite file, is the warm tier; PostgreSQL is a
    team's. Times are rows of `make bench`.
    """
    nightstand.write(memory="- Anna likes tea\n")
    path = aged(nightstand, 30)
    nightstand("tiers", "move")
    assert held(nightstand) == {"hot": 0, "warm": 1, "cold": 0}
    assert nightstand("search", "sluice")["hits"][0]["path"] == path


def test_what_is_older_than_ninety_days_leaves_the_index_and_is_found(
    nightstand: Nightstand,
) -> None:
    """Scenario: Cold Tier Archival

    WHEN memory age > 90 days
    AND access frequency < 1/week
    THEN system migrates to cold tier (S3 + Parquet)
    AND retrieval latency < 500ms

    Settled: on one computer the Parquet files lie beside the index; S3 is a team's. Times are rows
    of `make bench`.
    """
    pytest.importorskip("pyarrow", reason="the extra `tiers` is not installed")
    nightstand.write(memory="- Anna likes tea\n")
    path, chunks = aged(nightstand, 400), nightstand("index")["chunks"]
    assert nightstand("tiers")["would_leave"] == 1
    assert nightstand("tiers", "move")["moved"] == 1
    assert held(nightstand) == {"hot": 0, "warm": 0, "cold": 1}
    assert nightstand("index", "--check")["chunks"] == chunks - 1
    hit = nightstand("search", "when does the sluice gate open?")["hits"][0]
    assert (hit["path"], hit["line"], hit["text"]) == (path, 1, SAID)
    assert nightstand("tiers", "back")["moved"] == 1
    assert held(nightstand)["cold"] == 0 and nightstand("index")["chunks"] == chunks
