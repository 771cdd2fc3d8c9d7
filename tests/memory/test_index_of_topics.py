"""A MEMORY.md that is an index of topic files, as Claude Code keeps it: its entries stay whole."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import AGENT
from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.notebook.test_link_targets import links_of

INDEX = """# Memory Index

- [Build commands](build.md) — pnpm, not npm; tests with pnpm test
- [User role](user_role.md) — data scientist who works on logging
- [No mocks](feedback_testing.md) — integration tests use a real database

## Preferences

- Uses Postgres 15 for the service.
"""
TOPIC = """---
name: {name}
description: what is known of {name}
metadata:
  type: project
---

It is so. See [[user_role]].
"""
NOTES = (
    "Remember: we use npm, not pnpm now.",
    "Remember: the service uses Postgres 16 now, no longer Postgres 15.",
    "Remember: the user is a data scientist who works on logging.",
    "Remember: integration tests use no real database any more.",
)
ADA = Mind(AGENT, "Ada")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    root = tmp_path / "memory"
    root.mkdir()
    (root / "MEMORY.md").write_text(INDEX)
    for name in re.findall(r"\((\w+)\.md\)", INDEX):
        (root / f"{name}.md").write_text(TOPIC.format(name=name))
    made = Memory.create(root, Places(tmp_path / "data", tmp_path / "config"))
    for note in NOTES:
        made.days.remember(note)
    yield made
    made.close()


def entries(memory: Memory) -> list[str]:
    text = (memory.root / "MEMORY.md").read_text()
    return [line for line in text.split("\n") if line.startswith("- [")]


def apply_all(memory: Memory) -> None:
    proposal = memory.dreams.proposal()
    memory.dreams.apply(proposal.id, [change.n for change in proposal.changes])


async def test_a_dream_without_a_model_keeps_every_entry(memory: Memory) -> None:
    before = entries(memory)
    await memory.dreams.dream()
    apply_all(memory)
    assert entries(memory) == before
    assert "Postgres 16" in (memory.root / "MEMORY.md").read_text()
    assert all(to for _, to in links_of(memory, "MEMORY.md"))
    memory.dreams.undo()
    assert (memory.root / "MEMORY.md").read_text() == INDEX


def test_what_a_model_answers_changes_moves_and_removes_no_entry(memory: Memory) -> None:
    text = memory.dreams.mind(ADA).ask().parts[0]
    marks = {words: mark for mark, words in re.findall(r"^(M\d+|D[\d-]+:\d+) (.+)$", text, re.M)}
    build, role, mocks = (next(v for k, v in marks.items() if k.startswith(f"[{one}"))
                          for one in ("Build", "User", "No mocks"))  # fmt: skip
    npm, _, same, none = (marks[note] for note in NOTES)
    answer = (
        f"[MEMORY]\n## Preferences\n- Builds use npm, not pnpm now. {{{build}, {npm}}}\n"
        f"- The user is a data scientist who works on logging. {{{role}, {same}}}\n"
        f"- REMOVE {{{mocks}, {none}}} no real database any more\n[DREAM]\nnone\n"
    )
    before = entries(memory)
    memory.dreams.mind(ADA).answer([answer])
    apply_all(memory)
    assert entries(memory) == before
    assert "works on logging.\n" in (memory.root / "MEMORY.md").read_text()
