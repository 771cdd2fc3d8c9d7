"""What somebody said, as HTML for a page: of a person as it stands, of a model as Markdown."""

import re
from html import escape

from desktop_app.notebook.text.sections import Section

_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")


def marked(words: str) -> str:
    """Markdown, whose headings are no larger than its words; names and addresses are no links."""
    from desktop_app.export.markup import Surroundings, section_markup  # takes a moment to load

    around = Surroundings("", lambda href, _words: href, deeper=4, plain_links=False)
    return section_markup(Section(2, 0, shown(words)), around).strip()  # 2: no front matter


def plain(words: str) -> str:
    """Paragraphs, every line kept."""
    parts = _PARAGRAPHS.split(escape(shown(words)))
    return "".join(f"<p>{part}</p>" for part in parts).replace("\n", "<br>")


def shown(words: str) -> str:
    """Without what no page can show."""
    words = words.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return words.replace("\r\n", "\n").replace("\r", "\n").strip()
