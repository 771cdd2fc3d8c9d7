"""Why a hit was found, at length: which words stand where, and how well each arm found it.

Knows how to ask memory for the reasons of a whole list, and shows those of one hit of it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop_app.search.arms import Arm, SearchBy
from desktop_app.search.hits import Hit
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.search.searching import Asked, place, reasons
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

_Asked = tuple["Memory", Asked, SearchBy]


class WhyStrip(QFrame):
    """Two lines; asks only while it is shown, and once for each answer."""

    def __init__(self, jobs: "Jobs") -> None:
        super().__init__()
        self._jobs = jobs
        self._asked: _Asked | None = None
        self._hit: Hit | None = None
        self._known: Mapping[object, Hit] | None = None
        self.setProperty("surface", "side")
        self.places = text("", "meta", "text2", wrap=True)
        self.scores = text("", "meta", "text2", wrap=True)
        self._column = QVBoxLayout()
        self._column.addWidget(self.places)
        self._column.addWidget(self.scores)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(self._column)
        whole.addWidget(rule())
        theme().followed_by(self._measure)
        self.hide()

    def follow(self, memory: "Memory", asked: Asked, arms: SearchBy, hit: Hit | None) -> None:
        """Tells of this hit, one of what was found by these arms for what was asked."""
        self._hit = hit
        if self._asked != (memory, asked, arms):
            self._asked, self._known = (memory, asked, arms), None
        self._tell()

    def forget(self) -> None:
        """What was found may be found by other reasons now."""
        self._asked = self._known = None

    def show_why(self, shown: bool) -> None:
        """Comes, or goes."""
        self.setVisible(shown)
        self._tell()

    def _tell(self) -> None:
        if self.isHidden() or self._asked is None or self._hit is None:
            self.places.setText("")
            self.scores.setText("")
        elif self._known is None:
            self._ask(self._asked)
        else:
            self._draw(self._known.get(place(self._hit), self._hit))

    def _ask(self, asked: _Asked) -> None:
        def done(hits: Mapping[object, Hit]) -> None:
            if asked == self._asked:
                self._known = hits
                self._tell()

        self._jobs.call("search.why", lambda: reasons(*asked), done)

    def _draw(self, hit: Hit) -> None:
        reasons = hit.explained
        if reasons is None:  # it is found no more, or nothing was asked
            self.places.setText(tr("The notes have changed since it was found."))
            self.scores.setText("")
            return
        sentence = (
            (tr("In the line: %1"), reasons.own),
            (tr("In its headings, date or name: %1"), reasons.head),
            (tr("In the lines around it: %1"), reasons.around),
        )
        places = [words.replace("%1", ", ".join(some)) for words, some in sentence if some]
        if hit.by == SearchBy.MEANING and not places:
            places = [tr("No word of it; what it means lies near.")]
        self.places.setText(" · ".join(places))
        arms = [
            self._arm(tr("By words no. %1"), reasons.arms.words),
            self._arm(tr("By meaning no. %1"), reasons.arms.meaning),
        ]
        score = tr("score %1").replace("%1", f"{hit.score:.2f}")
        self.scores.setText(f"{'  +  '.join(filter(None, arms))}  =  {score}")
        announce(self, self.places.text())

    def _arm(self, words: str, arm: Arm | None) -> str:
        """By words no. 2, 0.90 × 70 %."""
        if arm is None:
            return ""
        sentence = words.replace("%1", str(arm.rank))
        return f"{sentence}, {arm.score:.2f} × {arm.share * 100:.0f} %"

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(20), px(8), px(20), px(8))
        self._column.setSpacing(px(2))
