"""The memory page's inspector: this bullet, outline, size, history, what leads here.
Knows what is shown there, not how it is found.
"""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.notebook.length import Length, Limits, length_of
from desktop_app.ui.history.latest_versions import LatestVersions
from desktop_app.ui.memory.length_words import over_words
from desktop_app.ui.memory.origin_view import OriginView
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.inspector import Heading, Inspector, Meter, Outline
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.linked_from import LinkedFrom
from desktop_app.ui.review.poison_marks import SuspiciousLines
from desktop_app.words import counted, tr

MOST_TOKENS = 1_000  # beyond, every conversation begins with a long reading


@dataclass(frozen=True)
class Facts:
    """What can be counted in MEMORY.md; `tokens` is an estimate."""

    headings: tuple[Heading, ...]
    bullets: int
    tokens: int
    length: Length


def facts_of(text: str) -> Facts:
    """Outline and size of a text. May run in any thread."""
    from desktop_app.models.tokens import rough  # these take long to load
    from desktop_app.notebook.bullets import MemoryFile

    data = text.encode("utf-8", "surrogatepass")
    file = MemoryFile(data)
    starts = [heading.line for heading in file.headings]
    ends = [*starts, text.count("\n") + 2][1:]
    least = min((heading.level for heading in file.headings[1:]), default=1)
    facts = []
    for heading, end in zip(file.headings, ends, strict=True):
        count = sum(heading.line < bullet.line < end for bullet in file.bullets)
        if heading.level < least and not count:
            continue  # the file's own title
        level = max(0, heading.level - least)
        facts.append(Heading(heading.title, str(count), heading.line, level))
    return Facts(tuple(facts), len(file.bullets), rough(text), length_of(data))


def bullet_at(text: str, line: int) -> str:
    """The words of the bullet on this line, 1-based; "" where there is none."""
    from desktop_app.notebook.bullets import MemoryFile  # its Markdown takes long to load

    bullet = MemoryFile(text.encode("utf-8", "surrogatepass")).bullet_on(line)
    return bullet.text if bullet else ""


class MemorySide(Inspector):
    """Its sections; each is shown anew by the page."""

    line_chosen = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.origin = OriginView()
        self.outline = Outline(tr("Headings appear here."))
        self.outline.chosen.connect(self.line_chosen)
        self.history = LatestVersions()
        self._bullets = label("", "ui")
        self._tokens = label("", "meta", "text2")
        self._meter = Meter(tr("Size"))
        self._sentence = label("", "meta", "text2", wrap=True)
        counts = QWidget()
        in_row(self._bullets, self._tokens, grows=self._bullets, within=counts)
        self.add(tr("This bullet"), self.origin)
        self.suspicious = SuspiciousLines()
        self.suspicious.chosen.connect(self.line_chosen)
        self.suspicious.take_section(self.add(tr("Written to steer a model?"), self.suspicious))
        self._counted = (
            self.add(tr("Outline"), self.outline),
            self.add(tr("Size"), counts, self._meter, self._sentence),
            self.add(tr("History"), self.history),
        )
        self.links = LinkedFrom()
        self.links.take_section(self.add(tr("Linked from"), self.links))
        for part in self._counted:
            part.hide()  # until it is known what stands in it: then nothing moves

    def show_facts(self, facts: Facts, limits: Limits) -> None:
        """Outline and size; `limits` are what agents read."""
        for part in self._counted:
            part.show()
        self.outline.show_headings(facts.headings)
        self._bullets.setText(counted("1 bullet", "{count} bullets", facts.bullets))
        self._tokens.setText(tr("about %1 tokens").replace("%1", f"{facts.tokens:,}"))
        self._meter.set(facts.tokens, MOST_TOKENS)
        if over := over_words(facts.length, limits):
            words = tr("%1 Dreams offer to move what nobody used.").replace("%1", over)
        elif facts.tokens <= MOST_TOKENS:
            words = tr("MEMORY.md goes into every conversation. Short is good.")
        else:
            words = tr(
                "MEMORY.md goes into every conversation. This is long; dreams merge what repeats."
            )
        self._sentence.setText(words)
