"""An answer taken apart: `[MEMORY]` with its lines, `[DREAM]` with its title and prose. Pure.

Strict about the form, since half an answer must never pass for a whole one; patient with fences,
thoughts and the many ways to write a list. Whether it speaks the language of the notes is told too.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from desktop_app import resources
from desktop_app.dreams.consolidator.marks import leading_mark, taken_out, without_marks
from desktop_app.dreams.proposal import ChangeKind
from desktop_app.language.spans import flat
from desktop_app.language.tokens import fold, is_cjk, script, tokens
from desktop_app.models.model import Schema
from desktop_app.models.stream import apart
from desktop_app.notebook.text.marks import NOT_UTF8
from desktop_app.words import tr


class Fault(StrEnum):
    """What was wrong with an answer. The values are the names in the prompts' tables."""

    NOTHING = "nothing"
    NO_MEMORY = "no_memory"
    OUT_OF_ORDER = "out_of_order"
    NO_LINES = "no_lines"
    LANGUAGE = "language"
    WORDS = "words"
    TOOL = "tool"
    LONG = "long"
    REPEATS = "repeats"
    OVERLOOKED = "overlooked"
    NUMBERS = "numbers"
    ROWS = "rows"


_WORDS = {
    Fault.NOTHING: tr("{model} answered with nothing."),
    Fault.NO_MEMORY: tr("{model} did not answer in the agreed form: [MEMORY] was missing."),
    Fault.OUT_OF_ORDER: tr(
        "{model} did not answer in the agreed form: [MEMORY] and [DREAM] were doubled or mixed up."
    ),
    Fault.NO_LINES: tr("{model} did not answer in the agreed form: it wrote no lines of memory."),
    Fault.LANGUAGE: tr("{model} did not answer in the language of the notes."),
    Fault.WORDS: tr("{model} did not say what the notes say."),
    Fault.TOOL: tr("{model} asked for a tool instead of answering."),
    Fault.LONG: tr("The answer of {model} did not come to an end."),
    Fault.OVERLOOKED: tr("{model} found nothing to keep where there was something."),
    Fault.NUMBERS: tr("{model} did not answer with the numbers of lines."),
    Fault.ROWS: tr("{model} did not judge each line."),
    Fault.REPEATS: tr("{model} repeated itself without end and was stopped."),
}


def sentence(fault: Fault, model: str) -> str:
    """What happened, for a person."""
    return _WORDS[fault].format(model=model)


_SHARED = 0.3  # of an answer's words that have to stand in what it was made from
_BOTH = 0.1  # a text with this share of either script has both languages
_FEW = 4  # words that say too little


def strange(texts: Sequence[str], sources: Iterable[str]) -> Fault | None:
    """Why the lines of an answer can't have been copied from these sources, None if they can."""
    text, source_text = "\n".join(texts), "\n".join(sources)
    words = set(tokens(text))
    if not words or len(words) < _FEW:
        return None
    if (script(text) == "en") != (script(source_text) == "en") and not _both(source_text):
        return Fault.LANGUAGE
    if other_script(text, script(source_text)):
        return Fault.LANGUAGE
    if len(words & set(tokens(source_text))) < _SHARED * len(words):
        return Fault.WORDS
    return None


def other_script(text: str, language: str) -> bool:
    """Whether a Chinese text is surely in simplified characters where `language` has traditional
    ones, or the other way round."""
    if language == "zh-Hant":
        return script(text) == "zh-Hans"
    return language == "zh-Hans" and script(text) == "zh-Hant" and fold(text) != text


def _both(text: str) -> bool:
    chinese = sum(map(is_cjk, text))
    latin = sum(character.isalpha() for character in text) - chinese
    return min(chinese * 2, latin) >= _BOTH * (chinese * 2 + latin)


_LONGEST = 160
_REMARK = re.compile(r"(?<=\w)\s*[(（][^()（）]*[)）]\W*$")  # none (a quiet day)
_MARKUP = re.compile(r"[*_`~#>“”\"'‘’()（）\[\]【】<>…-]+")


def says_nothing(text: str) -> bool:
    """Whether a text only says that there is nothing to say."""
    level = " ".join(_MARKUP.sub(" ", _REMARK.sub("", flat(text))).split())
    level = level.strip(" .。!！,，;；:：")
    return not level or (len(level) <= _LONGEST and _nothing().fullmatch(level) is not None)


def names_the_form(heading: str) -> bool:
    """Whether a heading names a part of the answer (`Changes`) and not what its lines are about."""
    level = " ".join(_MARKUP.sub(" ", flat(heading)).split()).strip(" :：.")
    return level in resources.table("language/answers")["form"]


def title_label(line: str) -> str:
    """A line without `Title:` before it."""
    labels = "|".join(map(re.escape, resources.table("language/answers")["title"]))
    return re.sub(rf"^\s*(?:{labels})\s*[:：]\s*", "", line, count=1, flags=re.IGNORECASE).strip()


@cache
def _nothing() -> re.Pattern[str]:
    patterns = resources.table("language/answers")["nothing"]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


_MARKER = re.compile(
    r"[ \t]{0,3}(?:#{1,6}[ \t]*)?[*_`]{0,3}[\[【](MEMORY|DREAM)[\]】][*_`]{0,3}"
    r"[ \t]*[:：]?[*_]{0,3}(.*)"
)
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})[\w.-]*[ \t]*$")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$")
_ITEM = re.compile(r"([ \t]*)(?:[-*+•–—](?=\s|\*\*)|\d{1,3}[.)、])[ \t]*(.*)")
_RULE = re.compile(r"[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_REMOVE = re.compile(r"[*_`]*REMOVE\b[*_`]*[:：]?\s*")
_BREAK = re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_MOST_ITEMS = 1_000


@dataclass(frozen=True)
class Item:
    """A line below `[MEMORY]`. `text` is without marks: what memory is to say, of a retired line
    the reason, of a retitled heading its new title. `heading` is the one above it, None where the
    answer has none; one that was marked is named by its mark.

    `kind` is what the answer calls it, None where comparison has to tell. Of a retired line `goes`
    are the marks of what goes where the others only say it, () where all of memory do.
    """

    text: str
    heading: str | None
    marks: tuple[str, ...]
    kind: ChangeKind | None = None
    goes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Parsed:
    """A whole answer; `diary` are the lines below `[DREAM]`, None without it."""

    items: tuple[Item, ...]
    diary: tuple[str, ...] | None


def parsed(answer: str) -> Parsed | Fault:
    """The answer's parts, or why it can't be used."""
    lines = _unfenced(plain_answer(answer).split("\n"))
    if not "".join(lines).strip():
        return Fault.NOTHING
    every = ((number, _MARKER.match(line)) for number, line in enumerate(lines))
    markers = [(number, match) for number, match in every if match]
    order = "".join(match[1][0] for _, match in markers)
    if "M" not in order:
        return Fault.NO_MEMORY
    if not re.fullmatch("M|(?:MD)+", order):
        return Fault.OUT_OF_ORDER
    start, *ends = markers[-2:]

    def section(marker: tuple[int, re.Match[str]], end: int) -> list[str]:
        number, match = marker
        return _unfenced([match[2], *lines[number + 1 : end]])

    items = _items(section(start, ends[0][0] if ends else len(lines)))
    if isinstance(items, Fault):
        return items
    return Parsed(items, tuple(section(ends[0], len(lines))) if ends else None)


def plain_answer(answer: str) -> str:
    """An answer without its thoughts and without characters that no file should hold."""
    text, _ = apart(_BREAK.sub("\n", answer))
    return NOT_UTF8.sub("\ufffd", _CONTROL.sub("", text)).strip("\ufeff \t\n")


def list_lines(answer: str) -> list[str] | Fault:
    """The lines of an answer that is only a list; none when it says that there is nothing."""
    lines = [
        each for each in plain_answer(answer).split("\n") if each.strip() and not _FENCE.match(each)
    ]
    if not lines:
        return Fault.NOTHING
    if says_nothing(" ".join(lines)):
        return []
    items = (match[2].strip() for match in filter(None, map(_ITEM.match, lines)))
    return [item for item in items if not says_nothing(item)] or Fault.NO_LINES


def _unfenced(lines: list[str]) -> list[str]:
    """The lines without one fence around them all, or around the last sections among them."""
    fences = [n for n, line in enumerate(lines) if _FENCE.match(line)]
    with_words = [n for n, line in enumerate(lines) if line.strip()]
    if not fences or not with_words:
        return lines
    markers = [n for n, line in enumerate(lines) if _MARKER.match(line)]
    first, last = (markers[0], markers[-1]) if markers else (with_words[0], with_words[-1])
    opening = [n for n in fences if n <= first]
    closing = [n for n in fences if n > last or (n == last and not markers)]
    if len(opening) != 1 or not closing:
        return lines
    # What stands before the fence is talk around the answer, and so is what follows it.
    return lines[opening[0] + 1 : closing[-1]]


def _items(lines: list[str]) -> tuple[Item, ...] | Fault:
    heading: str | None = None
    raw: list[tuple[str | None, list[str]]] = []
    titles: list[Item] = []
    other: list[str] = []
    nested = 0
    for line in lines:
        title = _HEADING.match(line)
        item = _ITEM.match(line)
        if not line.strip() or _FENCE.match(line) or _RULE.match(line):
            nested = 0 if not line.strip() else nested
        elif title:
            heading, nested = heading_of(title[2], titles), 0
        elif item and (not nested or len(item[1].expandtabs(4)) < 2):
            raw.append((heading, [item[2]]))
            nested = 1
        elif item:
            indent = " " * (len(item[1].expandtabs(4)) - 2)
            raw[-1][1].append(f"{indent}- {item[2]}")
        elif raw and line.startswith((" ", "\t")):
            raw[-1][1][-1] += " " + line.strip()
        else:
            other.append(line.strip())
    all_items = [_item(above, texts) for above, texts in raw[:_MOST_ITEMS]]
    items = tuple(item for item in all_items if item.kind or not says_nothing(item.text))
    if not raw and not titles and other and not says_nothing(" ".join(other)):
        return Fault.NO_LINES
    return (*titles, *items)


def heading_of(title: str, titles: list[Item]) -> str:
    """What names a heading: its mark, or its title. With both it is put among the `titles`."""
    text, marks = without_marks(title)
    leading = leading_mark(text)
    if leading and leading[0].startswith("H"):
        marks, text = (*marks, leading[0]), leading[1]
    text = text.strip(" #*_")
    own = next((mark for mark in marks if mark.startswith("H")), "")
    if own and text:
        titles.append(Item(text, None, (own,), ChangeKind.RETITLED))
    return own or text


def _item(heading: str | None, texts: list[str]) -> Item:
    plain: list[str] = []
    marks: list[str] = []
    for text in texts:
        indent = text[: len(text) - len(text.lstrip())]
        line, cited = without_marks(text)
        plain.append(indent + line)
        marks += cited
    text = "\n".join(plain).strip()
    if command := _REMOVE.match(raw := "\n".join(texts).strip()):
        reason, goes, every = taken_out(raw[command.end() :])
        if any(mark.startswith("M") for mark in every):
            return _retired(reason.strip(" -–—:："), heading, every, goes)
    return Item(text, heading, tuple(dict.fromkeys(marks)))


def _retired(
    reason: str, heading: str | None, marks: tuple[str, ...], goes: tuple[str, ...]
) -> Item:
    stays = any(mark.startswith("M") and mark not in goes for mark in marks)
    return Item(reason, heading, marks, ChangeKind.RETIRED, goes if stays else ())


KINDS = tuple(kind for kind in ChangeKind if kind not in (ChangeKind.REMOVED, ChangeKind.QUESTION))
"""What a mind may do."""

MOST = 60
"""Changes of an answer that a server is held to."""

_MOST_MARKS = 8  # of a change
_BEGINS = re.compile(r"""\{\s*(?:["}]|\Z)|\[\s*\{\s*["}]|^\[\s*\]$""", re.MULTILINE)


def schema(marks: Sequence[str]) -> Schema:
    """The form: changes that rest on these marks and no others, and the diary."""
    text = {"type": "string"}
    cited = a_list({"enum": list(marks)}, _MOST_MARKS) | {"minItems": 1}
    change = an_object(kind={"enum": list(KINDS)}, heading=text, text=text, marks=cited)
    return an_object(changes=a_list(change, MOST), title=text, diary=text)


def parsed_json(answer: str) -> Parsed | Fault | None:
    """The answer's parts, or why they can't be used; None for an answer that is no JSON."""
    text = plain_answer(answer)
    begins = _BEGINS.search(text)
    if begins is None:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text, begins.start())
    except (ValueError, RecursionError):
        return Fault.LONG
    value = {"changes": value} if isinstance(value, list) else value
    changes = value.get("changes")
    if not isinstance(changes, list):
        return Fault.NO_MEMORY
    titles: list[Item] = []
    items = [_json_item(change, titles) for change in changes if isinstance(change, dict)]
    diary = (_text(value, "title"), "", *_text(value, "diary").split("\n"))
    return Parsed((*titles, *filter(None, items)), diary)


def _json_item(change: dict[str, Any], titles: list[Item]) -> Item | None:
    """A change of the list; None for one that says nothing."""
    kind = next((one for one in KINDS if one == change.get("kind")), None)
    spoken = kind == ChangeKind.RETIRED
    text, cited = without_marks(_text(change, "text").strip(), spoken=spoken)
    marks = change.get("marks")
    named = [each for each in marks if isinstance(each, str)] if isinstance(marks, list) else []
    # Each as in braces, so that what is no mark does not become one.
    listed = [mark for each in named for mark in without_marks(f"{{{each}}}")[1]]
    if kind == ChangeKind.RETIRED:
        why, more = without_marks(_text(change, "reason").strip(), spoken=True)
        text, cited = why or text, (*cited, *more)
    elif says_nothing(text) and kind != ChangeKind.MOVED:
        return None
    heading = heading_of(_text(change, "heading"), titles)
    every = tuple(dict.fromkeys((*listed, *cited)))
    if kind == ChangeKind.RETIRED:
        goes = tuple(mark for mark in listed if mark.startswith("M"))
        return _retired(text, heading or None, every, goes)
    return Item(text, heading or None, every, kind)


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""


def an_object(**properties: Any) -> dict[str, Any]:
    """An object that has all of these properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def a_list(items: Any, most: int) -> dict[str, Any]:
    """A list of at most so many items."""
    return {"type": "array", "items": items, "maxItems": most}
