"""Transcripts: what is written is read again, cut at any byte or not."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.models.model import ToolCall
from desktop_app.notebook.opening import open_notebook
from desktop_app.search.chunks import chunks
from desktop_app.sessions import transcript as t
from desktop_app.sessions.live_events import TurnKind
from desktop_app.sessions.talk_view import TalkRecord, UsedMemory
from desktop_app.sessions.transcript import TranscriptRead
from desktop_app.sessions.transcript import transcript_line as line
from tests.support.dreaming import NOON

NAME = "2026-11-21-4be1c0de.jsonl"
PATH = f"sessions/{NAME}"
HEAD = t.head_line("4be1c0de", NOON)
ASKED = TalkRecord("m1", "user", "When does the harbour open?\n海港几点开？ 🌊", "12:00")
CALL = TalkRecord(
    "m2", "assistant", "Let me look.", "12:01", TurnKind.TOOL_CALL,
    calls=(ToolCall("memory_search", '{"query": "harbour"}'),), model="small",
)  # fmt: skip
RESULT = TalkRecord(
    "m3", "tool", "MEMORY.md:3 says six", "12:01", TurnKind.TOOL_RESULT,
    calls=(ToolCall("memory_search", '{"query": "harbour"}'),), ok=False,
)  # fmt: skip
SAID = TalkRecord(
    "m4", "assistant", "At six.", "12:02", tokens=7, model="small", thinking="It says six.",
    stopped=True, used=(UsedMemory("MEMORY.md", 3, "The harbour opens at six."),),
)  # fmt: skip
MESSAGES = (ASKED, CALL, RESULT, SAID)
WHOLE = HEAD + "".join(map(t.message_line, MESSAGES))


def read(text: str | bytes) -> TranscriptRead:
    found = t.read_transcript(text.encode() if isinstance(text, str) else text, NAME)
    assert found is not None
    return found


def test_what_is_written_is_read_again() -> None:
    talk = read(WHOLE)
    assert talk.messages == MESSAGES
    assert [one.line for one in talk.messages] == [2, 3, 4, 5]
    assert (talk.head.id, talk.head.made, talk.head.model) == (
        "4be1c0de",
        NOON.isoformat(),
        "small",
    )
    assert talk.title == "When does the harbour open?"
    assert talk.messages[2].use.ok is False and talk.messages[2].use.name == "memory_search"
    assert (talk.kept, talk.summary, talk.skipped) == (None, "", 0)


def test_later_lines_change_what_stands_before_them() -> None:
    later = (
        line("unremembered", id="m1", value=True)
        + line("title", title="The harbour")
        + line("replaced", **{"from": "m2"})
        + t.message_line(TalkRecord("m5", "assistant", "At seven.", "12:05"))
        + line("slept", summary="They spoke of the harbour.", kept=("m5",), time="12:06")
        + line("extracted", ids=("m1", "m5"), time="12:07")
    )
    talk = read(WHOLE + later)
    assert [one.id for one in talk.messages] == ["m1", "m5"]
    assert [one.remembered for one in talk.messages] == [False, True]
    assert (talk.title, talk.summary, talk.kept) == (
        "The harbour", "They spoke of the harbour.", ("m5",),
    )  # fmt: skip
    assert (talk.slept, talk.extraction, talk.extracted) == ("12:06", "12:07", {"m1", "m5"})
    assert read(WHOLE + later + line("unremembered", id="m1", value=False)).messages[0].remembered
    assert read(WHOLE + later + line("title", title="")).title == "When does the harbour open?"


def test_cut_at_every_byte_it_loses_no_whole_line_and_what_is_written_next_is_there(
    tmp_path: Path,
) -> None:
    """Through the notebook, as the program writes it."""
    (tmp_path / "n" / "sessions").mkdir(parents=True)
    (tmp_path / "n" / "MEMORY.md").write_bytes(b"# Memory\n")
    notebook = open_notebook(tmp_path / "n", tmp_path / "data")
    file = tmp_path / "n" / PATH
    data = (WHOLE + line("title", title="Harbour")).encode()
    ends = [n + 1 for n, byte in enumerate(data) if byte == ord("\n")]
    new = TalkRecord("m9", "user", "And on Sundays?", "12:09")
    try:
        for cut in range(len(data) + 1):
            file.write_bytes(data[:cut])
            notebook.record(PATH, t.message_line(new), HEAD)
            talk = t.read_transcript(file.read_bytes(), NAME)
            assert talk is not None and talk.head.id == "4be1c0de", cut
            # A line that lacks nothing but its end is whole.
            whole = [one for one, end in zip(MESSAGES, ends[1:], strict=False) if end <= cut + 1]
            assert [one for one in talk.messages if one.id != "m9"] == whole, cut
            assert talk.messages[-1] == new, cut
            assert file.read_bytes().startswith(data[:cut]), cut
    finally:
        notebook.close()


@given(st.binary(max_size=300), st.integers(0, 2_000))
def test_any_bytes_after_the_first_line_hide_no_later_line(odd: bytes, cut: int) -> None:
    data = HEAD.encode() + WHOLE.encode()[len(HEAD) :][:cut] + odd + b"\n"
    last = TalkRecord("the last", "user", "Still here.", "13:00")
    talk = t.read_transcript(data + t.message_line(last).encode(), NAME)
    assert talk is not None and talk.messages[-1] == last


def test_half_a_sign_of_a_model_is_kept() -> None:
    one = TalkRecord("m1", "assistant", "half \ud83c sign", "12:00")
    assert t.message_line(one).encode()
    assert read(HEAD + t.message_line(one)).messages == (one,)


def test_the_search_reads_only_what_stands_in_the_talk() -> None:
    text = (
        WHOLE
        + line("title", title="Lighthouse")
        + line("slept", summary="A summary.", kept=(), time="")
        + t.message_line(TalkRecord("m5", "user", "And in winter?", "12:03"))
        + t.message_line(TalkRecord("m6", "assistant", "A wrong answer.", "12:04"))
        + line("replaced", **{"from": "m6"})
        + t.message_line(TalkRecord("m7", "assistant", "At eight.", "12:05"))
        + t.message_line(TalkRecord("m8", "user", "My doctor is in Bergen.", "12:06"))
        + line("unremembered", id="m8", value=True)
    )
    found = {chunk.line: chunk.text for chunk in chunks(PATH, text.encode())}
    lines = text.splitlines()
    assert list(found.values()) == [ASKED.content, "At six.", "And in winter?", "At eight."]
    assert all(f'"content": "{found[n][:6]}' in lines[n - 1] for n in found)
    again = text + line("unremembered", id="m8", value=False)
    assert "My doctor is in Bergen." in {c.text for c in chunks(PATH, again.encode())}
