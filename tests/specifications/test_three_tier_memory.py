"""Three-tier memory: the scenarios of three_tier_memory.md, through the command line."""

import json
import re
from pathlib import Path

from desktop_app.sessions.live import LiveLimits, LiveState
from tests.specifications.door import (
    DIARY,
    TODAY,
    YESTERDAY,
    Conversation,
    Nightstand,
    day,
    flush,
    opened,
    usage,
)
from tests.support.ollama import OurOllama

MEMORY = """# Memory

## Home

- The boiler is serviced in March.

## Health

- Clara wears glasses.
"""
ALLERGY = "Mara is allergic to peanuts."
COFFEE = "Decided to stop drinking coffee after 14:00."
BOAT = "Jonas wants to buy a motorboat for 40,000 euros."
ANSWER = f"""[MEMORY]
## Home
- The boiler is serviced in March. {{M1}}
## Health
- Clara wears glasses. {{M2}}
- {ALLERGY} {{D{TODAY}:5}}
- {COFFEE} {{D{YESTERDAY}:5}}
[DREAM]
Peanuts and coffee
{ALLERGY} Two things of the body came up in these days.
"""


def notes(date: object, *lines: str) -> str:
    """A day's file; its first line is the fifth."""
    return f"# Daily Memory: {date}\n\n## Notes (09:12)\n\n" + "".join(f"- {x}\n" for x in lines)


# -- the first tier --------------------------------------------------------------------------


def test_a_conversation_is_followed_and_flushed_when_it_is_trimmed_and_when_it_ends(
    nightstand: Nightstand,
) -> None:
    """Scenario: Context tier stores active session

    WHEN an agent conversation is in progress
    THEN the context tier SHALL track messages, token usage, and running summary
    WHEN the session ends or context is trimmed
    THEN the context SHALL be flushed to the daily tier
    """
    with opened(nightstand.root) as memory:
        talk = Conversation(memory, LiveLimits(turns=2))
        talk.say(ALLERGY)
        talk.tell(usage(900, 8_192))
        assert [one.content for one in talk.state.messages] == [ALLERGY]
        assert (talk.state.tokens, talk.state.summary) == (900, "")
        talk.say("Yes", COFFEE)
        assert f"## Trimmed Context ({memory.now():%H:%M})" in nightstand.text(day())
        assert ALLERGY in talk.state.summary and ALLERGY in nightstand.text(day())
        assert ALLERGY not in [one.content for one in talk.state.messages]
        assert COFFEE not in nightstand.text(day())
        talk.tell(LiveState.flush)
        assert COFFEE in nightstand.text(day())


def two_days(nightstand: Nightstand) -> None:
    nightstand.write(memory=MEMORY, d0=notes(TODAY, ALLERGY), d1=notes(YESTERDAY, COFFEE))


def talk(folder: Path, *said: str) -> str:
    path = folder / "talk.jsonl"
    path.write_text("".join(f"{json.dumps({'role': 'user', 'content': x})}\n" for x in said))
    return str(path)


# -- daily tier ------------------------------------------------------------------------------


def test_a_flush_is_appended_to_the_day(nightstand: Nightstand, tmp_path: Path) -> None:
    """Scenario: Daily tier persists as Markdown files

    WHEN context is flushed
    THEN the daily tier SHALL append summarized records to `memory/YYYY-MM-DD.md`
    THEN each session block SHALL have a timestamped header (e.g., `## Trimmed Context (14:30)`)
    THEN daily files SHALL be created lazily (only when first write occurs)
    """
    assert not (nightstand.root / day()).exists()
    nightstand("flush", talk(tmp_path, "My daughter Leo starts school on 1 September."))
    first = nightstand.text(day())
    second = talk(tmp_path, "My flight to Porto leaves on 4 December.")
    flushed = nightstand("flush", second, "--cause", "trim")
    assert flushed["path"] == day()
    added = nightstand.text(day()).removeprefix(first)
    pattern = r"\n## Trimmed Context \(\d\d:\d\d\)\n\n- User: My flight to Porto .+\n"
    assert re.fullmatch(pattern, added)
    assert "## Session Notes (" in first and "Leo starts school" in first


def test_the_first_write_of_a_day_makes_its_file(nightstand: Nightstand) -> None:
    """Scenario: Lazy file creation

    WHEN the first memory write occurs for a given day
    THEN a file SHALL be created at `memory/YYYY-MM-DD.md` with a header
    `# Daily Memory: YYYY-MM-DD`
    """
    assert not (nightstand.root / day()).exists()
    nightstand("remember", ALLERGY)
    assert nightstand.text(day()).startswith(f"# Daily Memory: {TODAY}\n\n")


def test_later_writes_are_appended(nightstand: Nightstand) -> None:
    """Scenario: Append-only writes

    WHEN subsequent memory writes occur on the same day
    THEN new entries SHALL be appended to the existing daily file
    """
    nightstand("remember", ALLERGY)
    for line in (COFFEE, BOAT):
        before = nightstand.text(day())
        nightstand("remember", line)
        added = nightstand.text(day()).removeprefix(before)
        assert added != nightstand.text(day()), "what was there stays where it was"
        assert added.endswith(f"- {line}\n")


# -- core tier -------------------------------------------------------------------------------


def test_a_dream_rewrites_memory_as_bullets(nightstand: Nightstand, model: OurOllama) -> None:
    """Scenario: Core tier stores distilled long-term knowledge

    WHEN Deep Dream consolidation runs
    THEN the core tier SHALL be updated by rewriting `MEMORY.md`
    THEN `MEMORY.md` SHALL be formatted as Markdown with `- ` bullet items, optionally grouped under
    `## headings`
    """
    two_days(nightstand)
    model.answer = ANSWER
    nightstand("dream", "--model", "small", "--apply")
    written = nightstand.text()
    assert written == f"{MEMORY}- {ALLERGY}\n- {COFFEE}\n"
    kinds = ("# Memory", "## ", "- ")
    assert all(line.startswith(kinds) for line in written.splitlines() if line)


def test_a_dream_reads_memory_and_days_and_writes_both(
    nightstand: Nightstand, model: OurOllama
) -> None:
    """Scenario: Deep Dream triggered

    WHEN `deep_dream(lookback_days=N)` is called
    THEN the system SHALL read current `MEMORY.md` and the last N daily files
    THEN the LLM SHALL receive both the current memory and daily records
    THEN the LLM SHALL return `[MEMORY]` and `[DREAM]` sections
    THEN `MEMORY.md` SHALL be overwritten with the `[MEMORY]` content
    THEN a dream diary SHALL be written to `memory/dreams/YYYY-MM-DD.md`

    Settled: "`MEMORY.md SHALL be overwritten with [MEMORY]`: the file becomes the proposal's
    accepted state. By default a person reviews; [...] `verbatim` gives the letter of the
    specification."
    """
    two_days(nightstand)
    nightstand.write(d2=notes("of another week", BOAT))
    model.answer = ANSWER
    nightstand("dream", "--model", "small", "--days", "2", "--verbatim")
    (asked,) = model.asked("/api/chat")
    prompt = "\n".join(message["content"] for message in asked.body["messages"])
    assert all(line in prompt for line in ("The boiler is serviced in March.", ALLERGY, COFFEE))
    assert "[MEMORY]" in prompt and "[DREAM]" in prompt
    assert BOAT not in prompt, "the third day is not one of the last two"
    wanted = re.findall(r"^(?:## |- ).*?(?= \{|$)", ANSWER, re.MULTILINE)
    assert [line for line in nightstand.text().splitlines()[1:] if line] == wanted
    diary = nightstand.text(DIARY)
    assert diary.startswith(f"# Dream Diary: {TODAY}\n\n## Peanuts and coffee (")
    assert ALLERGY in diary.split("###")[0]
    assert "Two things of the body" not in diary  # no line says so


def test_unchanged_days_are_not_dreamt_again(nightstand: Nightstand, model: OurOllama) -> None:
    """Scenario: Dedup prevents redundant runs

    WHEN Deep Dream is called but daily content hash matches the last processed hash
    THEN the operation SHALL be skipped
    """
    two_days(nightstand)
    model.answer = ANSWER
    assert nightstand("dream", "--model", "small", "--days", "2")["outcome"] == "done"
    asked = len(model.asked("/api/chat"))
    again = nightstand("dream", "--model", "small", "--days", "2")
    assert (again["outcome"], len(model.asked("/api/chat"))) == ("nothing", asked)
    assert "not changed" in again["reason"]
    nightstand("remember", "The gauge was repaired.")
    assert nightstand("dream", "--model", "small", "--days", "2")["outcome"] == "done"


def test_without_notes_nothing_is_dreamt(nightstand: Nightstand) -> None:
    """Scenario: No daily content skips gracefully

    WHEN Deep Dream is called but no recent daily files have content
    THEN the operation SHALL be skipped and existing `MEMORY.md` SHALL be preserved

    Settled: "A day with only its header, or only whitespace, is empty."
    """
    nightstand.write(memory=MEMORY, d0=f"# Daily Memory: {TODAY}\n\n", d1=" \n\n")
    before = nightstand.files()
    outcome = nightstand("dream", "--days", "2", "--apply")
    assert (outcome["outcome"], nightstand.files()) == ("nothing", before)
    nightstand.write(d0=notes(TODAY, f"Remember: {ALLERGY}"))
    assert nightstand("dream", "--days", "2")["outcome"] == "done"


def test_what_no_note_says_is_not_written(nightstand: Nightstand, model: OurOllama) -> None:
    """Scenario: No-fabrication constraint

    WHEN the LLM produces the `[MEMORY]` section
    THEN it SHALL ONLY use information present in the source materials
    (current MEMORY.md + daily files)
    THEN it SHALL NOT fabricate, infer, or add information not present in the source

    A model may fabricate all the same: then the program holds the line back.
    """
    two_days(nightstand)
    invented = f"- {BOAT} {{D{TODAY}:5}}\n"
    altered = f"- {COFFEE.replace('14', '16')} {{D{YESTERDAY}:5}}\n"
    kept = ANSWER.split(f"- {COFFEE}")[0]
    model.answer = f"{kept}{invented}{altered}[DREAM]\nBoats\nJonas dreams of the sea.\n"
    dream = nightstand("dream", "--model", "small", "--days", "2", "--apply")
    held = [one for one in dream["changes"] if one["new"] in (BOAT, COFFEE.replace("14", "16"))]
    assert [one["accepted"] for one in held] == [False, False]
    assert all(one["verdict"] in ("unsupported", "partly") for one in held)
    written = nightstand.text().removeprefix(MEMORY).splitlines()
    assert written == [f"- {ALLERGY}"], "the rest waits, in the model's own words"


# -- the summary -----------------------------------------------------------------------------


def test_the_summary_of_a_flush_is_told_to_who_asked(
    nightstand: Nightstand, tmp_path: Path
) -> None:
    """Scenario: Context summary callback

    WHEN a daily memory flush completes
    THEN an optional callback SHALL be invoked with the daily summary text
    THEN the caller MAY inject the summary into the message list for continued context awareness

    Settled: "The callback runs once, after the file is written, with the text written; never when
    nothing was [...]. The summary may be injected before the kept turns: a note that N turns were
    compacted, the summary, then the conversation goes on."
    """
    told: list[tuple[str, bool]] = []

    def hear(summary: str) -> None:
        told.append((summary, summary in nightstand.text(day())))

    with opened(nightstand.root) as memory:
        school = "My daughter Leo starts school on 1 September."
        written = flush(memory, hear, school)
        assert school in written and told == [(written, True)]
        assert flush(memory, hear, school) == ""
    assert len(told) == 1
    again = nightstand("flush", talk(tmp_path, school))
    note, _, summary = again["injected"].partition("\n")
    assert "turns of this conversation were compacted: 1" in note
    assert summary.strip() == again["text"] == written
