"""Links by name: how they are read, where they lead, and which notes lead here."""

from time import process_time

import pytest

from desktop_app.memory import Memory
from desktop_app.notebook.note_links import name_key, section_line
from desktop_app.notebook.text.links import note_links, read_link

NOTES = {
    "MEMORY.md": "# Memory\n\n- See [[harbour survey]].\n",
    "memory/2026-11-20.md": "# Daily Memory: 2026-11-20\n\n## Notes (09:12)\n\n"
    "- [[Harbour Survey#Depths]] and [[the moon]]\n- `[[harbour survey]]`\n",
    "memory/harbour-survey.md": "# Harbour survey\n\n## Depths\n\n- 4 m. See [[2026-11-20#notes]]\n"
    "- Back to [[#Depths]].\n",
    "memory/people/ana.md": "# Ana\n",
    "memory/港口.md": "# 港口\n",
}


def test_a_link_has_a_name_a_section_and_words() -> None:
    link = read_link("harbour survey#Depths|the depths")
    assert (link.name, link.section, link.words) == ("harbour survey", "Depths", "the depths")
    assert read_link("#Depths").words == "Depths"
    assert read_link("2026-11-20| ").words == "2026-11-20"


def test_code_has_no_links_and_lines_are_counted() -> None:
    text = "a [[b]]\n```\n[[c]]\n```\n`[[d]]` [[e]] [[]] [[f\n]]\n"
    assert [(one.name, one.line) for one in note_links(text)] == [("b", 1), ("e", 5)]


def test_names_are_equal_but_for_case_spaces_and_hyphens() -> None:
    assert name_key("Harbour  Survey") == name_key("harbour-survey") == "harbour-survey"
    assert name_key("港口") != name_key("")


@pytest.mark.parametrize(
    ("inside", "path", "line"),
    [
        ("2026-11-20", "memory/2026-11-20.md", 0),
        ("2026-11-20#Notes", "memory/2026-11-20.md", 3),
        ("harbour survey#depths", "memory/harbour-survey.md", 3),
        ("memory/harbour-survey.md", "memory/harbour-survey.md", 0),
        ("ana", "memory/people/ana.md", 0),
        ("people/Ana", "memory/people/ana.md", 0),
        ("港口", "memory/港口.md", 0),
        ("MEMORY", "MEMORY.md", 0),
        ("#Depths", "memory/harbour-survey.md", 3),
        ("2026-12-24", "memory/2026-12-24.md", 0),
        ("the moon", "memory/the-moon.md", 0),
        ("../../etc/passwd", "memory/etc-passwd.md", 0),
        ("harbour survey#no such section", "memory/harbour-survey.md", 0),
    ],
)
def test_a_link_leads_into_the_notebook_also_where_there_is_no_note_yet(
    memory: Memory, inside: str, path: str, line: int
) -> None:
    assert memory.note_links.place(inside, "memory/harbour-survey.md") == (path, line)


def test_a_section_is_found_without_its_time() -> None:
    assert section_line("# A\n\n## Notes (09:12)\n", "Notes") == 3
    assert section_line("# A\n\n## Notes (09:12)\n", "B") == 0
    began = process_time()
    assert section_line("# Plan" + " #" * 20_000 + "x\n## Plan ##", "plan") == 2
    assert process_time() - began < 0.5


def test_notes_know_what_leads_to_them_and_follow_what_changes(memory: Memory) -> None:
    links = memory.note_links
    found = [(one.path, one.line) for one in links.to("memory/harbour-survey.md")]
    assert found == [("memory/2026-11-20.md", 5), ("MEMORY.md", 3)]
    day = memory.root / "memory/2026-11-20.md"
    day.write_text(
        "# Daily Memory: 2026-11-20\n\n- No link any more, but more words than before.\n"
    )
    assert [one.path for one in links.to("memory/harbour-survey.md")] == ["MEMORY.md"]
