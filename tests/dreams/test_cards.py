"""Cards: what a day marks as worth keeping is offered as it stands, and nothing else is."""

from dataclasses import replace

import pytest

from desktop_app.dreams.material import DreamDraft
from desktop_app.dreams.proposal import Why, change_key
from desktop_app.notebook.source import line_sha
from tests.dreams.dreaming import dream, material, only, proposed

MEMORY = "# Memory\n\n## Boats\n\n- The dinghy lies at berth 4.\n\n## Lessons\n\n- Flush hoses.\n"


RULES = [
    "Anchors stay off the lawn.", "Bilge pumps run at dusk.", "Cleats are oiled in March.",
    "Dinghies sleep upside down.", "Fenders hang outboard.", "Galley fires need sand.",
    "Halyards rest on Sundays.",
]  # fmt: skip


def day(*lines: str) -> str:
    return "# Day\n\n" + "\n".join(lines) + "\n"


def offered(draft: DreamDraft) -> dict[str, list[str | None]]:
    """The lines of each card, by its title."""
    cards: dict[str, list[str | None]] = {}
    for change in draft.changes:
        cards.setdefault(change.card, []).append(change.new)
    return cards


def test_a_section_whose_heading_says_lesson_is_a_card_with_its_lines_as_they_stand() -> None:
    text = day(
        "## Engine room",
        "- Pumped the bilge.",
        "### Lessons learned",
        "- Close the seacock before the strainer is opened; it floods otherwise.",
        "- Spare belts hang on the left.",
        "They are labelled by length. The short one is for the pump.",
        "### After that",
        "- Lunch.",
    )
    draft = dream(MEMORY, text)
    assert offered(draft) == {
        "Engine room / Lessons (2026-11-21)": [  # as the section is called
            "Close the seacock before the strainer is opened; it floods otherwise.",
            "Spare belts hang on the left. They are labelled by length. The short one is for the "
            "pump.",
        ]
    }
    assert {change.heading for change in draft.changes} == {"Lessons"}
    assert not any(change.accepted for change in draft.changes)


@pytest.mark.parametrize(
    "heading",
    ["Lesson", "GOTCHAS", "Mistakes we made", "Key decisions (14:30)", "House rules",
     "Backup policy", "Principles", "Naming conventions", "Preferences", "教训", "重要決定",
     "命名規則", "核心原則", "用户偏好", "Regeln fürs Boot", "Entscheidungen",
     "Grundsätze", "Vorlieben"],
)  # fmt: skip
def test_these_headings_mark_a_card(heading: str) -> None:
    draft = dream("", day(f"## {heading}", "- The tide board hangs in the hall."))
    assert only(draft).new == "The tide board hangs in the hall."


@pytest.mark.parametrize(
    "heading",
    ["Findings", "Insights", "Root cause", "Likes", "Next", "Open decisions", "Pending rules",
     "Decisions needed", "Notes (09:12)", "Boats", "待決策", "Offene Entscheidungen",
     "Decision: RETAIN"],
)  # fmt: skip
def test_these_headings_mark_none(heading: str) -> None:
    assert dream("", day(f"## {heading}", "- The tide board hangs in the hall.")).changes == ()


@pytest.mark.parametrize(
    ("line", "section", "text"),
    [
        ("Rule: no anchors on the lawn.", "Rule", "No anchors on the lawn."),
        ("**Hard rule:** no anchors on the lawn.", "Hard rule", "No anchors on the lawn."),
        ("**Decided**: the anchors stay.", "Decided", "The anchors stay."),
        ("決定：錨都放在棚裡，不放草地。", "決定", "錨都放在棚裡，不放草地。"),
        ("Entschieden: die Anker bleiben.", "Entschieden", "Die Anker bleiben."),
    ],
)
def test_a_line_that_begins_so_is_a_card_without_its_label(
    line: str, section: str, text: str
) -> None:
    change = only(dream("", day("## Boats", f"- {line}", "- We rowed to the island.")))
    assert (change.new, change.heading) == (text, section)
    assert change.card == f"Boats / {section} (2026-11-21)"


def test_each_label_is_a_heading_by_itself_and_a_told_decision_stays_whole() -> None:
    lines = ("- Rule: no anchors.", "- Decided: the loft is let.", "- We decided to use the quay.")
    draft = dream("", day("## Boats", *lines))
    assert {(one.heading, one.new) for one in draft.changes} == {
        ("Rule", "No anchors."),
        ("Decided", "The loft is let."),
        ("To remember", "We decided to use the quay."),
    }
    assert not any(one.accepted for one in draft.changes)


@pytest.mark.parametrize(
    "line",
    ["I decided to move: the quay is let.", "We decided on the loft: Mara takes it.",
     "決定搬家：租下碼頭邊的新店面。", "决定不带旧洗衣机去新家。", "我們決定不帶舊洗衣機去新家。"],
)  # fmt: skip
def test_a_line_that_tells_a_decision_stays_whole_with_a_colon_or_without(line: str) -> None:
    assert only(dream("", day(f"- {line}"))).new == line


@pytest.mark.parametrize(
    "line",
    ["Updated the notes with 8 major lessons: see there.", "They decided to row to the island.",
     "Decision doc: boats.md holds all four.", "[x] Decided: the anchors stay in the shed.",
     "[ ] Rule: no anchors on the lawn.", "Decided: the anchors move tomorrow.",
     "Decision: keep the anchors where they are?", "Rule: see below:",
     "決定權在房東，不在我們手上。", "决定不了租哪家店，再看看价钱。"],
)  # fmt: skip
def test_these_lines_are_none(line: str) -> None:
    assert dream("", day(f"- {line}")).changes == ()


ASKED = {
    "Remember that the fuse box is behind the door.": "The fuse box is behind the door.",
    "I am allergic to peanuts, please remember.": "I am allergic to peanuts.",
    "I am allergic to peanuts. Please remember this.": "I am allergic to peanuts.",
    "Please remember: Mara is vegetarian.": "Mara is vegetarian.",
    "Please remember that Mara is vegetarian.": "Mara is vegetarian.",
    "Also remember that Mara is vegetarian.": "Mara is vegetarian.",
    "Rain until one. So now please remember: hull 7 leaks.": "Rain until one. Hull 7 leaks.",
    "Rain until one. Remember: hull 7 leaks.": "Rain until one. Hull 7 leaks.",
    "Tom eats no figs - remember this, he forgets it.": "Tom eats no figs - he forgets it.",
    "Tom eats no figs. Remember this! He forgets it.": "Tom eats no figs. He forgets it.",
    "Tom eats no figs, remember that. He forgets it.": "Tom eats no figs. He forgets it.",
    "Tom eats no figs (please remember this).": "Tom eats no figs.",
    "Tom eats no figs — remember this": "Tom eats no figs",
    "Call me Ines.": "Call me Ines.",
    "記住：鑰匙掛在門後。": "鑰匙掛在門後。",
    "請記住：鑰匙掛在門後。": "鑰匙掛在門後。",
    "請記住我對花生過敏。": "我對花生過敏。",
    "我對花生過敏，請記住。": "我對花生過敏。",
    "請記得我對花生過敏。": "我對花生過敏。",
    "请记得：钥匙挂在门后。": "钥匙挂在门后。",
    "記得，我對花生過敏。": "我對花生過敏。",
    "記得我對花生過敏。": "我對花生過敏。",
    "别忘了：钥匙挂在门后。": "钥匙挂在门后。",
    "請別忘了我對花生過敏。": "我對花生過敏。",
    "我對花生過敏，請記得。": "我對花生過敏。",
    "Don't forget that Mara is vegetarian.": "Mara is vegetarian.",
    "我對花生過敏——記住這一點，我常忘了說。": "我對花生過敏——我常忘了說。",
    "Bitte merken: Mara isst keine Nüsse.": "Mara isst keine Nüsse.",
    "Merk dir, dass Mara keine Nüsse isst.": "Mara keine Nüsse isst.",
}


@pytest.mark.parametrize(("line", "said"), ASKED.items())
def test_what_is_asked_to_remember_comes_first_and_is_ticked_where_its_owner_typed_it(
    line: str, said: str
) -> None:
    given = material(MEMORY, day("## Rules", "- No anchors on the lawn.", "## Log", f"- {line}"))
    first, _ = proposed(given)
    assert (first.new, first.accepted) == (said, False)
    own = replace(given, is_own=lambda source: source.line == 6)
    first, second = proposed(own)
    assert (first.new, first.accepted, second.accepted) == (said, True, False)
    assert first.reason == "you wrote this yourself and asked to remember it"


@pytest.mark.parametrize(
    "line",
    ["I can't remember that song.", "Remember to buy milk.", "She asked whether I remember that.",
     "I will try to remember this, he said.", "Tom plays, remember this song.",
     "Call me back at nine.", "記不住他的名字。", "我记住了他的名字。", "Do you remember that?",
     "我記得他住在台北。", "记得买牛奶。", "不记得了。", "別忘了帶鑰匙。", "Don't forget the key.",
     "請記得帶鑰匙。", "請別忘了帶鑰匙。", "请记得明天开会。"],
)  # fmt: skip
def test_what_only_speaks_of_remembering_is_no_request(line: str) -> None:
    assert dream(MEMORY, day(f"- {line}")).changes == ()


def test_what_was_asked_in_a_conversation_that_a_program_kept_counts_and_no_answer_does() -> None:
    text = day(
        "## Session Notes (14:30)",
        "user: Also remember that Mara is vegetarian.",
        "assistant: Noted. Rule: never cook meat for Mara.",
        "user: Thanks!",
    )
    assert [change.new for change in dream(MEMORY, text).changes] == ["Mara is vegetarian."]


TALKS = [
    ("I prefer tea in the morning. Can you look up the weather?", "I prefer tea in the morning."),
    ("Sunny at last! I always water the beans at eight.", "I always water the beans at eight."),
    ("Never send mail without asking me.", "Never send mail without asking me."),
    ("今天好热。我习惯早上六点起床。", "我习惯早上六点起床。"),
    ("我都喝無糖的豆漿。帮我翻译这句。", "我都喝無糖的豆漿。"),
]


@pytest.mark.parametrize(("said", "kept"), TALKS)
@pytest.mark.parametrize("turn", ["user: {}\nassistant: {}", "- User: {}\n- Assistant: {}"])
def test_a_preference_that_a_person_told_in_a_conversation_is_a_card(
    said: str, kept: str, turn: str
) -> None:
    text = day("## Session Notes (14:30)", turn.format(said, "I prefer to be short."))
    change = only(dream(MEMORY, text))
    assert (change.kind, change.new, change.accepted) == ("added", kept, False)


BESIDE = [
    ("I prefer tea in the morning", "I prefer tea in the evening"),
    ("I prefer emails to Anna short", "I prefer emails to Ben short"),
    ("我喜欢猫", "我喜欢狗"),
    ("I never eat meat", "I never eat fish"),
    ("I never eat meat", "I never eat fish from now on"),
    ("I always water the beans at dawn", "I always water the roses at dawn now"),
]


@pytest.mark.parametrize(("memory", "note"), BESIDE)
def test_a_preference_that_takes_no_place_and_a_rule_stand_beside_others(
    memory: str, note: str
) -> None:
    assert only(dream(f"# M\n\n- {memory}\n", day(f"- {note}"))).kind == "added"


def test_requests_without_a_topic_stand_together_and_others_below_their_topic() -> None:
    fuse = "- Remember that the fuse box is behind the door."
    text = day("## Notes (09:12)", fuse, "## Boats", "- Remember: hull 7 leaks.")
    by_text = {change.new: change for change in dream(MEMORY, text).changes}
    assert by_text["The fuse box is behind the door."].heading == "To remember"
    assert by_text["Hull 7 leaks."].heading == "Boats"
    assert only(dream("- a list\n- of two\n", day(fuse))).heading == ""


@pytest.mark.parametrize("heading", ["## Notes", "## Notes (09:12)", "## 筆記", "## Monday"])
def test_a_heading_of_a_day_is_no_new_section_for_what_was_asked(heading: str) -> None:
    change = only(dream(MEMORY, day(heading, "- Remember: hull 7 leaks.")))
    assert (change.heading, change.new) == ("To remember", "Hull 7 leaks.")


def test_lines_that_memory_knows_fall_out_and_a_card_of_which_more_than_half_is_known_goes() -> (
    None
):
    memory = "# M\n\n## Sails\n\n- Dry the sails before they are folded.\n- Mend tears at once.\n"
    known, new = "- Sails are dried before they are folded.", "- Never winch against the cleat."
    assert [c.new for c in dream(memory, day("## Rules", known, new)).changes] == [new[2:]]
    draft = dream(memory, day("## Rules", known, "- Mend tears at once.", new))
    assert (draft.changes, draft.set_aside) == ((), {"repeated": 3})


def test_a_section_of_memory_may_know_what_no_single_line_of_it_says() -> None:
    memory = "# M\n\n## Sails\n\n- Sails are dried.\n- Sails are folded in the loft.\n"
    assert dream(memory, day("## Rules", "- Dried sails are folded in the loft.")).changes == ()


def test_what_an_earlier_dream_brought_and_what_was_refused_is_not_offered_again() -> None:
    given = material(MEMORY, day("## Rules", "- Never winch against the cleat."))
    (change,) = proposed(given)
    sha = line_sha("- Never winch against the cleat.")
    assert proposed(replace(given, settled=frozenset({sha}))) == ()
    assert change.sources[0].sha == sha


@pytest.mark.parametrize(
    ("line", "section", "said"),
    [
        ("We keep the boat in Altona. #decision", "Decision", "We keep the boat in Altona."),
        ("#rule Nobody sails alone.", "Rule", "Nobody sails alone."),
        ("We keep it #decision, and sell the car.", "Decision", "We keep it, and sell the car."),
        ("We sell it, #decision, in May.", "Decision", "We sell it, in May."),
        ("Note: #rule no nets.", "Rule", "Note: no nets."),
        ("#[[hard rule]] Never leave the winch.", "Hard rule", "Never leave the winch."),
        ("船停在阿爾托納過冬 #決定", "決定", "船停在阿爾托納過冬"),
    ],
)
def test_a_tag_marks_a_line_as_a_label_does(line: str, section: str, said: str) -> None:
    (change,) = dream(MEMORY, f"- {line}\n").changes
    assert (change.heading, change.new) == (section, said)


@pytest.mark.parametrize("line", ["Pia prefers #tea", "See issue #12, decided", "a#rule of thumb"])
def test_another_tag_marks_none(line: str) -> None:
    assert dream(MEMORY, f"- {line}\n").changes == ()


@pytest.mark.parametrize("word", ["WAITING", "**WAITING**", "**TODO:**", "_LATER_"])
def test_what_is_to_do_is_no_card_however_it_is_written(word: str) -> None:
    draft = dream(MEMORY, f"## Decisions\n\n- {word} for the yard #decision\n")
    assert draft.changes == () and draft.set_aside == {"todo": 1}


def test_a_file_that_is_no_text_has_no_card_and_one_that_a_crash_cut_keeps_its_own() -> None:
    rules = "- Rule: never winch against the cleat.\n- Rule: oil the blocks in March.\n"
    binary = dream(MEMORY, f"- SQLite format 3\0\1\n{rules}")
    assert (binary.changes, binary.read) == ((), 0)
    assert len(dream(MEMORY, f"{rules}\n\0\0\0\0").changes) == 2


def test_a_rejected_line_names_no_new_section() -> None:
    older, newer = day("## Lessons", "- Oil the cleats."), day("## Lesson", "- Dry the sails.")
    first, second = proposed(material("# Memory\n", older, newer))
    assert (first.heading, second.heading) == ("Lesson", "Lesson")
    rejected = frozenset({change_key(first)})
    (left,) = proposed(material("# Memory\n", older, newer, rejected=rejected))
    assert (left.new, left.heading) == ("Oil the cleats.", "Lessons")


TAKEN = "- Never winch against the cleat."
GOES_ON = day("## Rules", TAKEN, "  Two turns on the drum hold it.")


def test_what_is_added_below_a_line_that_memory_has_makes_that_line_longer() -> None:
    memory = f"{MEMORY}\n## Rules\n\n{TAKEN}\n"
    whole = "Never winch against the cleat. Two turns on the drum hold it."
    for settled in (frozenset[str](), frozenset({line_sha(TAKEN)})):
        (change,) = proposed(replace(material(memory, GOES_ON), settled=settled))
        told = (change.kind, change.old, change.new, change.accepted)
        assert told == ("updated", (TAKEN[2:],), whole, False)


def test_what_goes_on_with_words_of_the_line_above_is_only_what_stands_below_it() -> None:
    above = "- Dress the hull with tallow, never with tar oil."
    given = material(MEMORY, day("## Rules", above, "  tar oil.", "  Two coats of tar oil."))
    settled = frozenset({line_sha(above), line_sha("  tar oil.")})
    (change,) = proposed(replace(given, settled=settled))
    assert change.new == "Two coats of tar oil."
    (change,) = proposed(replace(given, settled=frozenset({line_sha(above)})))
    assert change.new == "tar oil. Two coats of tar oil."


@pytest.mark.parametrize("there", ["- Winches: see the cleat.", f"{TAKEN} <!-- pinned -->"])
def test_below_a_line_that_memory_has_in_other_words_or_pinned_only_what_is_new_is_offered(
    there: str,
) -> None:
    given = material(f"{MEMORY}\n## Rules\n\n{there}\n", GOES_ON)
    (change,) = proposed(replace(given, settled=frozenset({line_sha(TAKEN)})))
    assert (change.kind, change.new) == ("added", "Two turns on the drum hold it.")


def test_at_most_six_cards_are_offered_the_newest_and_the_rest_waits_for_the_next_dream() -> None:
    texts = [day("## A", "### Rules", f"- {rule}") for rule in RULES]
    loft = "The loft is let to the rowing club."
    texts[6] += f"\n## B\n\n### Decisions\n\n- {loft}\n"
    for older in ([], [day("## Rules", "- Never moor at berth 9.")] * 30):
        draft = dream(MEMORY, *older, *texts)
        assert [change.new for change in draft.changes] == [*RULES[6:1:-1], loft]
        assert draft.set_aside["over"] == 2 + bool(older)


def test_cards_are_ordered_by_what_marks_them() -> None:
    text = day(
        "- Decided: the loft is let.", "## Decisions", "- Buy the red dinghy in spring.",
        "## Lessons", "- Salt eats the hinges.", "## Rules", "- No fire below deck.",
        "## Preferences", "- Mara wants tea, no coffee.", "## Log", "- Please remember: hull 7.",
    )  # fmt: skip
    days = [text, *["# Nothing\n"] * 6]
    marks = [change.card.split(" (")[0] for change in dream("", *days).changes]
    assert marks == ["Log", "Preferences", "Rules", "Lessons", "Decisions", "Decisions"]


def test_of_two_equal_lines_the_second_goes_ticked() -> None:
    memory = "# M\n\n## Home\n\n- Bins: paper on odd weeks.\n- Tea at four.\n- Tea at four.\n"
    (change,) = proposed(material(memory, day("- Rain until one.")))
    assert (change.kind, change.line, change.accepted) == ("removed", 7, True)
    apart = memory.replace("- Tea at four.\n- Tea", "- Tea at four.\n\n## Guests\n\n- Tea")
    assert dream(apart, day("- Rain.")).changes == ()


def test_a_question_offers_my_line_with_the_new_value() -> None:
    memory = "# M\n\n- The report is due on 27 November; Jonas signs it off.\n"
    note = "- The report is due on 4 December, no longer on 27 November."
    change = only(dream(memory, day(note)))
    assert (change.kind, change.new, change.accepted) == (
        "question", "The report is due on 4 December; Jonas signs it off.", False,
    )  # fmt: skip
    later = "- The report moves from 27 November to 9 December."
    assert "9 December" in (only(dream(memory, day(note), day(later))).new or "")


LESSONS = "Piano lessons are on Thursdays at 16:30 with Mrs Berg."
RENEWED = [
    (LESSONS, "Piano lessons are on Tuesdays now, no longer on Thursdays.",
     "Piano lessons are on Tuesdays at 16:30 with Mrs Berg."),
    ("The hourly rate is 780 NOK.", "The hourly rate is 820 NOK.", "The hourly rate is 820 NOK."),
    ("The hourly rate is 780 NOK.", "From now on the hourly rate is 820 NOK.",
     "The hourly rate is 820 NOK."),
    ("The hourly rate is 780 NOK.", "Please remember: the hourly rate is 820 NOK.",
     "The hourly rate is 820 NOK."),
    ("鋼琴課在每週四 16:30。", "鋼琴課改到週二，不再是週四。", "鋼琴課在每週二 16:30。"),
    ("時薪是 780 元。", "時薪是 820 元。", "時薪是 820 元。"),
    ("时薪是 780 元。", "从现在起时薪是 820 元。", "时薪是 820 元。"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "note", "new"), RENEWED)
def test_another_value_for_the_same_thing_is_asked_about_with_the_line_that_has_it(
    line: str, note: str, new: str
) -> None:
    given = material(f"# M\n\n## Lessons\n\n- {line}\n", day(f"- {note}"))
    (change,) = proposed(replace(given, is_own=lambda source: True))
    assert (change.kind, change.old, change.new) == ("question", (line,), new)
    assert not change.accepted
    assert "a new value" in change.reason


@pytest.mark.parametrize(
    "note",
    ["The hourly rate is 820 EUR.", "The hourly rate for the choir is 820 NOK.",
     "The hourly rate of Anna is 820 NOK.", "The hourly rate was 820 NOK last year.",
     "Perhaps the hourly rate is 820 NOK.", "The daily rate is 820 NOK.",
     "The hourly rate is 780 NOK in spring."],
)  # fmt: skip
def test_a_value_of_another_thing_or_one_that_may_not_hold_is_not_asked_about(note: str) -> None:
    memory = "# M\n\n- The hourly rate is 780 NOK.\n"
    assert dream(memory, day(f"- {note}")).changes == ()


def test_nothing_is_asked_where_a_newer_note_says_again_what_memory_says() -> None:
    memory, old = "- The hourly rate is 820 NOK.\n", "- The hourly rate is 780 NOK."
    assert dream(memory, day(old), day("- The hourly rate is 820 NOK.")).changes == ()
    assert only(dream(memory, day("- The hourly rate is 820 NOK."), day(old))).kind == "question"


@pytest.mark.parametrize(
    "line",
    ["Never run migrations without asking.", "Running migrations without asking is over.",
     "The report is not due on 27 November at all."],
)  # fmt: skip
def test_a_rule_restated_is_not_ended_and_nothing_is_asked_of_a_line_without_a_value(
    line: str,
) -> None:
    memory = "# M\n\n- Never run migrations without asking.\n- The report is due on 27 November.\n"
    assert dream(memory, day(f"- {line}")).changes == ()


def test_new_sections_of_one_kind_are_one_and_a_card_is_called_as_its_section_is() -> None:
    texts = [
        day("## Lesson", "- Oil the cleats."),
        day("## Boat", "### Lessons", "- Dry the sails."),
    ]
    changes = dream("# M\n", *texts).changes
    assert [change.heading for change in changes] == ["Lessons", "Lessons"], "of the newest day"
    assert [change.card for change in changes] == [
        "Boat / Lessons (2026-11-21)",
        "Lessons (2026-11-20)",
    ]
    (change,) = dream("# M\n\n## 教訓\n\n- 發酵桶不要蓋緊。\n", texts[0]).changes
    assert (change.heading, change.card) == ("教訓", "教訓 (2026-11-21)")


@pytest.mark.parametrize(
    ("section", "text", "heading"),
    [
        ("決定", "Decision: bread is baked on Wednesdays.", "決定"),
        ("Lessons", "## 教訓\n\n- 發酵桶不要蓋緊。", "Lessons"),
        ("House rules", "Decision: bread is baked on Wednesdays.", "Decision"),
    ],
)
def test_a_card_stands_in_memorys_section_of_its_kind_in_any_language(
    section: str, text: str, heading: str
) -> None:
    assert (
        only(dream(f"# Memory\n\n## {section}\n\n- Ovens cool slowly.\n", text)).heading == heading
    )


@pytest.mark.parametrize(
    ("line", "decided"),
    [
        ("We do not lend the dinghy to guests", "Decided: we lend the dinghy to guests"),
        ("We lend the dinghy to guests", "Decided: we never lend the dinghy to guests"),
        ("We lend the dinghy to guests", "Decided: we stop lending the dinghy to guests"),
        ("會刊只寄紙本，不發電子版", "決定：會刊改發電子版。"),
        ("會刊發電子版", "決定：會刊不發電子版。"),
    ],
)
def test_a_decision_that_says_the_opposite_is_no_repetition(line: str, decided: str) -> None:
    draft = dream(f"# Memory\n\n## Decisions\n\n- {line}\n", decided)
    assert draft.changes and "repeated" not in draft.set_aside


def test_of_a_section_only_whole_lines_that_tell_something_are_on_its_card() -> None:
    day = (
        "## Decisions\n\n- We use Postgres for the new service\n  - because the team knows it\n"
        "- Created on 2026-11-21\n- Last updated: 21 November 2026\n- Decided on: none\n"
        "- Kiln: bought on 2026-11-21 in Aveiro\n- **Stack**:\n  - vite for the build\n"
    )
    assert [one.new for one in dream("# Memory\n", day).changes] == [
        "We use Postgres for the new service",
        "Kiln: bought on 2026-11-21 in Aveiro",
        "Stack: vite for the build",
    ]


def test_a_rule_across_the_page_ends_a_card_and_one_below_its_heading_does_not() -> None:
    let, soup = "- The loft is let to Mara.", "- We had soup at noon."
    text = day("## Decisions", "", "***", "", let, "", "---", "", soup)
    assert only(dream("", text)).new == "The loft is let to Mara."


@pytest.mark.parametrize("title", ["**Lunch**", "Lunch:"])
def test_a_title_right_below_a_bullet_is_no_part_of_it(title: str) -> None:
    lines = ("**Lessons**", "- Spare belts hang on the left.", title, "- The soup was good.")
    change = only(dream("", day(*lines)))
    assert (change.new, change.heading) == ("Spare belts hang on the left.", "Lessons")


def test_a_line_that_leans_on_one_that_is_left_out_is_not_offered() -> None:
    lean = "- Or at minimum: two people look at each chart."
    for before in ("- Do three people check each chart?", "- Three people check each chart:"):
        draft = dream("", day("## Rules", before, lean, "- Charts are dated.", "- Ink is black."))
        assert [one.new for one in draft.changes] == ["Charts are dated.", "Ink is black."]
        assert sum(draft.set_aside.values()) >= 1
    draft = dream("", day("## Rules", "- [ ] Let three people check each chart.", lean))
    assert (draft.changes, draft.set_aside) == ((), {"todo": 1}), "it has no box itself"
    draft = dream("", day("## Rules", "- Three people check each chart.", lean))
    assert len(draft.changes) == 2


@pytest.mark.parametrize(
    "line",
    ["> Please remember that fees rise in May.", "> Rule: never moor at berth 4.",
     "> We decided to moor at berth 9.", "“Please remember that fees rise in May”, he wrote.",
     'The sign said "remember: fees rise in May".'],
)  # fmt: skip
def test_a_quotation_asks_for_nothing(line: str) -> None:
    assert dream("", day(line)).changes == ()
    posted = ("## 16. “I keep a boat, and ...” (@ines)", "Remember: I moor at berth 4.")
    assert dream("", day(*posted)).changes == ()
    assert dream("", day("## The “Rosa”", *posted[1:])).changes


@pytest.mark.parametrize(
    "line",
    ["He asked me to please remember the tide and it worked.",
     "Mo, please remember this rope, is not ours."],
)  # fmt: skip
def test_nothing_is_cut_out_of_the_middle_of_a_sentence(line: str) -> None:
    assert all(one.new == line for one in dream("", day(f"- {line}")).changes)


def test_a_sign_for_inches_opens_no_quotation() -> None:
    change = only(dream("", day('- The shelf is 6" deep. Please remember that it is made of oak.')))
    assert change.new == 'The shelf is 6" deep. It is made of oak.'


def test_a_card_ends_at_a_heading_below_its_own() -> None:
    below = ("### Signs", "- Keep the signs on the north wall.")
    own = ("## Lessons", "- Spare belts hang on the left.", *below)
    assert (only(dream("", day(*own))).new) == "Spare belts hang on the left."
    change = only(dream("", day("## Lessons", *below)))
    assert (change.new, change.heading) == ("Keep the signs on the north wall.", "Signs")


def test_lessons_of_more_than_a_week_before_are_history_and_rules_are_not() -> None:
    old = day(
        "## Lessons", "- Spare belts hang on the left.", "## Rules", "- No shoes in the loft."
    )
    draft = dream("", old, *["- Rain all day."] * 7)
    assert only(draft).new == "No shoes in the loft."
    assert draft.set_aside[Why.OLD] == 1
    assert len(dream("", old, *["- Rain all day."] * 6).changes) == 2
