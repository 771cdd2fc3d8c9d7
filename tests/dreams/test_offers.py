"""What is offered of the notes: their own lines, cut and ordered as a person would take them."""

from datetime import date

from desktop_app.dreams.builtin.offers import Offer, offers_of
from desktop_app.dreams.builtin.ranking import ranked
from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.notes.reading import notes_of
from desktop_app.dreams.notes.set_aside import SetAside
from desktop_app.dreams.owner import NOBODY, Owner, Seen
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.statements.reader import LONGEST_BULLET
from tests.dreams.dreaming import material


def offers(*days: str) -> list[Offer]:
    return offers_of(notes_of(material("", *days).days, SetAside(), lambda: None))


def texts(*days: str) -> list[str]:
    return [offer.text for offer in offers(*days)]


def order(memory: str, *days: str, owner: Owner = NOBODY) -> list[str]:
    file = MemoryFile(memory.encode())
    return [one.offer.text for one in ranked(offers(*days), Book(file, "M"), file, [owner])]


def test_lines_under_one_heading_become_one_offer_with_the_heading_before_them() -> None:
    day = "# Day\n\n## Rules\n\n- Chart depths in metres.\n- Never tow with one line.\n"
    [offer] = offers(day)
    assert offer.text == "Rules: Chart depths in metres. Never tow with one line."
    assert [source.line for source in offer.sources] == [3, 5, 6]


def test_a_line_that_stands_alone_is_itself() -> None:
    assert texts("# Day\n\n## Rules\n\n- Chart depths in metres.\n") == ["Chart depths in metres."]


def test_lines_of_a_list_without_a_label_stay_apart() -> None:
    assert texts("# Day\n\n- one fish\n- two boats\n") == ["one fish", "two boats"]


def test_a_block_by_the_clock_is_no_label() -> None:
    assert texts("# Day\n\n## Notes (09:30)\n\n- one fish\n- two boats\n") == [
        "one fish",
        "two boats",
    ]


def test_a_bullet_takes_what_stands_below_it() -> None:
    assert texts("# Day\n\n- The engine was changed\n  - new belt\n  - new oil\n") == [
        "The engine was changed: new belt; new oil"
    ]


_BOATS = [
    "Kestrel",
    "Tern",
    "Gannet",
    "Puffin",
    "Heron",
    "Curlew",
    "Plover",
    "Dunlin",
    "Knot",
    "Ruff",
    "Stint",
    "Whimbrel",
]


def test_no_offer_is_longer_than_a_bullet_and_none_crosses_a_heading() -> None:
    lines = "".join(f"- {boat} has its winter berth behind the {boat} shed\n" for boat in _BOATS)
    found = texts(f"# Day\n\n## Boats\n\n{lines}\n## Berths\n\n- four are free\n")
    assert len(found) > 3 and all(len(text) <= LONGEST_BULLET for text in found)
    assert found[-1] == "four are free"


def test_what_was_taken_out_between_two_lines_sets_them_apart() -> None:
    day = "# Day\n\n## Rules\n\n- Chart in metres.\n- Is that so?\n- Never tow alone.\n"
    assert texts(day) == ["Chart in metres.", "Never tow alone."]


def test_what_is_said_on_two_days_takes_one_place_in_its_newest_words() -> None:
    first, again = "- Prefers charts on paper, always\n", "- always prefers charts on paper!\n"
    [offer] = offers(first, "- nothing else\n", again)[:1]
    found = offers(first, again)
    assert len(found) == 1 and found[0].text == "always prefers charts on paper!"
    assert found[0].days == {date(2026, 11, 20), date(2026, 11, 21)}
    assert offer.days == {date(2026, 11, 19), date(2026, 11, 21)}


def test_a_series_that_differs_in_numbers_only_takes_one_place() -> None:
    assert texts("- Report 1 was sent to 40 people\n- Report 2 was sent to 38 people\n") == [
        "Report 2 was sent to 38 people"
    ]


def test_what_speaks_for_a_line_brings_it_before_what_speaks_against_others() -> None:
    memory = "# M\n\n## Decisions\n\n- **Charts:** in metres\n- **Oil:** each March\n"
    day = (
        "# Day\n\n## Decisions\n\n- **Harbour fee:** always paid by Mara, `fees/` has the slips\n\n"
        "## Log\n\n- fixed the pump 3/4\n\n- TODO: 12:30 call the fitter...\n"
    )
    found = order(memory, day)
    assert found[0].startswith("**Harbour fee:**")
    assert found[-1].startswith("Log: fixed the pump")


def test_what_memory_nearly_says_is_not_offered() -> None:
    memory = "- The spare key hangs behind the tide board in the gauge hut\n"
    day = "- spare key hangs behind the tide board, gauge hut it is\n- Mara paints boats\n"
    assert order(memory, day) == ["Mara paints boats"]


_DOES = [
    "nests",
    "sings",
    "hides",
    "dives",
    "feeds",
    "sleeps",
    "calls",
    "swims",
    "walks",
    "fights",
    "rests",
    "leaves",
]
_SEEN = [f"the {boat} {does}" for boat, does in zip(_BOATS, _DOES, strict=True)]
_BIRDS = "# Day\n\n" + "".join(
    f"## {boat}s\n\n- {seen}\n\n" for boat, seen in zip(_BOATS, _SEEN, strict=True)
)


def test_the_owner_moves_the_order() -> None:
    def place(owner: Owner) -> int:
        return order("", _BIRDS, owner=owner).index("the Heron feeds")

    kept = [Seen(("Herons",), "plain", frozenset({"heron"}), True) for _ in range(9)]
    left = [Seen(("Terns",), "plain", frozenset({"tern"}), False) for _ in range(9)]
    turned = [Seen(one.headings, one.form, one.words, not one.kept) for one in kept + left]
    assert place(Owner.of(kept + left)) < place(NOBODY) < place(Owner.of(turned))


def test_a_few_lines_teach_nothing() -> None:
    kept = [Seen(("Herons",), "plain", frozenset({"heron"}), True) for _ in range(3)]
    assert order("", _BIRDS, owner=Owner.of(kept)) == order("", _BIRDS)


def test_each_offer_tells_why_it_stands_where_it_stands() -> None:
    memory = "# M\n\n## Herons\n\n- Herons nest in March.\n"
    file = MemoryFile(memory.encode())
    found = {one.offer.text: one.why for one in ranked(offers(_BIRDS), Book(file, "M"), file, [])}
    why = found["the Heron feeds"]
    assert "under a heading that your memory has" in why
    assert "heading that your memory has" not in found["the Ruff fights"]
