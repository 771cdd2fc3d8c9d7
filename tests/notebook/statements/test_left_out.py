"""What is no statement by its form, in days and in memory."""

from datetime import date

import pytest

from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.source import DayText
from desktop_app.notebook.statements.reader import Statement, statements


def read(text: str) -> list[Statement]:
    return list(statements(DayText(date(2026, 11, 20), "memory/2026-11-20.md", text)))


def said(text: str) -> list[str]:
    return [one.text for one in read(text)]


def remembered(text: str) -> list[str]:
    return [one.text for one in MemoryFile(text.encode()).statements]


LEFT_OUT = [
    "---\npermalink: a/b\n---\n\n---\ndate: 2026-11-20\ntags: [mill, weir]\n---\n",
    "\ufeff---\ntitle: *Mill*\n- [[weir]]s\n---\n",
    "+++\ndate = 2026-11-20\n+++\n",
    "<!-- one\n\n- two\n-->\n",
    "%%\n- an aside\n%%\n",
    "<!-- mill:log:start -->\n- Ran at noon.\n<!-- mill:log:end -->\n",
    "<!-- BEGIN weir v2, keep -->\nAll of it.\n\n- more\n<!-- END weir -->\n",
    "<!-- weir -->\n- Ran.\n<!-- /weir -->\n",
    "- {{query (todo TODO)}}\n- {{embed ((65a0aaaa-1111))}}\n- ((65a0aaaa-1111-2222))\n",
    "- ![the mill](mill.png)\n- ![[mill.png]]\n",
    "- ~~The mill is for sale.~~\n- ~~Sold~~ ^a1\n",
    "- [-] Sell the mill\n  - to Gro\n",
    "- CANCELED Sell the weir\n",
    "- #+BEGIN_QUERY\n  {:title [Mill]}\n  #+END_QUERY\n",
    "- id:: 65a0aaaa-1111\n- HEARTBEAT_OK\n- <% tp.date.now() %>\n- <del>Sold.</del>\n",
    "<!-- weir_start -->\n- Ran.\n<!-- weir_end -->\n",
    "[^1]: As Gro says.\n    Twice.\n",
    "<pre>\nThe mill.\n</pre>\n",
    "- The mill turns\n  - confidence: 0.62\n",
    "- The mill turns\n  - recalls: 2\n",
    "- The mill turns\n  - evidence: days/a.txt:1-1\n",
    "- The mill turns\n  - status: staged\n",
    "Gro has the mill.\n[score=0.85 recalls=0]\n",
]


@pytest.mark.parametrize("text", LEFT_OUT)
def test_what_says_nothing_is_left_out_of_a_day(text: str) -> None:
    assert said(f"{text}\n- told\n") == ["told"]


@pytest.mark.parametrize("text", LEFT_OUT)
def test_what_says_nothing_is_left_out_of_memory(text: str) -> None:
    assert remembered(f"{text}\n- told\n") == ["told"]


def test_properties_and_drawers_of_an_outline_are_no_words_of_its_blocks() -> None:
    text = (
        "title:: Mill\nalias:: weir\n\n"
        "- Gro bought the mill\n  for 900 crowns.\n  id:: 65a0\n  collapsed:: true\n"
        "\t- She pays in May. ^pay\n\t  SCHEDULED: <2026-05-01 Fri>\n"
        "- Paid the fee\n  :LOGBOOK:\n  CLOCK: [2026-11-20]--[2026-11-20]\n  :END:\n"
    )
    found = read(text)
    assert [one.text for one in found] == [
        "Gro bought the mill for 900 crowns.",
        "She pays in May.",
        "Paid the fee",
    ]
    assert found[1].parent == "Gro bought the mill for 900 crowns."


def test_words_of_an_outline_tell_what_is_to_do_and_what_is_done() -> None:
    text = "- TODO call\n- NOW oil\n- LATER buy\n- DOING paint\n- WAITING for Gro\n- DONE pay\n"
    assert [(one.text, one.mark.value) for one in read(f"{text}- TODO: [#A] sow\n- [/] dig\n")] == [
        ("call", "todo"),
        ("oil", "todo"),
        ("buy", "todo"),
        ("paint", "todo"),
        ("for Gro", "todo"),
        ("pay", "done"),
        ("sow", "todo"),
        ("dig", "todo"),
    ]


def test_marks_within_a_sentence_leave_its_words_and_their_places() -> None:
    text = "- The mill ~~costs 800~~ costs 900 <!-- so Gro --> crowns[^1] %%really%% a year.\n"
    [one] = read(text)
    assert one.text == "The mill costs 900 crowns a year."
    assert [piece.quote for piece in one.pieces] == [
        "The mill",
        "costs 900",
        "crowns",
        "a year.",
    ]


def test_code_in_a_sentence_is_no_comment() -> None:
    text = "- Write `<!-- x` and `%%` and `~~` before `-->` there.\n"
    assert said(text) == ["Write `<!-- x` and `%%` and `~~` before `-->` there."]


@pytest.mark.parametrize("opening", ["```\ncode", "~~~~", "<!-- draft", "%%", "<details>", "<pre>"])
def test_what_is_never_closed_hides_nothing_behind_it(opening: str) -> None:
    assert said(f"# Day\n\n- start\n\n{opening}\n\n- told\n")[-1] == "told"


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    text = "---\nThis day began with a rule.\n\n- Gro has the key.\n\n---\n\n- The mill is shut.\n"
    told = ["This day began with a rule.", "Gro has the key.", "The mill is shut."]
    assert said(text) == told
    assert said(text.replace("This day began with a rule.", "Note to myself: a rule.\n\nSo.")) == [
        "Note to myself: a rule.",
        "So.",
        *told[1:],
    ]


def test_a_section_of_another_programs_dream_is_left_out_up_to_the_next_one() -> None:
    text = "## REM Sleep\n### Truths\n- None surfaced.\n\n## Sleep (14:30)\n- We sold the weir.\n"
    assert said(text) == ["We sold the weir."]


def test_a_bullet_in_memory_stays_a_bullet_whatever_is_left_out() -> None:
    file = MemoryFile(b"- ~~old~~\n- [-] off\n- told\n")
    assert [one.text for one in file.bullets] == ["~~old~~", "[-] off", "told"]
    assert [one.text for one in file.statements] == ["told"]


def test_thousands_of_unclosed_openings_take_no_time() -> None:
    signs = ["<!--", "%%", "```", "~~~~", ":LOGBOOK:", "<pre>", "`", "~~a", "<!-- x:start -->"]
    for sign in signs:
        assert said(f"{sign}\n\n" * 1_500 + "- told\n")[-1] == "told"


def test_words_with_a_struck_part_are_joined() -> None:
    text = "- p~~q~~assword of the <!-- old -->NAS, not ~~that of~~ the door\n"
    assert said(text) == ["password of the NAS, not the door"]
    (below,) = read(f"- The p~~q~~assword of the NAS\n  {text}")[1:]
    assert below.parent == "The password of the NAS"
    (below,) = read("- p~~q~~assword of the NAS:\n  - **K~~e~~y**: Kelp")
    assert (below.headings, below.lead) == (("password of the NAS",), "Ky")
