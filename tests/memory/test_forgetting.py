"""Forgetting for good: no byte of it stays, nothing else is lost, no machine learns it again."""

import asyncio
import dataclasses
import json
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from desktop_app.dreams.dream import deep_dream
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.forgetting.cutting import CHOSEN, ForgetPlace
from desktop_app.notebook.history import written_by
from desktop_app.notebook.source import Source
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from tests.support.dreaming import COFFEE, ToldDreamer, a_notebook, opened
from tests.support.embedding import Concepts, Rack
from tests.support.erring import ADVICE, met_by_agents
from tests.support.every_byte import standing

PIN = "Zoë’s card opens with xyzzy 4711"
DECOMPOSED = PIN.replace("ë", "e\u0308")
DAY = f"# Daily Memory: 2026-11-20\n\n## Notes (09:12)\n\n- {PIN}\n- Decided: paint the shed.\n"
CORE = (
    f"# Memory\n\n## People\n\n- {PIN}\n  - told in May\n- Ana keeps bees.\n\n## Home\n\n- Tea.\n"
)
OTHER = "Paint the shed green on 4 December."


def own(memory: Memory) -> Path:
    return memory._notebook.own


def everywhere(memory: Memory) -> list[str]:
    return standing("xyzzy 4711", memory.root, own(memory).parent.parent)


def forgotten(memory: Memory, text: str = PIN, **how: bool) -> object:
    return memory.forgetting.forget(memory.forgetting.find(text, **how), CHOSEN)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """A notebook in which the line stands in every place that there is."""
    root = a_notebook(tmp_path, CORE, d20261120=DAY)
    (root / "sessions").mkdir()
    said = {"role": "user", "content": f"By the way:\n{PIN}.\nBye"}
    lines = [{"type": "session", "id": "a", "made": "2026-11-20T10:00:00"}, said | {"id": "m"}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (root / "sessions" / "2026-11-20-a.jsonl").write_text(text)
    (root / "MEMORY (conflict 2026-11-20 101010).md").write_text(CORE)
    (root / "memory" / "cards.md").write_text(f"# Cards\n\n- {DECOMPOSED}\n- x\n")
    memory = opened(root, tmp_path)
    memory.index.refresh()
    return memory


def with_all_records(memory: Memory) -> None:
    """Everything that the program keeps beside the notebook says it, too."""
    before = memory.files.read("MEMORY.md")
    memory.files.save("MEMORY.md", before.data + b"- Salt.\n", before)
    asyncio.run(memory.dreams.dream())
    done = memory.dreams.apply(kinds=["added"]).proposal
    says = dataclasses.replace(COFFEE, n=2, new=f"{PIN}.", sources=(Source("x.md", 5, PIN),))
    told = dataclasses.replace(done, changes=(*done.changes, says), title=PIN, prose=f"a\n{PIN}\n")
    memory._store.put(dataclasses.replace(told, caution=PIN))
    diary = memory.root / (done.diary or "")
    diary.write_text(f"{diary.read_text()}\n## {PIN} (03:00)\n\nDreamt of {PIN}.\n\nAnd slept.\n")
    memory.index.refresh()
    memory.drafts.keep(
        UnsavedDraft("0123abcd", "MEMORY.md", memory.now(), before.data, f"{CORE}- new\n".encode())
    )
    (own(memory) / "talks").mkdir()
    line = json.dumps({"id": "x", "role": "user", "content": PIN}) + "\n"
    (own(memory) / "talks" / "2026-11-20-b.jsonl").write_text(line)
    (own(memory) / "journal").mkdir(exist_ok=True)
    (own(memory) / "journal" / "1.stuck").write_text(f'{{"no intent": "{PIN}"}}')
    (own(memory) / "agents").mkdir()
    (own(memory) / "agents" / "cli.json").write_text(json.dumps({"said": [PIN]}))
    with closing(sqlite3.connect(own(memory) / "history.db.damaged")) as damaged:
        damaged.execute("create table contents (packed blob)")
        damaged.execute("insert into contents values (?)", [PIN])
        damaged.commit()
    data = own(memory).parent.parent
    (data / "log").mkdir()
    (data / "log" / "nightstand.log").write_text(f"12:00 INFO a\n12:01 ERROR {PIN}\n")
    (data / "state.json").write_text(json.dumps({"searched": [PIN, "bees"], "size": [3, 4]}))


def test_no_byte_of_a_forgotten_line_stays_anywhere(memory: Memory) -> None:
    with_all_records(memory)
    assert len(everywhere(memory)) > 10
    found = memory.forgetting.find(PIN)
    every = {one.place for one in found.places}
    assert every == set(ForgetPlace)
    report = memory.forgetting.forget(found, CHOSEN)
    assert everywhere(memory) == []
    memory.close()
    assert everywhere(memory) == []
    assert report.unfinished == ""
    assert {one.place for one in report.removed} == every
    assert any("Backups" in one for one in report.unreached)


def test_a_copy_whose_note_is_gone_is_cleared_too(tmp_path: Path) -> None:
    memory = opened(a_notebook(tmp_path, CORE), tmp_path)
    copy = memory.root / "MEMORY (conflict 2026-11-20 101010).md"
    (memory.root / "MEMORY.md").rename(copy)
    forgotten(memory)
    memory.close()
    assert everywhere(memory) == []
    assert "Ana keeps bees." in copy.read_text()


def test_everything_else_stays_as_it_was(memory: Memory) -> None:
    with_all_records(memory)
    forgotten(memory)
    told = memory.dreams.proposals(None)[0]
    assert (told.title, told.prose, told.caution, len(told.changes)) == ("…", "a\n", "…", 1)
    diary = (memory.root / (told.diary or "")).read_text()
    assert diary.endswith("\n## … (03:00)\n\n\nAnd slept.\n")
    root, data = memory.root, own(memory).parent.parent
    assert "- Ana keeps bees.\n" in (root / "MEMORY.md").read_text()
    assert "told in May" not in (root / "MEMORY.md").read_text()  # it stood below the bullet
    assert "- Decided: paint the shed.\n" in (root / "memory/2026-11-20.md").read_text()
    assert (root / "memory/cards.md").read_text() == "# Cards\n\n- x\n"
    said = (root / "sessions/2026-11-20-a.jsonl").read_text().splitlines()
    assert json.loads(said[1])["content"] == "By the way:\nBye"
    assert (data / "log/nightstand.log").read_text() == "12:00 INFO a\n"
    assert json.loads((data / "state.json").read_text()) == {
        "searched": ["…", "bees"],
        "size": [3, 4],
    }
    draft = memory.drafts.named("0123abcd")
    assert draft is not None
    assert draft.data.decode() == CORE.replace(f"- {PIN}\n  - told in May\n", "") + "- new\n"
    assert {hit.text for hit in memory.search.find("bees").hits} == {"Ana keeps bees."}
    assert not memory.search.find("xyzzy").hits
    assert memory.index.check() == []


def test_a_dream_from_before_can_still_be_undone_to_the_byte(tmp_path: Path) -> None:
    day = f"# Daily Memory: 2026-11-20\n\n## Notes (09:12)\n\n- {PIN}\n- Decided: {OTHER}\n"
    memory = opened(a_notebook(tmp_path, CORE, d20261120=day), tmp_path)
    asyncio.run(memory.dreams.dream())
    proposal = memory.dreams.proposal()
    others = [one.n for one in proposal.changes if OTHER in (one.new or "")]
    memory.dreams.apply(only=others)
    assert OTHER in (memory.root / "MEMORY.md").read_text()
    forgotten(memory)
    memory.dreams.undo()
    without = CORE.replace(f"- {PIN}\n  - told in May\n", "")
    assert (memory.root / "MEMORY.md").read_text() == without
    for version in memory.history.versions(limit=-1):
        assert b"xyzzy" not in memory.history.content(version.version)


def test_a_bullet_takes_along_the_notes_that_it_came_from(tmp_path: Path) -> None:
    day = "# Daily Memory: 2026-11-20\n\n## Notes (09:12)\n\n- Decided: paint the shed green.\n"
    memory = opened(a_notebook(tmp_path, d20261120=day), tmp_path)
    asyncio.run(memory.dreams.dream())
    n = memory.dreams.proposal().changes[0].n
    memory.dreams.decide(memory.dreams.proposal().id, n, True, new="Zog wants a green hut by May.")
    memory.dreams.apply()
    found = memory.forgetting.find("Zog wants a green hut by May.")
    assert "memory/2026-11-20.md" in {one.path for one in found.places}
    memory.forgetting.forget(found, CHOSEN)
    assert "shed" not in (memory.root / "memory/2026-11-20.md").read_text()


def test_a_topic_takes_its_section_and_its_file(tmp_path: Path) -> None:
    core = (
        "# Memory\n\n## Harbour\n\n- Buoys are red.\n\n## Home\n\n- Tea.\n- The harbour is near.\n"
    )
    day = "# Daily Memory: 2026-11-20\n\n- Walked to the HARBOUR\n- Slept\n"
    memory = opened(a_notebook(tmp_path, core, d20261120=day), tmp_path)
    (memory.root / "memory" / "harbour.md").write_text("# H\n\n- Depth is 4 m.\n")
    memory.index.refresh()
    forgotten(memory, "harbour", topic=True)
    assert (memory.root / "MEMORY.md").read_text() == "# Memory\n\n## Home\n\n- Tea.\n"
    assert (memory.root / "memory/2026-11-20.md").read_text().endswith("2026-11-20\n\n- Slept\n")
    assert not (memory.root / "memory" / "harbour.md").exists()
    memory.close()
    assert standing("harbour", memory.root, own(memory).parent.parent) == []
    assert standing("Depth is", memory.root, own(memory).parent.parent) == []


def test_nothing_is_forgotten_while_a_dream_is_at_work(memory: Memory) -> None:
    from desktop_app.dreams.runs import alone

    found = memory.forgetting.find(PIN)
    with (
        alone(own(memory), "a test", memory.now()),
        pytest.raises(Problem, match="Another dream is running"),
    ):
        memory.forgetting.forget(found, CHOSEN)
    assert PIN in (memory.root / "MEMORY.md").read_text()


def test_another_program_that_reads_the_history_leaves_the_rest_to_the_next_start(
    memory: Memory,
    tmp_path: Path,
) -> None:
    found = memory.forgetting.find(PIN)
    with closing(sqlite3.connect(own(memory) / "history.db")) as other:
        other.execute("begin")
        other.execute("select * from versions").fetchone()
        assert memory.forgetting.forget(found, CHOSEN).unfinished != ""
    memory.close()
    opened(memory.root, tmp_path).close()
    assert everywhere(memory) == []


def test_an_agent_is_refused_and_a_person_is_not(memory: Memory) -> None:
    forgotten(memory)
    with written_by("claude-code"):
        with pytest.raises(Problem, match="forgotten for good"):
            memory.days.remember("note: ZOË'S card — opens with “xyzzy-4711”!")
        with pytest.raises(Problem, match="forgotten for good"):
            memory.files.update(PIN)
        memory.days.remember("The heron left.")
    noted = memory.days.remember(PIN)
    assert PIN in memory.files.read(noted.path).text
    with written_by("claude-code"):  # what a person wrote again stands in nobody's way
        memory.files.update("Ana sells honey.")


def test_a_flush_leaves_it_out(memory: Memory) -> None:
    from desktop_app.dreams.flush import FlushDraft, write

    forgotten(memory)
    draft = FlushDraft("s", f"- {PIN}\n- The heron left.", "builtin", keys=("a",))
    flushed = write(memory._notebook, draft, "session", now=memory.now())
    assert flushed.text == "- The heron left."
    only = FlushDraft("s", f"- {PIN}", "builtin", keys=("b",))
    flushed = write(memory._notebook, only, "session", now=memory.now())
    assert (flushed.path, flushed.reason) == (None, "What it says was forgotten for good.")


def test_an_import_leaves_it_out(memory: Memory, tmp_path: Path) -> None:
    forgotten(memory)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "2026-10-01.md").write_text(f"- {PIN}\n- Rain.\n")
    (tmp_path / "notes" / "2026-10-02.md").write_text(f"- {PIN}\n")
    preview = asyncio.run(memory.imports.look(str(tmp_path / "notes")))
    done = asyncio.run(memory.imports.write(preview, preview.kinds))
    assert done.entries == 1
    assert "xyzzy" not in memory.files.read("memory/2026-10-01.md").text
    assert "Rain" in memory.files.read("memory/2026-10-01.md").text


def test_a_model_in_a_talk_cannot_write_it(memory: Memory) -> None:
    from desktop_app.memory.files import UpdateMode
    from desktop_app.memory.tool_host import NotebookTools
    from desktop_app.memory.tools import EVERY, call

    forgotten(memory)
    tools = NotebookTools(memory, dreaming=False)
    assert "forgotten for good" in call(tools, EVERY, "memory_save", {"text": PIN}).text
    writes = (partial(tools.update, mode=mode) for mode in UpdateMode)
    for write in (*writes, tools.replacement):
        with pytest.raises(Problem, match="forgotten for good"):
            write(PIN)


def test_a_tombstone_tells_nothing_without_its_key(memory: Memory) -> None:
    forgotten(memory)
    assert memory._notebook.tombstones.says(f"well, {PIN} it is")
    (own(memory) / "forgotten.key").unlink()
    assert not memory._notebook.tombstones.says(PIN)


def test_what_a_crash_left_beside_a_file_brings_nothing_back(
    memory: Memory, tmp_path: Path
) -> None:
    forgotten(memory)
    memory.close()
    (memory.root / ".MEMORY.md.0123456789abcdef.nightstand").write_text(CORE)
    opened(memory.root, tmp_path).close()
    assert everywhere(memory) == []


def a_server_is_away() -> None:
    raise Problem("The server is away.")


def test_neither_its_vector_nor_a_question_stays(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while a server that holds older notes is away."""
    memory.meaning._embedders = Rack(ollama_concepts=Concepts())
    memory.meaning.choose(EmbedderChoice("ollama", "concepts", share=0.5))
    asyncio.run(memory.meaning.keep_up())
    memory.search.find("how does the card open?")
    path = own(memory) / "vectors.db"
    vector = unit_bytes(f"{PIN}")
    assert vector in everything_in(path)
    found = memory.forgetting.find(PIN)
    with monkeypatch.context() as patch:
        patch.setattr(memory.tiers, "forget", a_server_is_away)
        assert "is away" in memory.forgetting.forget(found, CHOSEN).unfinished
    assert vector not in everything_in(path)
    assert memory.forgetting.finish() == []
    assert unit_bytes("how does the card open?") not in everything_in(path)
    assert everywhere(memory) == []
    assert memory.meaning.status().ready
    assert [hit.text for hit in memory.search.find("bees").hits][:1] == ["Ana keeps bees."]


def test_what_ended_an_error_is_forgotten_also_where_errors_are_searched(
    memory: Memory, tmp_path: Path
) -> None:
    met_by_agents(tmp_path, memory)
    assert memory.hindsight.find("a NullPointerException while a token was decoded")
    said = (memory.root, own(memory).parent.parent)
    memory.forgetting.forget(memory.forgetting.find(ADVICE), CHOSEN)
    memory.close()
    assert standing(ADVICE, *said) == []


def unit_bytes(text: str) -> bytes:
    """The vector of a text as it stands in a file."""
    return Concepts().vector(text).tobytes()


def everything_in(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("select vector from vectors union all select vector from questions")
        kept = b"|".join(row[0] for row in rows)
    return kept + path.read_bytes() + path.with_name("vectors.db-wal").read_bytes()


def test_an_engine_is_not_even_shown_it(memory: Memory) -> None:
    memory.forgetting.forget(memory.forgetting.find(PIN), frozenset())
    dreamer = ToldDreamer(dataclasses.replace(COFFEE, new=f"Told: {PIN}"))
    notebook, store = memory._notebook, memory._store
    asyncio.run(deep_dream(notebook, store, dreamer, now=memory.now(), lookback_days=9))
    (material,) = dreamer.read
    assert [day.text.count("\n") for day in material.days] == [DAY.count("\n")]
    assert not any("xyzzy" in day.text for day in material.days)
    assert memory.dreams.proposals() == []


def test_an_empty_proposal_does_not_wait(memory: Memory) -> None:
    asyncio.run(memory.dreams.dream())
    proposal = memory.dreams.proposal()
    texts = [one.new or "" for one in proposal.changes]
    assert len(texts) == 1
    forgotten(memory, texts[0])
    assert memory.dreams.proposals() == []
    asyncio.run(memory.dreams.dream(force=True))
    assert memory.dreams.proposals() == []


def test_what_the_index_keeps_of_lost_files_goes_too(memory: Memory) -> None:
    for day in range(10, 20):
        (memory.root / "memory" / f"2026-10-{day}.md").write_text(f"- The fog of {day}\n")
    (memory.root / "memory" / "2026-10-20.md").write_text(f"- {PIN}\n")
    memory.index.refresh()
    for path in (memory.root / "memory").glob("2026-10-*.md"):
        path.unlink()
    memory.index.refresh()
    assert memory.index.lost()
    forgotten(memory)
    assert everywhere(memory) == []


def test_a_file_that_another_program_has_open_is_told(memory: Memory, tmp_path: Path) -> None:
    found = memory.forgetting.find(PIN)
    with (memory.root / "MEMORY.md").open("r+b"):
        report = memory.forgetting.forget(found, CHOSEN)
        assert any("MEMORY.md open" in one for one in report.unreached)
    memory.close()
    opened(memory.root, tmp_path).close()
    assert everywhere(memory) == []


def test_utf_16_and_odd_bytes_are_cut_and_else_kept(memory: Memory) -> None:
    odd = memory.root / "memory" / "odd.md"
    odd.write_bytes(b"- caf\xe9 \x00\r\n- " + PIN.encode() + b" \xff\r\n- last")
    wide = memory.root / "memory" / "wide.md"
    wide.write_bytes(f"- a\r\n- {PIN}\r\n- z\r\n".encode("utf-16"))
    forgotten(memory)
    assert odd.read_bytes() == b"- caf\xe9 \x00\r\n- last"
    assert wide.read_bytes() == "- a\r\n- z\r\n".encode("utf-16")
    assert everywhere(memory) == []


def test_an_import_from_before_can_still_be_taken_back(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "2026-10-01.md").write_text(f"- {PIN}\n- Rain.\n")
    preview = asyncio.run(memory.imports.look(str(tmp_path / "notes")))
    done = asyncio.run(memory.imports.write(preview, preview.kinds))
    assert PIN in memory.files.read("memory/2026-10-01.md").text
    forgotten(memory)
    assert "Rain" in memory.files.read("memory/2026-10-01.md").text
    assert memory.imports.undo(done.id).conflicts == 0
    assert not memory.files.read("memory/2026-10-01.md").exists


def test_a_note_that_cannot_be_written_is_told_and_the_rest_is_done(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, real = memory._notebook.files, memory._notebook.files.replace

    def refuses(path: str, data: bytes, base: object, **given: bool) -> object:
        if path == "memory/cards.md":
            raise Problem(f"{path} may not be written.", "Allow it.")
        return real(path, data, base, **given)

    found = memory.forgetting.find(PIN)
    monkeypatch.setattr(files, "replace", refuses)
    report = memory.forgetting.forget(found, CHOSEN)
    assert "memory/cards.md may not be written. Allow it." in report.unreached
    assert report.unfinished == ""
    assert "memory/cards.md" in everywhere(memory)
    assert PIN not in memory.files.read("MEMORY.md").text
