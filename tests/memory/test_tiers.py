"""The tiers of a notebook: old days leave the index and are found, opened and used as before."""

import asyncio
from datetime import date, timedelta
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.forgetting.cutting import CHOSEN
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from desktop_app.tiers import places as local
from desktop_app.tiers.store import Tier
from tests.support.dreaming import a_notebook, opened
from tests.support.embedding import Concepts, Rack
from tests.support.every_byte import standing

pytest.importorskip("pyarrow", reason="the extra `tiers` is not installed")

OLD = "memory/2024-05-01.md"
DAYS = {
    "d20240501": "# Garden\n\n- The hedge was cut\n- Anna planted xyzzy roses\n- It rained\n",
    "d20240502": "- The boiler leaked\n- A plumber came at noon\n",
    "d20261120": "- The boiler is quiet\n",
}


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = opened(a_notebook(tmp_path, "# Memory\n\n- Anna likes roses\n", **DAYS), tmp_path)
    memory.index.refresh()
    return memory


def held(memory: Memory) -> dict[Tier, int]:
    return {one.tier: one.files for one in memory.tiers.status().tiers}


def found(memory: Memory, text: str) -> list[tuple[str, int]]:
    return [(hit.path, hit.line) for hit in memory.search.find(text).hits]


def everywhere(memory: Memory, text: str) -> list[str]:
    return standing(text, memory._notebook.own)


def test_old_days_leave_the_index_and_everything_about_them_still_works(memory: Memory) -> None:
    def all_of_it() -> list[object]:
        return [
            found(memory, "Who planted roses?"),
            memory.search.around([(OLD, 4)]),
            memory.context.material("Who planted roses in the garden?").pieces,
            memory.files.lines(OLD, 1, 5).text,
        ]

    memory._clock.at += timedelta(days=30)  # type: ignore[attr-defined]
    before, chunks = all_of_it(), memory.index.counts().chunks
    memory._clock.at += timedelta(days=30)  # type: ignore[attr-defined]  # since it was used
    assert memory.tiers.status().due == 2
    assert memory.tiers.move().files == 2
    assert memory.index.counts().chunks < chunks
    assert held(memory) == {Tier.HOT: 1, Tier.WARM: 1, Tier.COLD: 2}
    assert all_of_it() == before
    assert memory.index.check() == [] and memory.doctor()[-1].ok
    assert b"hedge" not in memory._index.path.read_bytes()


def test_what_is_used_comes_back_at_the_next_move_and_leaves_again(memory: Memory) -> None:
    memory.tiers.move()
    memory.search.note_wanted([(OLD, 4, 4)])
    assert memory.tiers.due() == {OLD: Tier.HOT}
    memory.tiers.move()
    assert held(memory)[Tier.COLD] == 1 and not memory.tiers.due()
    memory._clock.at += timedelta(days=30)  # type: ignore[attr-defined]
    assert memory.tiers.due()[OLD] is Tier.COLD
    memory._clock.at -= timedelta(days=400)  # type: ignore[attr-defined]
    assert memory.tiers.due() == {}, "a clock set back moves nothing"


def test_memory_md_stays_at_hand_and_all_comes_back(memory: Memory) -> None:
    memory._clock.at += timedelta(days=4000)  # type: ignore[attr-defined]
    assert set(memory.tiers.due()) == {OLD, "memory/2024-05-02.md", "memory/2026-11-20.md"}
    before = memory.index.counts()
    memory.tiers.move()
    assert memory.index.counts().chunks == 2
    assert memory.tiers.back().files == 3
    assert memory.index.counts() == before and not everywhere(memory, "nothing of this")


def test_forgetting_reaches_what_is_cold(memory: Memory) -> None:
    memory.tiers.move()
    assert any("parquet" in name for name in everywhere(memory, "xyzzy"))
    memory.forgetting.forget(memory.forgetting.find("Anna planted xyzzy roses"), CHOSEN)
    assert everywhere(memory, "xyzzy") == []
    assert (OLD, 3) in found(memory, "hedge") and "roses" not in memory.files.read(OLD).text


def test_older_notes_are_found_by_words_where_others_are_found_by_meaning(memory: Memory) -> None:
    rack = Rack(ollama_concepts=Concepts())
    memory.meaning._embedders = memory.meaning.questions._embedders = rack
    memory.meaning.choose(EmbedderChoice("ollama", "concepts", share=0.5))
    memory.files.save(OLD, b"- Anna bought a car\n- It rained\n", memory.files.read(OLD))
    memory.index.refresh()
    asyncio.run(memory.meaning.keep_up())
    assert (OLD, 1) in found(memory, "automobile")
    memory.tiers.move()
    assert (OLD, 1) not in found(memory, "automobile") and (OLD, 1) in found(memory, "car")


def test_a_cold_tier_that_is_gone_is_read_from_the_notes(memory: Memory) -> None:
    memory.tiers.move()
    for path in (memory._notebook.own / "tiers").rglob("*.parquet"):
        path.unlink()
    assert found(memory, "hedge") == []
    assert memory.tiers.mend() == [OLD, "memory/2024-05-02.md"]
    assert found(memory, "hedge") == [(OLD, 3)]


def test_without_parquet_everything_stays_and_comes_home(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.tiers.move()
    monkeypatch.setattr(local, "is_there", lambda: False)
    assert "can't look" in memory.search.find("hedge").skipped
    assert not memory.tiers.status().can
    with pytest.raises(Problem, match="not installed"):
        memory.tiers.move()
    memory.tiers.mend()
    assert found(memory, "hedge") == [(OLD, 3)]


def test_uses_are_counted_by_file_and_day_and_forgotten_in_time(memory: Memory) -> None:
    today = memory.today()
    memory.search.note_wanted([(OLD, 3, 3), (OLD, 4, 4), ("MEMORY.md", 3, 3)])
    memory.search.note_used([OLD, "memory/gone.md"])
    uses = memory._accesses.uses()
    assert uses[OLD] == {today: 2} and uses["memory/gone.md"] == {today: 1}
    memory._accesses.note([OLD], date(2026, 1, 1))
    memory.tiers.move()
    assert memory._accesses.uses() == {OLD: {today: 2}}
