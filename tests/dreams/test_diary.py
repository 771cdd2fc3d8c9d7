"""Every sentence of a diary leads to its lines."""

from pathlib import Path

from desktop_app.memory import Memory
from desktop_app.notebook.diaries import DiaryEntry, DiarySource
from tests.support.dreaming import a_notebook, opened

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


async def test_every_sentence_leads_to_lines_and_does_so_without_a_history(tmp_path: Path) -> None:
    root = a_notebook(tmp_path, d20261120=FIRST, d20261121=SECOND)
    memory = opened(root, tmp_path)
    entry = await dreamt(memory)
    proposal = memory.dreams.proposals("applied")[0]
    kept = memory.dreams.backing(entry, proposal.id)
    assert kept.sentences and all(one.sources for one in kept.sentences)
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
        quotes = [{one.quote for one in each.sources} for each in (before, now)]
        assert quotes[0] & quotes[1]
        assert all(one.quote in lines[one.path][one.line - 1] for one in now.sources)


async def test_a_source_is_where_its_quote_stands_in_any_file(tmp_path: Path) -> None:
    memory = opened(a_notebook(tmp_path, d20261120=FIRST, d20261009="A\nB\n"), tmp_path)
    entry = await dreamt(memory)
    told = (
        DiarySource("MEMORY.md", 2, "Raw soundings"),
        DiarySource("memory/2026-10-09.md", 1, "B"),
    )
    moved = entry.changes[0]._replace(sources=told)
    backing = memory.dreams.backing(entry._replace(changes=(moved,)), "")
    assert [one.line for one in backing.changes[0].sources] == [6, 2]


async def test_what_quotes_no_change_has_no_lines(tmp_path: Path) -> None:
    memory = opened(a_notebook(tmp_path, d20261120=FIRST), tmp_path)
    entry = (await dreamt(memory))._replace(prose="Mara flew to Porto.")
    (sentence,) = memory.dreams.backing(entry, "").sentences
    assert sentence.lacks and sentence.sources == ()
