"""Dreams that a mind outside this program is asked for, and what a mind reads again."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import ProposalState
from desktop_app.memory.room import Room
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.question import AskedMind, DreamAnswer
    from desktop_app.dreams.question_store import AskedReading, DreamQuestion


class AskedDreams(Room):
    """The questions of dreams and of second readings, and what their answers come to."""

    doer = tr("a command")  # another program that wants to dream, too, is told this name

    def ask(
        self,
        mind: Mind,
        lookback_days: int | None = None,
        until: date | None = None,
        *,
        limits: Limits = UNLIMITED,
    ) -> "DreamQuestion":
        """The question of a dream for a mind outside this program: see `AskedMind.ask`."""
        return self._mind(mind, limits).ask(lookback_days, until)

    def asked(self, mind: Mind, question_id: str, *, limits: Limits = UNLIMITED) -> "DreamQuestion":
        """A question of this mind once more: see `AskedMind.again`."""
        return self._mind(mind, limits).again(question_id)

    def answer(
        self,
        mind: Mind,
        texts: Sequence[str],
        question_id: str | None = None,
        *,
        limits: Limits = UNLIMITED,
    ) -> "DreamAnswer":
        """What a mind's answers come to: see `AskedMind.answer`."""
        return self._mind(mind, limits).answer(texts, question_id)

    def read_again(
        self, mind: Mind, text: str = "", *, limits: Limits = UNLIMITED
    ) -> "DreamAnswer":
        """What a mind answers to a second reading of what waits, and the next question: see
        `dreams.second_readings.read_again`.
        """
        from desktop_app.dreams import second_readings  # long to load, and seldom wanted

        return second_readings.read_again(self._mind(mind, limits), text)

    def ask_again(self, mind: Mind, *, limits: Limits = UNLIMITED) -> "AskedReading | None":
        """A second reading of what waits; None where nothing is left to be read again."""
        from desktop_app.dreams import second_readings  # long to load, and seldom wanted

        waits = self._store.proposals(ProposalState.PENDING)
        return second_readings.ask(self._mind(mind, limits)) if waits else None

    def _mind(self, mind: Mind, limits: Limits) -> "AskedMind":
        from desktop_app.dreams.question import AskedMind  # long to load, and seldom wanted

        return AskedMind(self._notebook, self._store, mind, self._clock.now(), limits)
