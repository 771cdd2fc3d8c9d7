"""MEMORY.md written by an agent or a script in one go. Pure: bytes and a text in, bytes out.

Specification: 'memory_update(mode append|replace, text)'; `replace` obeys the rule that memory does
not shrink: every old bullet is kept, repeated or changed by a line of the new text, and what a
person wrote beside the bullets stays. A pinned bullet stays word for word, and only those that were
pinned before are pinned after.
"""

from collections import Counter

from desktop_app.dreams.comparing.exchange import exchanged
from desktop_app.dreams.comparing.gist import Gist, Rarity, gist, repeats
from desktop_app.dreams.comparing.memory_lines import Book
from desktop_app.errors import Problem
from desktop_app.language.claims.clauses import clauses
from desktop_app.language.claims.terms import terms
from desktop_app.language.reading import read
from desktop_app.notebook.bullets import Add, Edit, Keep, MemoryFile, Pin
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.memory_text import MemoryPassage
from desktop_app.notebook.remarks import need_settled
from desktop_app.notebook.statements.reader import LONGEST_UNIT
from desktop_app.notebook.text.bullet_lines import tidy
from desktop_app.words import tr


def updated(data: bytes, text: str, heading: str = "", *, replaces: bool = False) -> bytes:
    """MEMORY.md with `text` added under `heading`, or with `text` in its place.

    Bullets and paragraphs of `text` are added one by one, each as a bullet, under the headings
    they have there. What memory has already is not added again. Raises Problem when there is no
    text or nothing would change.
    """
    if not text.strip():
        raise Problem(tr("There is nothing to write."), tr("Write a few words."))
    need_settled(data, Layout().memory)
    written = text.encode("utf-8", "surrogateescape")
    new = _replaced(data, written) if replaces else appended(data, written, heading)
    if new == data and not MemoryFile(written).statements:
        raise Problem(
            tr("This text has a heading, and no line below it."),
            tr("Add a line below the heading."),
        )
    if new == data:
        raise Problem(tr("MEMORY.md says this already."), tr("Nothing was changed."))
    return new


def appended(data: bytes, text: bytes, heading: str) -> bytes:
    """MEMORY.md with what it lacks of `text`: the same bytes where it lacks nothing."""
    memory, new_text = MemoryFile(data), MemoryFile(text)
    titles = {"memory", *(one.title.casefold() for one in memory.headings[:1] if one.level == 1)}
    worded = [one for one in new_text.passages if any(map(str.isalnum, one.raw))]
    parts = [(one.line, one.text) for one in new_text.bullets]
    parts += [(one.line, tidy(one.raw)) for one in worded]
    adds: dict[str, Add] = {}
    for line, words in sorted(parts):
        above = new_text.heading_above(line)
        named = above is not None and not (above.level == 1 and above.title.casefold() in titles)
        if memory.find(words) is None:
            adds.setdefault(words, Add(above.title if above and named else heading, words))
    return memory.changed(list(adds.values()))


def _replaced(data: bytes, text: bytes) -> bytes:
    """The text, and after it the old bullets that no line of it accounts for."""
    memory = MemoryFile(data)
    new_text = _with_passages(memory, MemoryFile(text if text.endswith(b"\n") else text + b"\n"))
    book = Book(new_text, "")
    adds: list[Edit] = []
    repeated = {bullet.text for bullet in new_text.bullets}
    for bullet in memory.bullets:
        if bullet.text in repeated:
            continue
        if bullet.pinned or len(bullet.text) > LONGEST_UNIT:  # nothing is compared with it
            adds.append(Add(bullet.heading, bullet.text, bullet.pinned))
            continue
        old = gist(bullet.text)
        near = (line.now for line in (*book.same(old), *book.near(old)))
        if not any(_accounts(line, old, book.rarity) for line in near):
            adds.append(Add(bullet.heading, bullet.text))
    return new_text.changed([*_pins(memory, new_text), *adds])


def _pins(memory: MemoryFile, new_text: MemoryFile) -> list[Edit]:
    """The marks of memory's own bullets, as they were, and no others."""
    pinned = Counter(bullet.text for bullet in memory.statements if bullet.pinned)
    edits: list[Edit] = []
    for bullet in new_text.statements:
        is_own = pinned[bullet.text] > 0
        pinned[bullet.text] -= is_own
        if bullet.pinned != is_own:
            edits.append(Pin(bullet, is_own))
    return edits


def _accounts(line: Gist, old: Gist, rarity: Rarity) -> bool:
    """Whether a line says all of an old bullet, but for a value that it says has changed.

    That something has come to its end is for a person to follow.
    """
    if line.text == old.text:
        return True
    still = exchanged(old, line, rarity=rarity) or old.text
    further = [part.strip() for part in old.text.split("\n")[1:] if part.strip()]
    return (
        repeats(line, gist(still))
        and _has_facts(line.text, still)
        and all(part in line.text for part in further)
    )


def _has_facts(text: str, old: str) -> bool:
    reading, said = read(old), clauses(text, None)
    hard = (one for one in terms(old, None) if one.hard)
    return all(any(clause.says(one, reading) for clause in said) for one in hard)


def _with_passages(memory: MemoryFile, new_text: MemoryFile) -> MemoryFile:
    """The given text with the passages of memory that it does not have, each under its heading."""
    there = {_plain(passage) for passage in new_text.passages}
    for passage in memory.passages:
        if _plain(passage) not in there:
            new_text = MemoryFile(new_text.changed([Keep(passage)]))
    return new_text


def _plain(passage: MemoryPassage) -> str:
    return passage.raw.replace("\r\n", "\n").rstrip("\n")
