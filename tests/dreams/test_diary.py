"""A diary worth reading: no theme twice in a week, and every sentence leads to its lines."""

import dataclasses
from pathlib import Path

from desktop_app.dreams.diary import Themes, composed
from desktop_app.dreams.dreamer import DreamDraft
from desktop_app.dreams.proposal import ToldSentence
from desktop_app.memory import Memory
from desktop_app.notebook.diaries import DiaryEntry, DiarySource
from tests.support.dreaming import COFFEE, a_notebook, opened

FIRST = """# Daily Memory: 2026-11-20

## Notes (09:12)

- The report moves from 27 November to 4 December.
- Remember: the harbour crane was painted yellow by the Delta crew.
"""
SECOND = """# Daily Memory: 2026-11-21

## Notes (09:12)

- Remember: the harbour crane was painted yellow, and the Delta crew left.
- Remember: Ines keeps the spare key of the boat shed in Lyon.
"""


async def dreamt(memory: Memory) -> DiaryEntry:
    """One dream, and all that is new in it written."""
    outcome = await memory.dreams.dream()
    assert outcome.proposal
    new = [one.n for one in outcome.proposal.changes if one.kind == "added"]
    memory.dreams.apply(outcome.proposal.id, new)
    return memory.dreams.diaries()[0]


def test_a_theme_is_not_told_twice_within_seven_days() -> None:
    lately = ["The harbour crane was painted yellow by the Delta crew."]
    told = tuple(
        ToldSentence(text, COFFEE.sources)
        for text in ("The Delta crew painted the harbour crane.", "Ines keeps the key in Lyon.")
    )
    draft = DreamDraft((COFFEE,), "The harbour crane", "", {}, voice=told)
    title, prose, kept = composed(draft, draft.changes, lately)
    assert (prose, kept) == ("Ines keeps the key in Lyon.", told[1:])
    assert title == "“Decided: stop drinking coffee after 14:00”"
    assert composed(draft, draft.changes, ())[0] == "The harbour crane"


def test_themes_are_compared_by_what_they_are_about() -> None:
    told = ("The report moves from 27 November to 4 December.", "第三章卡在「霧」和「靄」。")
    themes = Themes(told)
    assert themes.has("The report is due on 4 December now.")
    assert not themes.has("Ines keeps the spare key of the boat shed.")
    assert themes.has("第三章還是卡在「霧」。") and not themes.has("茶在十點喝。")


async def test_every_sentence_leads_to_lines_and_does_so_without_a_history(tmp_path: Path) -> None:
    root = a_notebook(tmp_path, d20261120=FIRST, d20261121=SECOND)
    memory = opened(root, tmp_path)
    entry = await dreamt(memory)
    proposal = memory.dreams.proposals("applied")[0]
    kept = memory.dreams.backing(entry, proposal.id)
    assert kept.sentences and all(one.sources and not one.found for one in kept.sentences)
    memory.close()
    for file in (tmp_path / "data").rglob("history.db*"):
        file.unlink()
    day = root / "memory/2026-11-20.md"
    day.write_text(day.read_text().replace("## Notes", "A line came before.\n\n## Notes"))
    memory = opened(root, tmp_path)
    [again] = memory.dreams.diaries()
    assert memory.dreams.proposals(None) == []
    found = memory.dreams.backing(again, "")
    assert [one.text for one in found.sentences] == [one.text for one in kept.sentences]
    places = {source.path for one in found.sentences for source in one.sources}
    lines = {path: (root / path).read_text().split("\n") for path in places}
    for before, now in zip(kept.sentences, found.sentences, strict=True):
        assert now.found and {one.quote for one in now.sources} & {
            one.quote for one in before.sources
        }
        assert all(one.quote in lines[one.path][one.line - 1] for one in now.sources)
    memory.close()


async def test_a_source_is_where_its_quote_stands_in_any_file(tmp_path: Path) -> None:
    memory = opened(a_notebook(tmp_path, d20261120=FIRST, d20261009="A\nB\n"), tmp_path)
    entry = await dreamt(memory)
    told = (
        DiarySource("MEMORY.md", 2, "Raw soundings"),
        DiarySource("memory/2026-10-09.md", 1, "B"),
    )
    moved = dataclasses.replace(entry.changes[0], sources=told)
    backing = memory.dreams.backing(dataclasses.replace(entry, changes=(moved,)), "")
    assert [one.line for one in backing.changes[0].sources] == [6, 2]
    memory.close()


async def test_a_change_whose_source_was_cut_out_of_the_diary_finds_it_again(
    tmp_path: Path,
) -> None:
    memory = opened(a_notebook(tmp_path, d20261120=FIRST), tmp_path)
    entry = await dreamt(memory)
    bare = [dataclasses.replace(one, sources=()) for one in entry.changes]
    backing = memory.dreams.backing(dataclasses.replace(entry, changes=tuple(bare)), "")
    crane = next(n for n, one in enumerate(bare) if "crane" in (one.new or ""))
    [source] = backing.changes[crane].sources
    assert crane in backing.found and (source.path, source.line) == ("memory/2026-11-20.md", 6)
    invented = dataclasses.replace(bare[crane], new="The tide clock was sold to a museum.")
    entry = dataclasses.replace(entry, prose="Mara flew to Porto.", changes=(invented,))
    backing = memory.dreams.backing(entry, "")
    assert backing.changes[0].sources == () and backing.sentences[0].sources == ()
    memory.close()
