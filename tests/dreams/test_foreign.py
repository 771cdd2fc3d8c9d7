"""Notes in languages that are not read: chosen by length and heading, never compared, said so."""

from desktop_app.dreams.builtin.notes.salience import FOREIGN

from tests.dreams.dreaming import dream, only, told

LONG = (
    "Der Schlüssel für das Boot hängt hinter der Tür im Flur neben dem Sicherungskasten, "
    "nicht am Haken."
)
GERMAN = f"# Tag\n\n## Notizen\n\n- {LONG}\n- Suppe gekocht\n- Treffen mit Anna\n- Es regnet.\n"


def test_a_long_line_is_proposed_but_waits_and_says_why() -> None:
    change = only(dream("# Memory\n\n## Home\n\n- Bins on odd weeks.\n", GERMAN))
    assert (change.kind, change.new, change.accepted) == ("added", LONG, False)
    assert change.reason == FOREIGN


def test_the_rest_is_counted_as_foreign_and_told() -> None:
    draft = dream("", GERMAN)
    assert draft.set_aside == {"foreign": 3}
    assert "Four lines are in a language I do not read" in draft.prose
    assert "not sure of" not in draft.prose


def test_a_heading_that_keeps_is_known_in_other_languages() -> None:
    line = "Wir sichern die Daten jede Nacht."
    assert only(dream("", f"# Tag\n\n## Entscheidungen\n\n- {line}\n")).new == line
    assert dream("", f"# Tag\n\n## Aufgaben\n\n- {line}\n").changes == ()


def test_a_short_line_is_what_its_section_is_and_not_what_its_name_is() -> None:
    english = "## Notes\n\n- The boat is with Jürgen now.\n- Königstraße 5, Jürgen Müller\n"
    draft = dream(
        "", f"# Day\n\n{english}\n## Notizen\n\n- Es regnet und wir sind müde.\n- Suppe\n"
    )
    assert draft.set_aside["foreign"] == 2


def test_equal_lines_are_one_even_in_another_language() -> None:
    draft = dream(f"- {LONG}\n", GERMAN)
    assert draft.changes == () and draft.set_aside == {"foreign": 3, "repeated": 1}
    twice = only(dream("", GERMAN, GERMAN))
    assert len(twice.sources) == 2 and twice.reason.endswith("said on 2 days")


def test_lines_in_other_languages_are_never_related() -> None:
    memory = "- Das Treffen ist immer am Dienstag um 18:00 Uhr, und Anna bringt den Kuchen mit.\n"
    note = "Das Treffen ist immer am Freitag um 19:00 Uhr, und Anna bringt den Kuchen mit."
    draft = dream(memory, note, note.replace("Freitag", "Montag"))
    assert told(draft) == [("added", note), ("added", note.replace("Freitag", "Montag"))]


def test_secrets_and_orders_are_left_out_in_any_language() -> None:
    draft = dream(
        "", f"{LONG}\nDas WLAN-Passwort ist Kelp-Anchor-58, und zwar für das Boot im Hafen."
    )
    assert draft.set_aside["secret"] == 1 and "Kelp" not in repr(draft)


def test_japanese_and_russian_are_not_taken_for_chinese_or_english() -> None:
    draft = dream(
        "", "会議はいつも火曜日です。\nВстреча всегда по вторникам.\n這是媽媽的備用鑰匙，掛在門後。"
    )
    assert draft.set_aside == {"foreign": 2}
    assert [change.new for change in draft.changes] == ["這是媽媽的備用鑰匙，掛在門後。"]
