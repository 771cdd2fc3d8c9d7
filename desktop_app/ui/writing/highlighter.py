"""Colours Markdown while it is written. Knows Qt's formats and the theme, not files.

Signs that only format are dimmed, headings are large, bullets have accented marks; nothing is
hidden, so that what is seen is what is in the file.
"""

from functools import lru_cache

from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from desktop_app.notebook.note_links import NoteNames, read_link
from desktop_app.notebook.text.plain_links import NOTE, inside_of
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import units
from desktop_app.ui.writing import markup

TOKENS = {  # the first kind that holds gives the colour
    "comment": "text3",
    "mark": "text3",
    "bullet": "accent",
    "box": "accent",
    "missing": "text2",
    "code": "accent",
    "fence": "text2",
    "link": "accent",
    "quote": "text2",
}
_ROLES = {"heading1": "title", "heading2": "section", "heading3": "body"}


class Highlighter(QSyntaxHighlighter):
    """The styling of a document of ordinary size, with fonts."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._format = lru_cache(maxsize=64)(self._made)
        self.names: NoteNames | None = None  # of the notes that there are, where they are known

    def draw_anew(self) -> None:
        """After the theme or the zoom changed."""
        self._format.cache_clear()
        self.rehighlight()

    def _made(self, kinds: frozenset[str]) -> QTextCharFormat:
        made = colours(kinds)
        heading = next((_ROLES[kind] for kind in sorted(kinds) if kind in _ROLES), "")
        if kinds & {"code", "fence"}:
            made.setFont(theme().font("mono"))
        elif heading:
            made.setFont(theme().font(heading))
            made.setFontWeight(QFont.Weight.DemiBold)
            if "mark" in kinds:
                # The signs keep back: smaller than the words they stand before.
                made.setFont(theme().font("body" if heading != "title" else "section"))
                made.setFontWeight(QFont.Weight.Normal)
        if "strong" in kinds and "mark" not in kinds:
            made.setFontWeight(QFont.Weight.Bold)
        if "bullet" in kinds:
            made.setFontWeight(QFont.Weight.Bold)
        if "em" in kinds and "mark" not in kinds:
            made.setFontItalic(True)
        if "link" in kinds and "mark" not in kinds:
            line = QTextCharFormat.UnderlineStyle
            made.setUnderlineStyle(
                line.DashUnderline if "missing" in kinds else line.SingleUnderline
            )
            made.setUnderlineColor(theme().color("heat2"))
        return made

    def highlightBlock(self, text: str) -> None:
        runs, after = markup.runs(text, max(0, self.previousBlockState()))
        self.setCurrentBlockState(after)
        place = units(text)
        missing = self._missing(text) if "[[" in text and after == markup.NORMAL else ()
        for run in runs:
            start, kinds = place(run.start), run.kinds
            if any(at <= run.start < end for at, end in missing):
                kinds |= {"missing"}
            self.setFormat(start, place(run.end) - start, self._format(kinds))

    def _missing(self, text: str) -> list[tuple[int, int]]:
        """The links of a line that lead to a note which nobody has written."""
        return [(at, end) for at, end, href in markup.links(text) if is_missing(self.names, href)]


def is_missing(names: NoteNames | None, href: str) -> bool:
    """Whether a link leads to a note that nobody has written."""
    if names is None or not href.startswith(NOTE):
        return False
    name = read_link(inside_of(href)).name
    return bool(name) and not names.find(name)


def colours(kinds: frozenset[str]) -> QTextCharFormat:
    """The colour alone, which moves nothing."""
    made = QTextCharFormat()
    for kind, token in TOKENS.items():
        if kind in kinds:
            made.setForeground(theme().color(token))
            break
    return made
