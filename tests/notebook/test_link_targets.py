"""Where links lead, and a note that is renamed or deleted comes back."""

from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.history import Cause
from desktop_app.notebook.text.links import NoteLink, note_links
from desktop_app.settings import Places

NOTES = {
    ".nightstand.toml": 'notes = "."\n',
    "MEMORY.md": "# Index\n\n- [Rules](harbour_rules.md) — the yard\n- [Gone](lost.md) — away\n",
    "harbour_rules.md": "---\nname: yard-rules\naliases: [the yard, dock]\n---\n# Rules\n\n## Fees",
    "short.md": '---\ntitle: "Short answers"\n---\n'
    "See [[harbour rules#Fees|the fees]], [[dock]] and\n"
    "`[[harbour_rules]]`, [twice](./harbour_rules.md#fees) [here](harbour%5Frules.md).\n",
    "sub/deep.md": "![[harbour_rules]] [up](../harbour_rules.md) [web](https://x.example/a.md)\n",
    "orphan.md": "Nobody names me.\n",
    "memory/2026-11-20.md": "- [[Short answers]] [[2026-11-20]] [[Nov 20th, 2026]] [[nowhere]]\n",
}


def contents(memory: Memory) -> dict[str, str]:
    return {
        path.relative_to(memory.root).as_posix(): path.read_text(encoding="utf-8")
        for path in memory.root.rglob("*.md")
    }


def links_of(memory: Memory, path: str) -> list[tuple[NoteLink, str]]:
    """The links of a note, in order, each with the path where it leads, "" for no note."""
    path = memory.files.path_of(path)
    names = memory.note_links.names()
    return [(link, names.target(link, path)) for link in note_links(memory.files.read(path).text)]


def test_a_note_is_found_by_path_name_and_front_matter(memory: Memory) -> None:
    found = {
        path: [(link.name, to) for link, to in links_of(memory, path)]
        for path in ("MEMORY.md", "short.md", "sub/deep.md", "memory/2026-11-20.md")
    }
    rules, day = "harbour_rules.md", "memory/2026-11-20.md"
    assert found["MEMORY.md"] == [("harbour_rules.md", rules), ("lost.md", "")]
    assert [path for _, path in found["short.md"]] == [rules] * 4
    assert [path for _, path in found["sub/deep.md"]] == [rules, rules]
    assert [path for _, path in found["memory/2026-11-20.md"]] == ["short.md", day, day, ""]


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ("title: Boat, rig and sail", ["Boat, rig and sail"]),
        ('title: "The quay: old"', ["The quay: old"]),
        ("aliases: Anita, Annie", ["Anita", "Annie"]),
        ('aliases: ["Ana", Anita]', ["Ana", "Anita"]),
        ("aliases:\n- Ana\n  - 'Anita'", ["Ana", "Anita"]),
        ("alias: C++", ["C++"]),
    ],
)
@pytest.mark.parametrize("after", ["tags:\n  - quay\n---", "---"])
def test_the_names_of_front_matter_are_whole(
    tmp_path: Path, fields: str, names: list[str], after: str
) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Memory\n")
    (tmp_path / "memory/C.md").write_text("Another.\n")
    (tmp_path / "memory/topic.md").write_text(f"---\n{fields}\n{after}\n\nWords.\n")
    memory = Memory.open(tmp_path, Places(tmp_path / "data", tmp_path / "config"))
    with closing(memory):
        found = memory.note_links.names().find
        assert [found(name) for name in names] == ["memory/topic.md"] * len(names)
        assert not found("quay")


def test_a_path_upwards_means_the_note_there_and_no_other(memory: Memory) -> None:
    texts = {"people/ana.md": "A.\n", "projects/ana.md": "B.\n", "people/x.md": (
        "[[../projects/ana]] [[../Projects/ana.md#A|b]] [[../ana]] [[ana]]\n")}  # fmt: skip
    for path, text in texts.items():
        (memory.root / path).parent.mkdir(exist_ok=True)
        (memory.root / path).write_text(text)
    led = ["projects/ana.md", "projects/ana.md", "", "people/ana.md"]
    assert [to for _, to in links_of(memory, "people/x.md")] == led
    assert memory.note_links.place("../ana", "people/x.md") != ("people/ana.md", 0)


@pytest.mark.parametrize(
    ("base", "link", "to"),
    [
        ("sub/x.md", "[x](../gone/orphan.md)", ""),
        ("sub/x.md", "[x](gone/orphan.md)", ""),
        ("sub/x.md", "[[../gone/orphan]]", ""),
        ("sub/x.md", "[x](./orphan.md)", ""),
        ("sub/x.md", "[x](../orphan.md)", "orphan.md"),
        ("sub/x.md", "[x](orphan.md)", "orphan.md"),
        ("sub/x.md", "[x](people/ana.md)", "people/ana.md"),
        ("short.md", "[[people/ana]]", "people/ana.md"),
        ("short.md", "[[old/ben]]", "people/old/ben.md"),
        ("short.md", "[[older/ben]]", ""),
    ],
)
def test_a_link_that_says_the_way_leads_there_or_nowhere(
    memory: Memory, base: str, link: str, to: str
) -> None:
    for path in ("people/ana.md", "people/old/ben.md", base):
        (memory.root / path).parent.mkdir(parents=True, exist_ok=True)
        (memory.root / path).write_text(f"{link}\n" if path == base else "A person.\n")
    assert [path for _, path in links_of(memory, base)] == [to]


def test_a_link_of_two_lines_and_a_name_with_brackets_are_followed(memory: Memory) -> None:
    text = "[a][r], [these](<plan (old).md>), [those](plan_(old).md).\n\n[r]: harbour_rules.md\n"
    (memory.root / "plan_(old).md").write_text("x\n")
    (memory.root / "orphan.md").write_text(text)
    assert [to for _, to in links_of(memory, "orphan.md")] == [
        "plan_(old).md",
        "plan_(old).md",
        "harbour_rules.md",
    ]


def test_a_renamed_note_has_the_history_of_its_names(memory: Memory) -> None:
    old, new = "orphan.md", "second.md"
    whole = memory.files.read(old)
    memory.files.save(old, b"# Nobody\n", whole)
    memory.files.rename(old, "first")
    memory.files.save("first.md", b"# Alone\n", memory.files.read("first.md"))
    memory.files.save(old, b"# Another note\n", memory.files.read(old))
    memory.files.rename("first.md", "second")
    found = memory.history.steps(new)
    assert [(one.version.path, one.version.cause) for one in found] == [
        (new, cause) for cause in ("renamed", "edit", "renamed", "edit", "outside")
    ]
    numbers = [one.version.version for one in found]
    assert [one.before for one in found] == [*numbers[1:], None]
    texts = [memory.history.content(number) for number in numbers]
    assert texts == [b"# Alone\n", b"# Alone\n", b"# Nobody\n", b"# Nobody\n", whole.data]
    assert memory.history.version(new, numbers[-1]) == found[-1].version
    memory.history.restore(new, numbers[-1])
    assert memory.files.read(new).data == whole.data
    assert b"# Another note\n" not in texts
    assert memory.files.read(old).data == b"# Another note\n"


def test_what_was_deleted_comes_back_from_the_history(memory: Memory) -> None:
    memory.files.rename("harbour_rules.md", "quay")
    renamed = contents(memory)
    memory.files.delete("quay.md")
    memory.files.delete("orphan.md")

    orphan, deleted = memory.history.gone()  # what has another name now is not gone
    causes = [(one.version.path, one.version.cause) for one in (orphan, deleted)]
    assert causes == [("orphan.md", Cause.DELETED), ("quay.md", Cause.DELETED)]
    memory.history.restore("orphan.md", orphan.version.version)
    memory.history.restore("quay.md", deleted.version.version)
    assert contents(memory) == renamed
    assert memory.history.gone() == []


def test_a_file_that_is_no_note_is_not_renamed_and_the_reason_is_true(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("- See [[people]].\n")
    (root / "people.md").write_text("Ana.\n")
    places = Places(tmp_path / "data", tmp_path / "config")
    with (
        closing(Memory.open(root, places)) as memory,
        pytest.raises(Problem, match=r"people\.md is no day and no topic"),
    ):
        memory.files.rename("people.md", "folk")
    assert (root / "people.md").read_text() == "Ana.\n"


@pytest.mark.parametrize("name", ["C", "की", "🚀"])
def test_names_that_differ_by_a_sign_are_two_notes(memory: Memory, name: str) -> None:
    other = {"C": "C++", "की": "कि", "🚀": "🎉"}[name]
    for one in (name, other):
        (memory.root / f"{one}.md").write_text(one)
    (memory.root / "short.md").write_text(f"[[{name}]] [[{other}]]\n")
    assert [to for _, to in links_of(memory, "short.md")] == [f"{name}.md", f"{other}.md"]


def test_an_undo_that_is_refused_changes_nothing(memory: Memory) -> None:
    change = memory.files.rename("harbour_rules.md", "quay")
    (memory.root / "harbour_rules.md").write_text("A new one.\n")
    before = contents(memory)
    with pytest.raises(Problem):
        memory.files.put_back(change)
    assert contents(memory) == before


def test_an_address_is_no_link_to_a_note() -> None:
    text = "[a](https://x.example/b.md) [c](mailto:a@b.example) ![d](e.png) [f](g.md)\n"
    assert [one.name for one in note_links(text)] == ["g.md"]


@pytest.mark.parametrize(
    "text",
    [
        "- [ ]: x.md",
        "see [1]: a.md",
        "[^1]: see plan.md",
        "[1]: a b.md",
        "[ ]: a.md",
        "[1]: a.md b",
    ],
)
def test_only_a_line_of_its_own_says_where_another_link_leads(text: str) -> None:
    assert not list(note_links(text))
    whole = ["[1]: a.md", '  [1]: <a.md> "A"\r', "[a b]: a.md#b"]
    assert [link.name for line in whole for link in note_links(line)] == ["a.md"] * 3
