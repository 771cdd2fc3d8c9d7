"""Vaults whose own program names the days: each is adopted, written to, dreamt over and undone."""

import json
import tomllib
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from desktop_app.memory import Memory
from desktop_app.notebook.day_names import written
from desktop_app.notebook.opening import open_notebook
from desktop_app.notebook.template import TemplateLines
from desktop_app.settings import Places
from tests.faces.test_any_notebook import contents
from tests.notebook.test_link_targets import links_of
from tests.support.cli import Shell

TODAY = date.today()
TELLING = date(TODAY.year - 1, 5, 5)  # whose name tells the language, and whether days have a zero
NOTE = "- Remember: the harbour report is due on 4 December.\n"


@pytest.fixture
def shell(tmp_path: Path, capfdbinary: Any) -> Shell:
    return Shell(tmp_path / "vault", capfdbinary)


def vault(root: Path, folder: str, form: str, language: str, **more: str) -> list[str]:
    """A vault of Obsidian with notes of yesterday, twenty days before and a May; their paths."""
    (root / ".obsidian").mkdir(parents=True)
    settings = {"folder": folder, "format": form, **more}
    (root / ".obsidian/daily-notes.json").write_text(json.dumps(settings))
    paths = []
    for back in (*range(1, 21), (TODAY - TELLING).days):
        name = f"{written(form, TODAY - timedelta(back), language)}.md"
        paths.append(f"{folder}/{name}" if folder else name)
        (root / paths[-1]).parent.mkdir(parents=True, exist_ok=True)
        (root / paths[-1]).write_text(NOTE if back == 1 else f"- The tide of day {back}.\n")
    return paths


LAYOUTS = tomllib.loads(Path(__file__).with_name("layouts.toml").read_text("utf-8"))["layout"]
ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def day_file(form: str, day: date) -> str:
    """The path of a day as its tool names it, made without the program's own names of days."""
    return day.strftime(form).replace("@", f"{day.day}{ENDINGS.get(day.day, 'th')}")


@pytest.mark.parametrize("row", LAYOUTS, ids=[row["name"] for row in LAYOUTS])
def test_a_layout_is_adopted_written_to_dreamt_over_and_undone(
    shell: Shell, row: dict[str, Any]
) -> None:
    root = shell.folder
    before_today = (TODAY - timedelta(back) for back in (1, 2, 3))
    days = [day_file(row["day"], day) for day in (*before_today, TELLING)]
    texts = dict.fromkeys(days, f"- The tide was low at {row['link']}.\n")
    texts |= dict.fromkeys(row["notes"], "# Boat\n\n## Rig\n\n- It is nine metres long.\n")
    texts[days[0]] += NOTE
    for path, text in (texts | row.get("settings", {})).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    before = contents(root)
    assert shell.do("init")["days"] == 4 + row.get("more", 0)

    with closing(Memory.open(root, Places.default())) as memory:
        assert [to for _, to in links_of(memory, days[1])] == [row["notes"][0]]
    noted = shell.do("remember", "The new mooring is 12.")
    assert noted["path"] == day_file(row.get("new", row["day"]), TODAY)

    dream = shell.do("dream")
    read = [(TODAY - timedelta(back)).isoformat() for back in range(4)]
    assert [day for day in dream["days_read"] if day in read] == read
    assert shell.answer("apply", "--only", "1")[0] == 0
    assert shell.answer("undo")[0] == 0
    after = contents(root)
    assert {path: after.get(path) for path in before} == before


def test_what_was_recorded_stays_when_the_settings_change(shell: Shell) -> None:
    root = shell.folder
    vault(root, "Tagebuch", "DD. MMMM YYYY", "de")
    shell.run("init")
    (root / ".obsidian/daily-notes.json").unlink()
    noted = shell.do("remember", "The new mooring is 12.")
    assert noted["path"] == f"Tagebuch/{written('DD. MMMM YYYY', TODAY, 'de')}.md"


def test_a_new_day_takes_the_template_of_the_vault(shell: Shell) -> None:
    root = shell.folder
    vault(root, "Journal", "YYYY-MM-DD", "en", template="Templates/Daily")
    (root / "Templates").mkdir()
    (root / "Templates/Daily.md").write_text(
        "# {{title}}\n\nWritten {{date:YYYY}}, <% tp.date.now() %>\n## Log on {{date:DD.MM.}}\n"
    )
    shell.run("init")
    noted = shell.do("remember", "The new mooring is 12.")
    begun = f"# {TODAY.isoformat()}\n\n## Log on {TODAY:%d.%m.}\n\n"
    assert (root / noted["path"]).read_text().startswith(f"{begun}## Notes (")
    notebook = open_notebook(root, root.parent / "elsewhere")
    lines = TemplateLines(notebook)
    assert not lines.blanked(TODAY, begun).strip(), "a day of nothing else is empty"
    assert lines.blanked(TODAY, begun, headings=False) == begun, "notes may stand below them"
    notebook.close()


def test_a_day_is_named_by_its_date_at_every_door(shell: Shell) -> None:
    root = shell.folder
    vault(root, "Tagebuch", "DD. MMMM YYYY", "de")
    shell.run("init")
    own = shell.do("remember", "The new mooring of [[Boat]] is 12.")["path"]
    for name in (TODAY.isoformat(), f"memory/{TODAY}.md"):
        assert shell.do("get", name)["path"] == own
        hits = shell.do("search", "mooring", "--file", name)["hits"]
        assert [hit["path"] for hit in hits] == [own]
        check = ("--check", "A mooring", "--against", f"{name}:3")
        assert shell.answer("search", *check)[0] == 0
        (version,) = shell.do("history", name)
        shown = shell.do("history", "--show", name, str(version["version"]))
        assert "mooring" in shown["text"]


def test_the_only_file_of_a_day_is_that_day_at_every_door(shell: Shell) -> None:
    for name in ("21-frost", "22-boat", "22-quay"):
        (shell.folder / "blog").mkdir(parents=True, exist_ok=True)
        (shell.folder / f"blog/2026-11-{name}.md").write_text("- A line.\n")
    shell.run("init")
    for name in ("2026-11-21", "memory/2026-11-21.md"):
        assert shell.do("get", name)["path"] == "blog/2026-11-21-frost.md"
    assert shell.answer("get", "2026-11-22")[0] == 3, "either may be meant"


def test_the_periodic_notes_of_a_plugin_come_first(shell: Shell) -> None:
    root = shell.folder
    vault(root, "Journal", "YYYY-MM-DD", "en")
    plugin = root / ".obsidian/plugins/periodic-notes"
    plugin.mkdir(parents=True)
    daily = {"enabled": True, "folder": "P", "format": "YYYY/DD MMM YYYY"}
    (plugin / "data.json").write_text(json.dumps({"daily": daily}))
    (root / ".obsidian/community-plugins.json").write_text('["periodic-notes"]')
    noted = shell.do("init", str(root))
    assert noted["days"] == 0 or "P/" in noted["layout"]
    noted = shell.do("remember", "The new mooring is 12.")
    assert noted["path"] == f"P/{written('YYYY/DD MMM YYYY', TODAY)}.md"


def test_a_graph_of_logseq_keeps_its_journals(shell: Shell) -> None:
    root = shell.folder
    (root / "logseq").mkdir(parents=True)
    (root / "journals").mkdir()
    (root / "logseq/config.edn").write_text('{:journal/file-name-format "dd.MM.yyyy"}')
    (root / f"journals/{TODAY - timedelta(1):%d.%m.%Y}.md").write_text(NOTE)
    made = shell.do("init")
    assert (made["days"], made["layout"].partition(":")[0]) == (1, "Logseq")
    noted = shell.do("remember", "The new mooring is 12.")
    assert noted["path"] == f"journals/{TODAY:%d.%m.%Y}.md"


def test_no_day_gets_a_second_file(shell: Shell) -> None:
    root = shell.folder
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n")
    (root / f"memory/{TODAY:%d.%m.%Y}.md").write_text("- A line.\n")
    for back in (1, 2):
        (root / f"memory/{TODAY - timedelta(back)}.md").write_text("- A line.\n")
    shell.run("init")
    noted = shell.do("remember", "The new mooring is 12.")
    assert noted["path"] == f"memory/{TODAY:%d.%m.%Y}.md"


@pytest.mark.parametrize(
    "settings",
    [
        {"format": "YYYY-MM-DD HHmm"},
        {"folder": ".days", "template": "../Daily"},
        {"folder": "a/.days"},
    ],
)
def test_days_that_cannot_be_followed_are_named_as_ours(
    shell: Shell, settings: dict[str, str]
) -> None:
    root = shell.folder
    (root / ".obsidian").mkdir(parents=True)
    (root / ".obsidian/daily-notes.json").write_text(json.dumps(settings))
    (root / "boat.md").write_text("- A line.\n")
    shell.run("init")
    assert shell.do("remember", "The mooring is 12.")["path"].endswith(f"/{TODAY}.md")
