"""Diaries: the runs of dreams, written as Markdown and read again. Knows no dreams."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote as url_quote

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook import day_names
from desktop_app.notebook.files import Stat
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.lines import newline, split, writable
from desktop_app.notebook.text import bullet_lines, diary_words
from desktop_app.notebook.text.bullet_lines import tidy
from desktop_app.notebook.text.headings import title_and_time
from desktop_app.regex import regex
from desktop_app.visible import visible

if TYPE_CHECKING:
    from desktop_app.notebook.notebook import Notebook

_BLANK = "\ufeff \t\r\n"
_DAY = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_REMARK = regex(r"\*(?!\*)(.*·.*)\*")
# How other programs date a dream: *April 5, 2026 at 3:00 AM GMT+8*, *2026-04-12T08:00Z — A title*.
_SIGNED = regex(r"\*([^*·]{8,80}?)(?: +[—–-] +([^*]{1,200}))?\*\s*")
_BESIDE_DAY = 40  # characters behind the day, such as a zone
_FURNITURE = regex(r"\s*(?:---+|<!--.*-->)\s*")  # a line that only parts or marks dreams
_GOING = ("removed", "retired", "moved")  # kinds of changes that word nothing
_TO, _BY = partial(diary_words.told, "to"), partial(diary_words.told, "by")
_SENTENCE = regex(r".{1,80}?(?:[.!?](?=\s|$)|[。！？])|.{1,80}(?=\s|$)|.{1,40}")


class DiarySource(NamedTuple):
    """The line of a note that a change is based on, as it was then."""

    path: str
    line: int
    quote: str


class DiaryChange(NamedTuple):
    """One change in a diary; `new` is None if bullets were removed, or moved below the heading or
    to the file `to`. `by` is the engine that proposed it, where the dream had two. `own` says that
    `new` is a person's own wording."""

    kind: str
    heading: str
    new: str | None
    old: tuple[str, ...]
    sources: tuple[DiarySource, ...]
    to: str = ""
    by: str = ""
    own: bool = False

    @property
    def comes(self) -> tuple[str, ...]:
        """The texts of the bullets that it brought."""
        if not self.new or self.kind == "retitled":
            return ()
        return tuple(self.new.split("\n")) if self.kind == "split" else (self.new,)


class DiaryEntry(NamedTuple):
    """One run in a diary. `time` may be "", and `changes` empty, if the diary does not give them.

    `meta` is the remark on days, engine and duration, in English. `undone` is the time at which the
    run was undone, such as "2026-11-21 10:12", or "". `line` is its first line, from 1.
    """

    date: date
    time: str
    title: str
    prose: str
    meta: str
    changes: tuple[DiaryChange, ...]
    undone: str
    line: int
    path: str


KnownDiaries = dict[str, tuple[Stat, list[DiaryEntry]]]
"""The entries of each diary as it was read last, with the marks that it had."""


def entries(notebook: "Notebook", known: KnownDiaries) -> list[DiaryEntry]:
    """Every entry of every diary that can be read, newest first. What is `known` is not read."""
    diaries = (path for path in notebook.paths() if notebook.layout.kind(path) is FileKind.DREAMS)
    told = notebook.files.stats(diaries)
    for path, now in told.items():
        if known.get(path, (None,))[0] != now:
            known.pop(path, None)
            with suppress(Problem):
                known[path] = (now, parse(path, notebook.read(path).text))
    every = (one for path in told for one in known.get(path, (None, ()))[1])
    return sorted(every, key=lambda e: (e.date, e.time, e.line), reverse=True)


def days_read(entry: DiaryEntry) -> tuple[date, date] | None:
    """The first and the last day that the remark says were read; None if it names none."""
    named = map(dates.iso_day, _DAY.findall(entry.meta)[:2])
    days = [day for day in named if day]
    return (min(days), max(days)) if days else None


def render(entry: DiaryEntry, language: str = "en") -> str:
    """The run as Markdown, with the diary's fixed words in `language` (en, zh-Hant, zh-Hans)."""
    title = _one_line(entry.title) or diary_words.words(language)["untitled"]
    heading = f"## {title} ({entry.time})" if entry.time else f"## {title}"
    parts = [heading, _undone_line(entry, language), _prose(entry.prose)]
    if entry.meta:
        meta = diary_words.remark(_one_line(entry.meta), language)
        parts.append("*" + meta.replace("*", "\\*") + "*")
    if entry.changes:
        parts.append(f"### {diary_words.words(language)['changed']}")
        parts.append(
            "\n".join(_change_lines(change, entry.path, language) for change in entry.changes)
        )
    return visible("\n\n".join(filter(None, parts)) + "\n")  # it is read in terminals, too


def with_entry(text: str, entry: DiaryEntry, language: str = "en") -> str:
    """The diary with a run added at its end; an empty one gets its header first."""
    run = render(entry, language)
    one_day = _is_of_one_day(entry.path)
    days = [entry.date] if one_day else [*_headers(split(text)).values()]
    if not text.strip(_BLANK) or days[-1:] != [entry.date]:
        run = f"# Dream Diary: {entry.date.isoformat()}\n\n{run}"
    if not text.strip(_BLANK):
        pass
    elif not text.endswith("\n"):
        run = "\n\n" + run
    elif not text.endswith(("\n\n", "\n\r\n")):
        run = "\n" + run
    return text + run.replace("\n", newline(text))


def with_undone(text: str, entry: DiaryEntry, now: datetime) -> str:
    """The diary with a remark under this run's heading that says when the run was undone."""
    sought = (entry.time, entry.title, "")
    waiting = [e for e in parse(entry.path, text) if (e.time, e.title, e.undone) == sought]
    if not waiting:
        return text
    run = min(waiting, key=lambda e: abs(e.line - entry.line))
    lines = split(text)
    style = newline(text)
    told = (lang for lang in diary_words.LANGUAGES if diary_words.words(lang)["changed"] in text)
    remark = _undone_line(run._replace(undone=f"{now:%Y-%m-%d %H:%M}"), next(told, "en"))
    titled = lines[run.line - 1].lstrip(_BLANK).startswith("#")
    before, after = lines[: run.line - 1 + titled], lines[run.line - 1 + titled :]
    if before and not before[-1].endswith("\n"):
        before[-1] += style
    spaced = not after or not after[0].strip(_BLANK)
    return "".join([*before, style * titled, remark, style, *([] if spaced else [style]), *after])


def parse(path: str, text: str) -> list[DiaryEntry]:
    """The runs of a diary, in its order; prose without any heading counts as one run.

    It reads the output of `render` in every language, also when people or programs have edited it.
    A text that names no day has no runs.
    """
    lines = [line.rstrip("\r\n") for line in split(text.removeprefix("\ufeff"))]
    one_day = _is_of_one_day(path)
    signed, heads = ({}, {}) if one_day else (_signed(lines), _headers(lines))
    day = _day(path, lines)
    entries = []
    for start, following in pairwise([*_starts(lines, signed), len(lines)]):
        # A run ends before the heading of the day to which the next belongs.
        end = next((n for n in heads if start < n < following), following)
        own = next((heads[n] for n in reversed(heads) if n < start), day)
        if start in signed:
            body = [line for line in lines[start + 1 : end] if not _FURNITURE.fullmatch(line)]
            on, time, title = signed[start]
            prose = _read_prose(body)
            title = title or _first_sentence(prose)
            entries.append(DiaryEntry(on, time, title, prose, "", (), "", start + 1, path))
        elif own:
            entries.append(_entry(path, own, lines, start, end))
    return entries


def _undone_line(entry: DiaryEntry, language: str) -> str:
    if not entry.undone:
        return ""
    day, _, time = entry.undone.partition(" ")
    return f"*{diary_words.words(language)['undone'].format(date=day, time=time)}*"


def _prose(text: str) -> str:
    lines = [line.strip(_BLANK) for line in re.split("\r\n|[\r\n]", writable(text))]
    paragraphs = re.split("\n{2,}", "\n".join(map(diary_words.line, lines)))
    return "\n\n".join(filter(None, paragraphs)).strip("\n")


def _change_lines(change: DiaryChange, path: str, language: str) -> str:
    new, old = change.new, change.old
    kind = change.kind
    if new is None:
        kind = change.kind if change.kind in _GOING else "removed"
        new, old = "".join(old[:1]), old[1:]
    lines = _item("- " + diary_words.opening(kind, _unbroken(change.heading), language), new)
    for text in old:
        lines += _item("  - " + diary_words.words(language)["was"], text)
    if change.to:
        lines.append("  - " + diary_words.went(change.to, _link(change.to, path), language))
    if change.own:
        lines.append("  - " + diary_words.words(language)["own"])
    lines += [source_line(source, path, language) for source in change.sources]
    if change.by:
        lines.append("  - " + diary_words.by(change.by, language))
    return "\n".join(lines)


def source_line(source: DiarySource, path: str, language: str) -> str:
    """A source below the line that rests on it, in the file at `path`."""
    link, quote = _link(source.path, path), _unbroken(source.quote)
    return "  - " + diary_words.source(source.path, source.line, link, quote, language)


def _link(path: str, diary: str) -> str:
    start = posixpath.dirname("/" + diary)
    return url_quote(posixpath.relpath("/" + path, start), errors="surrogateescape")


def _item(lead: str, text: str) -> list[str]:
    first, *rest = tidy(text).replace("\r", " ").split("\n")
    indent = " " * (len(lead) - len(lead.lstrip()) + 2)
    return [lead + diary_words.inline(first)] + [
        indent + diary_words.line(line) if line else "" for line in rest
    ]


def _one_line(text: str) -> str:
    return diary_words.inline(" ".join(writable(text).split()))


def _unbroken(text: str) -> str:
    return re.sub(r"\s*[\r\n]\s*", " ", writable(text))


def _day(path: str, lines: list[str]) -> date | None:
    """The day by the file's name, else the first that the text names."""
    name = path.rpartition("/")[2]
    for place in (name, *lines):
        for iso in _DAY.findall(place):
            if day := dates.iso_day(iso):
                return day
    return None


def _starts(lines: list[str], signed: Iterable[int]) -> list[int]:
    """The first lines of the runs: signed dates and headings with a time."""
    titles = [n for n, line in enumerate(lines) if line.startswith("## ")]
    timed = [n for n in titles if title_and_time(lines[n][3:].strip(_BLANK))[1]]
    named = sorted({*signed, *(timed or titles[:1])})
    said = (n for n, line in enumerate(lines) if line.strip(_BLANK) and not _is_header(line))
    return named or [*islice(said, 1)]


def _headers(lines: list[str]) -> dict[int, date]:
    """The lines that begin a day in a file of many: `# Dream Diary: 2026-11-21`, with the dates."""
    days = {}
    for n, line in enumerate(lines):
        named = _DAY.search(line) if line.startswith("# ") else None
        if named and (day := dates.iso_day(named[0])):
            days[n] = day
    return days


def _is_of_one_day(path: str) -> bool:
    return dates.iso_day(path.rpartition("/")[2].removesuffix(".md")) is not None


def _signed(lines: list[str]) -> dict[int, tuple[date, str, str]]:
    """The lines by which other programs date a dream, each with the day, the time and the title;
    the last two may be "".
    """
    found = {}
    for n, line in enumerate(lines):
        match = _SIGNED.fullmatch(line)
        named = day_names.in_name(match[1]) if match else None
        if not match or not named or not named.leads or len(named.rest) > _BESIDE_DAY:
            continue
        if named.at or not dates.iso_day(match[1][:10]):  # what our own dreams remark
            time = f"{named.at:%H:%M}" if named.at else ""
            found[n] = named.day, time, (match[2] or "").strip()
    return found


def _read_prose(lines: Iterable[str]) -> str:
    return "\n".join(diary_words.read(line.rstrip(_BLANK)) for line in lines).strip("\n")


def _is_header(line: str) -> bool:
    return line.startswith("# ") and ("dream diary" in line.casefold() or bool(_DAY.search(line)))


def _entry(path: str, day: date, lines: list[str], start: int, end: int) -> DiaryEntry:
    titled = lines[start].startswith("#")
    title, time = title_and_time(lines[start].lstrip("#").strip(_BLANK)) if titled else ("", "")
    body = lines[start + titled : end]
    changed = next((n for n, line in enumerate(body) if _tells_changes(line)), len(body))
    prose_lines = body[:changed]
    undone = [at for at in map(diary_words.read_undone, prose_lines) if at]
    prose_lines = [line for line in prose_lines if not diary_words.read_undone(line)]
    prose_lines, remark = _without_remark(prose_lines)
    prose = _read_prose(prose_lines)
    return DiaryEntry(
        date=day,
        time=time,
        title=diary_words.read(title) or _first_sentence(prose),
        prose=prose,
        meta=remark,
        changes=tuple(_read_changes(body[changed + 1 :])),
        undone="".join(undone[:1]),
        line=start + 1,
        path=path,
    )


def _without_remark(lines: list[str]) -> tuple[list[str], str]:
    last = max((n for n, line in enumerate(lines) if line.strip(_BLANK)), default=0)
    remark = _REMARK.fullmatch("".join(lines[last : last + 1]).strip())
    if not remark:
        return lines, ""
    return lines[:last], diary_words.remark(diary_words.read(remark[1]))


def _tells_changes(line: str) -> bool:
    return line.startswith("### ") and diary_words.is_line("changed", line[4:])


def _read_changes(lines: list[str]) -> Iterator[DiaryChange]:
    for first, *parts in bullet_lines.items(lines):
        opening = diary_words.read_opening(first)
        if opening is None:
            continue
        kind, heading, new = opening
        old = [part[was.end() :] for part in parts if (was := diary_words.told("was", part))]
        sources = filter(None, map(diary_words.read_source, parts))
        to, by = (
            next((diary_words.read(one[gap]) for one in map(told, parts) if one), "")
            for told, gap in ((_TO, "path"), (_BY, "engine"))
        )
        removed = kind in _GOING
        yield DiaryChange(
            kind,
            heading,
            None if removed else diary_words.read(new),
            tuple(diary_words.read(text) for text in ([new] if removed else []) + old),
            tuple(DiarySource(*source) for source in sources),
            to,
            diary_words.remark(by),
            any(diary_words.is_line("own", part) for part in parts),
        )


def _first_sentence(prose: str) -> str:
    sentence = _SENTENCE.match(prose.lstrip("#>*- \t"))
    return sentence[0].strip() if sentence else ""
