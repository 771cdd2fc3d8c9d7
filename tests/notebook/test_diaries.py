"""Diaries: written and read back in three languages, and never forged by what is said in them."""

import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from desktop_app.notebook import diaries
from desktop_app.notebook.diaries import (
    DiaryChange,
    DiaryEntry,
    DiarySource,
    parse,
    with_entry,
)
from desktop_app.notebook.text.bullet_lines import tidy
from desktop_app.visible import visible
from tests.support.odd_files import ODD_FILES

DAY = date(2026, 11, 21)
PATH = "memory/dreams/2026-11-21.md"
UNDO = datetime(2026, 11, 21, 10, 12, tzinfo=UTC)
LANGUAGES = ["en", "zh-Hant", "zh-Hans"]

ENTRY = DiaryEntry(
    date=DAY,
    time="03:00",
    title="The tide gauge was telling the truth",
    prose="Three days in a row the harbour came back.\n\nI have moved the deadline.",
    meta="2026-11-15 – 2026-11-21 · without a model · 0.4 s · 2 of 3 changes applied",
    changes=(
        DiaryChange(
            "updated",
            "Work",
            "The harbour report is due on 4 December.",
            ("The harbour report is due on 27 November.",),
            (DiarySource("memory/2026-11-20.md", 5, "moves from 27 November to 4 December"),),
        ),
        DiaryChange("added", "", "No coffee after 14:00.\n- since November", (), ()),
        DiaryChange("removed", "Home", None, ("The boiler hums.", "It hums."), ()),
    ),
    undone="",
    line=3,
    path=PATH,
)

MARKDOWN = """# Dream Diary: 2026-11-21

## The tide gauge was telling the truth (03:00)

Three days in a row the harbour came back.

I have moved the deadline.

*2026-11-15 – 2026-11-21 · without a model · 0.4 s · 2 of 3 changes applied*

### What changed

- **Updated** in Work: The harbour report is due on 4 December.
  - was: The harbour report is due on 27 November.
  - from [memory/2026-11-20.md, line 5](../2026-11-20.md): “moves from 27 November to 4 December”
- **Added**: No coffee after 14:00.
  \\- since November
- **Removed** in Home: The boiler hums.
  - was: It hums.
"""


def test_a_run_is_readable_markdown() -> None:
    assert with_entry("", ENTRY) == MARKDOWN
    assert parse(PATH, MARKDOWN) == [ENTRY]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("zh-Hant", "- **更新**（Work）：The harbour report is due on 4 December."),
        ("zh-Hans", "  - 出自 [memory/2026-11-20.md，第 5 行](../2026-11-20.md)：「moves"),
        ("pt", "### What changed"),
    ],
)
def test_a_run_is_written_in_the_language_asked_for(language: str, line: str) -> None:
    text = with_entry("", ENTRY, language)
    assert line in text
    assert parse(PATH, text) == [ENTRY]


@pytest.mark.parametrize("data", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_an_odd_diary_is_only_added_to_and_the_run_is_found(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    after = with_entry(text, ENTRY)
    assert after.startswith(text)
    found = parse(PATH, after)[-1]
    assert found._replace(line=ENTRY.line) == ENTRY
    undone = diaries.with_undone(after, found, UNDO)
    assert undone.startswith(text)
    assert parse(PATH, undone)[-1].undone == "2026-11-21 10:12"


@pytest.mark.parametrize(
    ("language", "remark"),
    [
        ("en", "*Undone on 2026-11-21 at 10:12.*"),
        ("zh-Hant", "*已於 2026-11-21 10:12 復原。*"),
        ("zh-Hans", "*已于 2026-11-21 10:12 撤销。*"),
    ],
)
def test_undoing_adds_one_remark_to_exactly_that_run(language: str, remark: str) -> None:
    twin = ENTRY._replace(changes=ENTRY.changes[:1], prose="Another night.")
    text = with_entry(with_entry(with_entry("", ENTRY, language), twin, language), ENTRY, language)
    first, second, third = parse(PATH, text)
    undone = diaries.with_undone(text, second, UNDO)
    heading = "## The tide gauge was telling the truth (03:00)\n"
    head, _, tail = text.split(heading)[1:]
    start = text.split(heading)[0] + heading + head + heading
    assert undone == f"{start}\n{remark}\n{text[len(start) :]}"
    assert tail in undone
    found = parse(PATH, undone)
    assert [entry.undone for entry in found] == ["", "2026-11-21 10:12", ""]
    assert [entry._replace(undone="", line=0) for entry in found] == [
        entry._replace(line=0) for entry in (first, second, third)
    ]
    assert diaries.with_undone(undone, second, UNDO).count(remark) == 2


def test_a_run_that_is_not_there_cannot_be_undone() -> None:
    assert diaries.with_undone(MARKDOWN, ENTRY._replace(title="Another"), UNDO) == MARKDOWN
    undone = diaries.with_undone(MARKDOWN, ENTRY, UNDO)
    assert diaries.with_undone(undone, ENTRY, UNDO) == undone


def free(text: str, path: str = PATH) -> list[tuple[str, str, str]]:
    return [(entry.time, entry.title, entry.prose) for entry in parse(path, text)]


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("", []),
        ("# Dream Diary: 2026-11-21\n\n", []),
        ("Only prose. And more.\n", [("", "Only prose.", "Only prose. And more.")]),
        (
            "# Dream Diary: 2026-11-21\n\n夢見港口。又夢見船。\n",
            [("", "夢見港口。", "夢見港口。又夢見船。")],
        ),
        ("# The harbour\n\nIt came back.\n", [("", "The harbour", "It came back.")]),
        ("## Themes\n\na\n\n## Gone\n\nb\n", [("", "Themes", "a\n\n## Gone\n\nb")]),
        (
            "# 2026-11-21\n\n## 03:00 - Themes\n\na\n\n### Sub\n\n- b\n\n## Late (4:10)\n",
            [("03:00", "Themes", "a\n\n### Sub\n\n- b"), ("04:10", "Late", "")],
        ),
        ("\ufeff## A (03:00)\r\n\r\na\r\nb\r\n", [("03:00", "A", "a\nb")]),
        ("## (03:00)\n\nNo title here.\n", [("03:00", "No title here.", "No title here.")]),
    ],
)
def test_diaries_of_other_programs_and_people_are_read(
    text: str, entries: list[tuple[str, str, str]]
) -> None:
    assert free(text) == entries
    assert all(entry.changes == () for entry in parse(PATH, text))


def test_a_diary_changed_by_hand_still_tells_its_sources() -> None:
    text = (
        "## A night (03:00)\n\n*quiet*\n\n### what changed\n\nSome words.\n\n"
        "* **updated** in Work: new text\n  wrapped\n\n    * was: old text\n"
        "\t- from [memory/2026-11-20.md, line 5](x)\n  - a remark\n\n"
        "- not a change\n  - was: nothing\n\n### Left aside\n\n- **Added**: no\n"
    )
    (entry,) = parse(PATH, text)
    assert (entry.prose, entry.meta) == ("*quiet*", "")
    assert entry.changes == (
        DiaryChange(
            "updated",
            "Work",
            "new text\nwrapped",
            ("old text",),
            (DiarySource("memory/2026-11-20.md", 5, ""),),
        ),
    )


@pytest.mark.parametrize(
    ("path", "text", "day"),
    [
        (PATH, "# Dream Diary: 2020-01-01\n\nx", DAY),
        ("d", "# Dream Diary: 2026-11-21\n\nx", DAY),
        ("memory/dreams/2026-11-21-night.md", "x", DAY),
        ("d", "on 2026-02-30 or 2026-11-21", DAY),
        ("memory/dreams/9999-12-31.md", "x", date(9999, 12, 31)),
    ],
)
def test_the_day_is_that_of_the_file_or_the_text(path: str, text: str, day: date) -> None:
    assert [entry.date for entry in parse(path, text)] == [day]


def test_a_text_without_a_day_is_no_diary() -> None:
    assert parse("memory/dreams/ideas.md", "x") == []


HOSTILE = [
    "### What changed\n\n- **Added** in Work: forged\n  - from [memory/x.md, line 1](x): “y”",
    "# Title", "## Run (05:00)", "Setext\n---", "Setext\n===", "- **Removed**: all", "* x", "+ x",
    "1. x", "2) x", "> q", "```\ncode", "~~~", "<!-- hidden", "<script>", "text <b>bold</b>",
    "| a | b |\n|---|---|\n| c | d |", "a | b\n--|--\n", "[x]: http://x", "***", "___", "- - -",
    "*Undone on 2026-11-21 at 10:12.*", "*a · b*", "_a_", "\\# x", "C:\\path\\", "\\", "    code",
    "\tcode", "a\\", "#", "-", "=", "a\r\n### What changed\r\n", "\u2028### What changed",
    "\ufeff# x", "**Added**: x", "was: x", "a: b", "：", "“”", "「x」", "&lt;", "好。", "a\0b",
    "\udcff", "\ud83d",
]  # fmt: skip
said = st.lists(
    st.sampled_from(HOSTILE) | st.text(alphabet="ab#-*+ \n\r\t<>`_=|\\[]:.)(1”“」·", max_size=12),
    min_size=1,
    max_size=3,
).map("\n".join)
plain_kinds = st.sampled_from(["added", "updated", "merged", "question", "kept"])
sources = st.builds(
    lambda *told: DiarySource(*told),  # nothing else is made up
    st.sampled_from(
        ["memory/2026-11-20.md", "memory/a (b) [c], line 3.md", "MEMORY.md", "é/好.md"]
    ),
    st.integers(1, 10**6),
    said,
)
headings = said.map(lambda text: " ".join(text.split())).filter(lambda text: "）：" not in text)
tolds = st.builds(
    lambda *told: DiaryChange(*told),
    plain_kinds,
    headings,
    said,
    st.lists(said, max_size=2).map(tuple),
    st.lists(sources, max_size=2).map(tuple),
) | st.builds(
    lambda *told: DiaryChange(*told),
    st.just("removed"),
    headings,
    st.none(),
    st.lists(said, min_size=1, max_size=2).map(tuple),
    st.just(()),
)


def written(told: DiaryChange) -> DiaryChange:
    """What can be told of a change: texts as bullets have them, quotes on one line, all visible."""

    return told._replace(
        heading=visible(told.heading.replace("\ud83d", "\ufffd")),
        new=None if told.new is None else visible(tidy(told.new).replace("\r", " ")),
        sources=tuple(
            source._replace(
                quote=visible(
                    re.sub(r"\s*[\r\n]\s*", " ", source.quote.replace("\ud83d", "\ufffd"))
                ),
            )
            for source in told.sources
        ),
        old=tuple(visible(tidy(text).replace("\r", " ")) for text in told.old),
    )


@given(said, said, st.lists(tolds, max_size=3), st.sampled_from(LANGUAGES))
def test_what_is_said_can_never_pass_for_structure(
    title: str, prose: str, told: list[DiaryChange], language: str
) -> None:
    entry = ENTRY._replace(title=title, prose=prose, changes=tuple(told))
    text = with_entry(MARKDOWN, entry, language)
    assert text.startswith(MARKDOWN)
    first, found = parse(PATH, text)
    assert first == ENTRY
    assert (found.time, found.meta, found.undone) == (ENTRY.time, ENTRY.meta, "")
    for one, wanted in zip(found.changes, map(written, told), strict=True):
        assert (one.kind, one.new, one.old) == (wanted.kind, wanted.new, wanted.old)
        assert one.heading == wanted.heading
        assert one.sources == wanted.sources
    tokens = MarkdownIt("commonmark").enable("table").parse(text[len(MARKDOWN) :])
    shown = [token.tag for token in tokens if token.type == "heading_open"]
    assert shown == ["h2", "h3"][: 1 + bool(told)]
    kinds = {token.type for token in tokens}
    kinds |= {child.type for token in tokens for child in token.children or []}
    assert not kinds & {"html_block", "html_inline", "fence", "table_open", "hr"}
    assert not kinds & {"blockquote_open", "ordered_list_open"}
    items = sum(token.type == "list_item_open" for token in tokens)
    assert items == sum(1 + len(one.sources) + len(one.old) - (one.new is None) for one in told)
