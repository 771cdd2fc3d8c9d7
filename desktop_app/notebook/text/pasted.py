"""What another program put on the clipboard, as text for a note. Knows text and HTML."""

import re
from contextlib import suppress
from html.parser import HTMLParser
from urllib.parse import urlsplit

_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufdd0\ufdd1\ufeff]")
_SPACES = re.compile(r"[ \t\n\r\f]+")
_MOST = 500_000  # characters of HTML, which take half a second; beyond, its plain text is taken
_UNENDED = 100  # tags: each is looked for to the end
_DEEPEST = 100  # lists, quotes and marks that are open at once
_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*"}
_SILENT = {"script", "style", "head", "title", "template", "noscript", "svg", "button", "select"}
_BLOCKS = {
    "p", "div", "section", "article", "header", "footer", "main", "aside", "figure", "figcaption",
    "table", "tr", "dl", "dt", "dd", "form", "address", "details", "summary", "nav", "center",
}  # fmt: skip
_HEADING = re.compile("h[1-6]")
_LIGHT = re.compile(r"font-weight:\s*(?:normal|[1-4]00)\b")
_SCHEMES = ("http", "https", "mailto")


def cleaned(text: str) -> str:
    """The text with its lines ended by "\\n", and without what no person sees or types."""
    return _CONTROL.sub("", _BREAK.sub("\n", text))


def pasted(html: str, plain: str) -> str:
    """The text for a note: Markdown of the HTML where that says more than its plain text does."""
    if html and len(html) <= _MOST and html.count("<") <= html.count(">") + _UNENDED:
        reader = _ToMarkdown()
        with suppress(_TooDeepError):
            reader.feed(cleaned(html))
            reader.close()
            if reader.signs or not plain:
                return reader.text()
    return cleaned(plain)


class _TooDeepError(Exception):
    """More is open at once than any text has; each line would cost as much."""


class _ToMarkdown(HTMLParser):
    """Lines of Markdown, from tags as they come; what is open is closed by whatever ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.signs = 0  # how much of it plain text would lose
        self._lines: list[str] = []
        self._words: list[str] = []  # of the line that is not ended yet
        self._silent: list[str] = []
        self._lists: list[int] = []  # the next number of each open list, 0 for bullets
        self._quotes = self._code = self._cells = 0
        self._marks: list[tuple[str, str, int]] = []  # open tags, their sign, how many words before
        self._item = ""  # the mark of a list item that has no words yet

    def text(self) -> str:
        if self._code:
            self.handle_endtag("pre")
        self._end_line()
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self._lines)).strip("\n")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._silent or tag in _SILENT:
            self._silent += [tag] if tag in _SILENT else []
            return
        if len(self._lists) + self._quotes + len(self._marks) > _DEEPEST:
            raise _TooDeepError
        about = {name: value or "" for name, value in attrs}
        if (sign := self._sign(tag, about)) or tag in _MARKS:
            self._marks.append((tag, sign, len(self._words)))
        elif tag in ("ul", "ol"):
            self._end_line(gap=not self._lists)
            start = about.get("start", "1")
            numbered = tag == "ol"
            self._lists.append(int(start) if numbered and start.isdecimal() else int(numbered))
        elif tag == "li":
            self._begin_item()
        elif tag == "img":
            self.handle_data(about.get("alt", ""))
        elif tag == "br":
            self._end_line(always=True)
        elif tag == "hr" or _HEADING.fullmatch(tag):
            self._end_line(gap=True)
            self._words = ["---" if tag == "hr" else "#" * int(tag[1]) + " "]
            if tag == "hr":
                self._end_line(gap=True)
            self.signs += tag != "hr"
        elif tag in ("pre", "blockquote"):
            self._end_line(gap=True)
            self._lines += [self._before() + "```"] if tag == "pre" else []
            self._code += tag == "pre"
            self._quotes += tag == "blockquote"
            self.signs += 1
        elif tag in ("td", "th"):
            self._words += [" | "] if self._cells else []
            self._cells += 1
        elif tag in _BLOCKS:
            self._end_line(gap=tag == "p" and not self._lists)
            self._cells = 0

    def handle_endtag(self, tag: str) -> None:
        if self._silent:
            if tag in self._silent:
                del self._silent[self._silent.index(tag) :]
        elif self._marks and self._marks[-1][0] == tag:
            self._wrap(*self._marks.pop()[1:])
        elif tag in ("ul", "ol"):
            self._end_line()
            del self._lists[-1:]
            if not self._lists:
                self._gap()
        elif tag == "pre" and self._code:
            if self._words:
                self.handle_data("\n")
            self._code -= 1
            self._lines.append(self._before() + "```")
            self._gap()
        elif tag == "blockquote":
            self._end_line()
            while self._lines and not self._lines[-1].strip("> "):
                self._lines.pop()
            self._quotes = max(0, self._quotes - 1)
            self._gap()
        elif tag in ("li", "tr", *_BLOCKS) or _HEADING.fullmatch(tag):
            self._end_line(gap=tag[0] in "hp" and not self._lists)

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._code and "\n" in data:
            *whole, data = ("".join(self._words) + data).split("\n")
            self._lines += [self._before() + line for line in whole]
            self._words = []
        if not self._code:
            data = _SPACES.sub(" ", data.replace("\u00a0", " "))
            if not self._words or self._words[-1].endswith(" "):
                data = data.lstrip()
        self._words += [data] if data else []

    # -- words in a line ------------------------------------------------------------------------

    def _sign(self, tag: str, about: dict[str, str]) -> str:
        """What stands around the words of a tag: a sign, or the address of a link."""
        if tag == "a":
            return _address(about.get("href", ""))
        if tag == "code":
            return "" if self._code else "`"
        return "" if _LIGHT.search(about.get("style", "")) else _MARKS.get(tag, "")

    def _wrap(self, sign: str, start: int) -> None:
        """Set the sign on both sides of the words since `start`, with blanks outside."""
        inner = "".join(self._words[start:])
        words = inner.strip()
        if not (sign and words) or (":" in sign and set(words) & set("[]")):
            return
        before, _, after = inner.partition(words)
        signed = f"<{sign}>" if words == sign else f"[{words}]({sign})"
        signed = signed if ":" in sign else f"{sign}{words}{sign}"
        self._words[start:] = [f"{before}{signed}{after}"]
        self.signs += 1

    # -- lines ----------------------------------------------------------------------------------

    def _begin_item(self) -> None:
        self._end_line()
        number = self._lists[-1] if self._lists else 0
        if number:
            self._lists[-1] += 1
        self._item = self._indent(self._lists[:-1]) + (f"{number}. " if number else "- ")
        self.signs += 1

    def _indent(self, lists: list[int]) -> str:
        return " " * sum(3 if number else 2 for number in lists)

    def _before(self) -> str:
        return "> " * self._quotes

    def _end_line(self, *, gap: bool = False, always: bool = False) -> None:
        for _tag, sign, start in reversed(self._marks):  # no sign spans two lines
            self._wrap(sign, start)
        self._marks = [(tag, sign, 0) for tag, sign, _start in self._marks]
        line, self._words = "".join(self._words).strip(), []
        if line or always:
            before = self._item or (self._indent(self._lists) if line else "")
            self._lines.append((self._before() + before + line).rstrip())
            self._item = ""
        if gap:
            self._gap()

    def _gap(self) -> None:
        if self._lines and self._lines[-1].strip("> "):
            self._lines.append(self._before().rstrip())


def _address(href: str) -> str:
    """An address that a note may hold; "" for all others."""
    try:
        parts = urlsplit(href.strip())
    except ValueError:
        return ""
    if parts.scheme not in _SCHEMES or re.search(r"[\s<>]", href.strip()):
        return ""
    return href.strip().replace("(", "%28").replace(")", "%29")
