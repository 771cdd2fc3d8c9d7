"""What a diary tells leads to its lines, wherever they stand now."""

from pathlib import Path

from desktop_app.notebook.diaries import DiarySource
from tests.support.dreaming import a_notebook, opened

DAY = """# Daily Memory: 2026-11-20

## Notes (09:12)

- Remember: the harbour crane was painted yellow by the Delta crew.
"""


async def test_a_source_is_where_its_quote_stands_in_any_file(tmp_path: Path) -> None:
    memory = opened(a_notebook(tmp_path, d20261120=DAY, d20261009="A\nB\n"), tmp_path)
    outcome = await memory.dreams.dream()
    assert outcome.proposal
    memory.dreams.apply(outcome.proposal.id, [1])
    entry = memory.dreams.diaries()[0]
    told = (
        DiarySource("MEMORY.md", 2, "Raw soundings"),
        DiarySource("memory/2026-10-09.md", 1, "B"),
    )
    moved = entry._replace(changes=(entry.changes[0]._replace(sources=told),))
    (change,) = memory.dreams.changes_of(moved)
    assert [one.line for one in change.sources] == [6, 2]
