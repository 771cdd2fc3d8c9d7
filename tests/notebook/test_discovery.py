"""Folders as people and agents keep them: how each is laid out, and what is said to be in it."""

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook import discovery
from desktop_app.notebook.discovery import look, recognise
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.note_links import NoteNames
from desktop_app.notebook.opening import create_notebook, open_notebook
from desktop_app.notebook.text.links import read_link
from tests.support.plain_user import as_plain_user

DAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def made(root: Path, *paths: str) -> Path:
    """A folder with these files; each says its own path if nothing else."""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"- {path}\n")
    return root


def obsidian(root: Path, **settings: str) -> Path:
    folder = root / ".obsidian"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "daily-notes.json").write_text(json.dumps(settings))
    return root


def kinds(layout: Layout, *paths: str) -> list[str | None]:
    return [layout.kind(path) for path in paths]


def test_an_index_of_topics_beside_it_makes_them_notes(tmp_path: Path) -> None:
    root = made(tmp_path, "MEMORY.md", "debugging.md", "team/people.md", "team/.x/y.md")
    found = look(root)
    assert recognise(root)
    assert (found.days, found.others) == (0, 2) and "MEMORY.md" in found.sentences[0]
    assert found.layout.name == "Markdown"
    assert kinds(found.layout, "debugging.md", "team/people.md", "team/.x/y.md") == [
        "days", "days", None,
    ]  # fmt: skip


@pytest.mark.parametrize("beside", [(), ("SOUL.md",)])
def test_an_index_makes_them_notes_although_there_are_days(
    tmp_path: Path, beside: tuple[str, ...]
) -> None:
    root = made(tmp_path, "MEMORY.md", "yard.md", "orphan.md", "memory/2026-11-20.md", *beside)
    assert look(root).others == 0
    (root / "MEMORY.md").write_text("# Index\n\n- [The yard](yard.md) - how it is booked\n")
    assert (look(root).days, look(root).others) == (1, 0 if beside else 2)


def test_they_stay_notes_once_there_are_days(tmp_path: Path) -> None:
    root = made(tmp_path / "notes", "MEMORY.md", "debugging.md", "team/people.md")
    notebook = open_notebook(root, tmp_path / "own")
    path = notebook.layout.day(DAY)
    notebook.append(path, "- x\n", "", "note", NOW)
    notebook.close()
    again = look(root)
    assert (again.days, again.others) == (1, 2)


def test_days_beside_memory_although_an_empty_folder_waits(tmp_path: Path) -> None:
    root = made(tmp_path, "MEMORY.md", "2026-11-20.md", "memory/readme.txt")
    assert look(root).layout.days == ""


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"folder": "Journal"}, "Journal/2026-11-20.md"),
        ({"folder": "/Journal/"}, "Journal/2026-11-20.md"),
        ({}, "2026-11-20.md"),
        ({"folder": "J", "format": "YYYY/MM-MMMM/YYYY-MM-DD-dddd"},
         "J/2026/11-November/2026-11-20-Friday.md"),
        ({"folder": "J", "format": "DD.MM.YYYY"}, "J/20.11.2026.md"),
        ({"format": "[log] D MMM YYYY"}, "log 20 Nov 2026.md"),
        ({"folder": "J", "format": "Do MMMM YYYY"}, "J/20th November 2026.md"),
    ],
)  # fmt: skip
def test_a_vault_says_where_its_daily_notes_are(
    tmp_path: Path, settings: dict[str, str], path: str
) -> None:
    root = obsidian(made(tmp_path, path, "Projects/2026-11-19-boat.md"), **settings)
    found = look(root)
    assert (found.layout.name, found.days, found.newest, found.others) == ("Obsidian", 1, DAY, 1)
    assert "There is no MEMORY.md yet" in found.sentences[-1]
    assert found.layout.day(DAY) == path
    assert found.layout.date_of("Projects/2026-11-19-boat.md") is None, "a note, and no day"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Boiler", "Boiler.md"),
        ("The boiler: what now?", "The boiler what now.md"),
        ("Work/New Boiler.md", "Work/New Boiler.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        (".hidden", "hidden.md"),
        ("memory", "notes-memory.md"),
    ],
)
def test_a_new_note_of_a_vault_has_its_very_name(tmp_path: Path, name: str, path: str) -> None:
    root = obsidian(made(tmp_path, "Daily/2026-11-20.md", "Notes/Cello.md"), folder="Daily")
    assert look(root).layout.new_note(name) == path


@pytest.mark.parametrize(
    ("form", "day", "new"),
    [
        ("DD-MM-YYYY", "20-11-2026", "06-11-2026"),
        ("YYYY/MM/DD", "2026/11/20", "Daily/2026/11/06"),
        ("Do-MM-YYYY", "20th-11-2026", "6th-11-2026"),
    ],
)
def test_links_name_days_as_the_program_of_the_vault_does(
    tmp_path: Path, form: str, day: str, new: str
) -> None:
    layout = look(obsidian(made(tmp_path, f"Daily/{day}.md"), folder="Daily", format=form)).layout
    names = NoteNames(layout, [f"Daily/{day}.md"])
    assert names.find("2026-11-20") == names.find(day) == f"Daily/{day}.md"
    assert names.path_for(read_link(new)) == f"Daily/{new.removeprefix('Daily/')}.md", (
        "no note beside the days"
    )


def test_a_link_finds_the_file_that_a_day_has_under_another_name() -> None:
    names = NoteNames(Layout(), ["memory/2026-11-19.md", "memory/20.11.2026.md"])
    assert names.path_for(read_link("2026-11-20")) == "memory/20.11.2026.md", (
        "no second file for one day"
    )


def test_links_of_logseq_lead_to_its_journals(tmp_path: Path) -> None:
    root = made(tmp_path / "graph", "journals/2026_11_20.md", "logseq/config.edn")
    create_notebook(root, tmp_path / "own").close()
    names = NoteNames(look(root).layout, ["journals/2026_11_20.md"])
    assert names.find("Nov 20th, 2026") == "journals/2026_11_20.md"
    assert names.path_for(read_link("Nov 6th, 2026")) == "journals/2026_11_06.md"


def test_all_notes_of_a_vault_without_settings_belong_once_it_is_adopted(tmp_path: Path) -> None:
    files = ("journal/2026-11-20.md", "Projects/2026-11-19-boat.md")
    root = made(tmp_path / "notes", *files)
    create_notebook(root, tmp_path / "own").close()
    made(root, "MEMORY.md")
    notebook = open_notebook(root, tmp_path / "own")
    assert notebook.paths() == sorted(("MEMORY.md", *files))
    assert [*filter(notebook.layout.date_of, notebook.paths())] == [files[0]]
    notebook.close()
    other = made(tmp_path / "workspace", "MEMORY.md", *files)
    assert look(other).others == 0, "an agent's folder is not read as a whole"


@pytest.mark.parametrize("told", ["{", "[]", '{"format": "gggg-[W]ww"}', '{"folder": "../out"}'])
def test_a_vault_that_says_nothing_readable_is_read_by_its_names(tmp_path: Path, told: str) -> None:
    root = obsidian(made(tmp_path, "Log/2026-11-20.md", "Projects/boat.md"))
    (root / ".obsidian/daily-notes.json").write_text(told)
    assert look(root).layout.days == "Log"


def test_without_days_all_markdown_is_notes_and_the_mark_keeps_it_so(tmp_path: Path) -> None:
    root = made(tmp_path / "notes", "boat.md", "people/ana.md", "node_modules/x/README.md")
    assert not recognise(root)
    assert look(root).sentences[1:] == (
        "2 notes have no date.",
        "There is no MEMORY.md yet. It is created with the first line that is kept.",
    )
    create_notebook(root, tmp_path / "own").close()
    assert sorted(entry.name for entry in root.iterdir()) == [
        ".nightstand.toml", "boat.md", "node_modules", "people",
    ]  # fmt: skip
    assert recognise(root)
    made(root, "memory/2026-11-20.md")
    assert (look(root).days, look(root).others) == (1, 2)


def test_a_readme_alone_is_no_notebook_of_undated_notes(tmp_path: Path) -> None:
    found = look(made(tmp_path, "MEMORY.md", "README.md"))
    assert (found.layout.undated, found.layout.days, found.others) == ("beside", "memory", 0)


def test_dated_reports_of_a_project_are_no_days(tmp_path: Path) -> None:
    found = look(made(tmp_path, "MEMORY.md", "SOUL.md", "docs/2026-11-20-report.md"))
    assert (found.layout.days, found.days) == ("memory", 0)


def test_memory_in_another_case_is_taken_as_it_is_called(tmp_path: Path) -> None:
    assert look(made(tmp_path, "memory.md", "2026-11-20.md")).layout.memory == "memory.md"


def test_of_two_folders_of_days_memory_is_read(tmp_path: Path) -> None:
    found = look(made(tmp_path, "memory/2026-11-20.md", "daily/2026-11-20.md"))
    assert (found.layout.days, found.days) == ("memory", 1)


def test_a_notebook_within_is_apart_and_said_to_be(tmp_path: Path) -> None:
    root = made(tmp_path / "notes", "MEMORY.md", "memory/2026-11-20.md",
                "memory/boat/MEMORY.md", "memory/boat/2026-11-19.md")  # fmt: skip
    notebook = open_notebook(root, tmp_path / "own")
    assert notebook.paths() == ["MEMORY.md", "memory/2026-11-20.md"]
    (told,) = notebook.left_out()
    assert told.reason.startswith("memory/boat is a notebook of its own")
    notebook.close()
    assert look(root / "memory/boat").days == 1


def test_the_folder_of_one_of_several_users_is_a_notebook_of_its_own(tmp_path: Path) -> None:
    root = made(tmp_path / "notes", "MEMORY.md", "memory/2026-11-20.md",
                "memory/users/ana/2026-11-19.md", "memory/users/ana/log/a.md")  # fmt: skip
    notebook = open_notebook(root, tmp_path / "own")
    assert notebook.paths() == ["MEMORY.md", "memory/2026-11-20.md"]
    (told,) = notebook.left_out()
    assert told.reason.startswith("memory/users/ana is a notebook of its own")
    made(root, "memory/users/ben/2026-11-20.md")
    assert notebook.paths() == ["MEMORY.md", "memory/2026-11-20.md"], "one that comes later, too"
    notebook.close()
    assert look(root / "memory/users/ana").days == 1


@pytest.mark.parametrize(
    ("folder", "apart"),
    [
        *((folder, True) for folder in ("memory/user/ana", "memory/Users/ana/log", "user/ana/notes",
          "memory/user-17", "memory/people/ana", "memory/chats/42/log", "memory/用户/安娜")),
        *((folder, False) for folder in ("memory/archive/boat", "memory/user", "memory/people",
          "memory/user-interface")),
    ],
)  # fmt: skip
def test_the_folder_of_one_person_is_known_under_other_names(
    tmp_path: Path, folder: str, apart: bool
) -> None:
    root = made(tmp_path / "notes", "MEMORY.md", "memory/2026-11-20.md", f"{folder}/2026-11-19.md",
                f"{folder}/tea.md")  # fmt: skip
    notebook = open_notebook(root, tmp_path / "own")
    assert any(path.startswith(folder) for path in notebook.paths()) is not apart
    assert all(folder.startswith(one.path) for one in notebook.left_out())
    assert not apart or look(root / folder).days == 1
    notebook.close()


def test_topics_about_people_and_a_file_of_one_user(tmp_path: Path) -> None:
    root = made(tmp_path / "notes", "MEMORY.md", "memory/2026-11-20.md", "memory/users/ana.md",
                "memory/people/ana/cv.md", "memory/user/tea.md")  # fmt: skip
    notebook = open_notebook(root, tmp_path / "own")
    told = {one.path: one.reason for one in notebook.left_out()}
    assert notebook.paths() == ["MEMORY.md", "memory/2026-11-20.md", "memory/people/ana/cv.md",
                                "memory/user/tea.md"]  # fmt: skip
    assert (
        list(told) == ["memory/users/ana.md"]
        and "belongs to one user" in told["memory/users/ana.md"]
    )
    made(root, "memory/people/ben/2026-11-20.md")
    assert "memory/people/ben/2026-11-20.md" not in notebook.paths(), "one that comes later, too"
    notebook.close()


def test_a_folder_around_a_notebook_says_where_it_is(tmp_path: Path) -> None:
    root = made(tmp_path / "all", "workspace/MEMORY.md", "workspace/memory/2026-11-20.md")
    with pytest.raises(Problem, match="There is a notebook within it: workspace"):
        open_notebook(root, tmp_path / "own")


def test_a_linked_folder_of_days_inside_is_read_and_one_outside_is_not(tmp_path: Path) -> None:
    root = made(tmp_path / "notes", "MEMORY.md", "kept/2026-11-20.md")
    (root / "memory").symlink_to("kept")
    assert look(root).days == 1
    made(tmp_path / "out", "2026-11-20.md")
    (root / "memory").unlink()
    (root / "memory").symlink_to(tmp_path / "out")
    assert look(root).days == 0


def test_a_folder_of_very_many_files_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "MOST", 5)
    root = made(tmp_path, "MEMORY.md", *(f"n{n}/a.md" for n in range(9)))
    assert look(root).layout.undated == "beside"


def test_a_notebook_is_not_made_of_a_folder_of_very_many_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "MOST", 5)
    root = made(tmp_path / "all", *(f"n{n}/a.md" for n in range(9)))
    with pytest.raises(Problem, match="holds more than 5 files"):
        create_notebook(root, tmp_path / "own")
    assert not (root / "MEMORY.md").exists()


def test_a_damaged_mark_makes_nothing_a_note(tmp_path: Path) -> None:
    root = made(tmp_path, "MEMORY.md", "x.md")
    (root / ".nightstand.toml").write_text("notes = [")
    assert look(root).layout.undated == "beside"


def test_a_closed_folder_closes_no_notebook() -> None:
    told = as_plain_user("""
        for path in ("MEMORY.md", "memory/2026-11-20.md", "memory/closed/a.md"):
            (root / "notes" / path).parent.mkdir(parents=True, exist_ok=True)
            (root / "notes" / path).write_text("- x")
        (root / "notes/memory/closed").chmod(0)
        notebook = open_notebook(root / "notes", root / "own")
        print(notebook.paths(), notebook.left_out()[0].reason)
        (root / "notes/memory/closed").chmod(0o700)
        (root / "notes/memory").chmod(0)
        tell(lambda: open_notebook(root / "notes", root / "own").paths())
        (root / "notes/memory").chmod(0o700)
    """)
    assert told == [
        "['MEMORY.md', 'memory/2026-11-20.md'] "
        "Nightstand has no permission to open memory/closed, so nothing in it is read.",
        "Nightstand has no permission for memory.",
    ]
