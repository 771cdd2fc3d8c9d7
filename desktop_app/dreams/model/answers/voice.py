"""The title and prose of `[DREAM]`, made fit for a diary. Knows text; proves nothing.

Prose is the dream's voice and no source for anything; still it must hide, command and leak nothing.
"""

import re
from collections.abc import Iterable

from desktop_app.dreams.model.answers.words import says_nothing, title_label
from desktop_app.dreams.model.reading.marks import without_marks
from desktop_app.dreams.model.reading.material import suspect
from desktop_app.notebook.text.marks import LIST_MARK

_LONGEST_TITLE, _LONGEST_PROSE = 80, 2_400
_STRUCTURE = re.compile(r"\s*(?:#{1,6}\s|`{3,}|~{3,}|[|]|(?:[-*_]\s*){3,}$)")
_LEADING = re.compile(r"^[\s#>*_\"“”‘’「『《-]+|[\s*_\"“”’」』》]+$")
_ITEM = re.compile(rf"^\s*{LIST_MARK}\s+")
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’」』)）]*(?=\s|$)|[。！？]")


def voice(lines: Iterable[str], own_lines: frozenset[str]) -> tuple[str, str]:
    """A title, "" when there is none, and paragraphs, "" when nothing usable was said."""
    plain = [without_marks(line)[0] if line.strip() else "" for line in lines]
    first = next((n for n, line in enumerate(plain) if line), len(plain))
    title = _title(plain[first]) if first < len(plain) else ""
    if title in own_lines or suspect(title) or says_nothing(title):
        title = ""
    rest = plain[first + 1 :] if title or _is_title(plain[first : first + 1]) else plain[first:]
    paragraphs: list[list[str]] = [[]]
    for line in rest:
        if not line:
            paragraphs.append([])
        elif not _STRUCTURE.match(line) and line not in own_lines:
            paragraphs[-1].append(_ITEM.sub("", line))
    texts = [" ".join(paragraph) for paragraph in paragraphs if paragraph]
    texts = [text for text in texts if not suspect(text) and not says_nothing(text)]
    return title, _shortened("\n\n".join(texts))


def _title(line: str) -> str:
    plain = " ".join(title_label(_LEADING.sub("", line)).split())
    plain = _LEADING.sub("", plain)
    return plain.rstrip(".。") if len(plain) <= _LONGEST_TITLE else ""


def _is_title(first: list[str]) -> bool:
    return bool(first) and first[0].lstrip().startswith("#")


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST_PROSE:
        return text
    ends = [end.end() for end in _SENTENCE_END.finditer(text, 0, _LONGEST_PROSE)]
    return text[: ends[-1]] if ends else f"{text[:_LONGEST_PROSE].rstrip()}…"
