"""Dreams that a mind outside this program is asked for, and what a mind reads again."""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.dreams.dream import Outcome
from desktop_app.dreams.engine_choice import Engine, EngineName
from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import ProposalState
from desktop_app.dreams.runs import alone
from desktop_app.jobs import Report
from desktop_app.memory.room import Room
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.question import DreamAnswer
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
        """The question of a dream for a mind outside this program: see `dreams.question.ask`."""
        from desktop_app.dreams import question  # long to load, and seldom wanted

        return question.ask(
            self._notebook,
            self._store,
            mind,
            self._clock.now(),
            lookback_days=lookback_days,
            until=until,
            limits=limits,
        )

    def asked(self, mind: Mind, question_id: str, *, limits: Limits = UNLIMITED) -> "DreamQuestion":
        """A question of this mind once more: see `dreams.question.again`."""
        from desktop_app.dreams import question, question_store  # long to load, seldom wanted

        asked = question_store.DreamQuestions(self._notebook.database).get(question_id, mind)
        now = self._clock.now()
        return question.again(self._notebook, self._store, asked, now, limits=limits)

    def answer(
        self,
        mind: Mind,
        texts: Sequence[str],
        question_id: str | None = None,
        *,
        limits: Limits = UNLIMITED,
    ) -> "DreamAnswer":
        """What a mind's answers come to: see `dreams.question.answer`. Without an id they are to
        the second reading that they name, or else to the question that has their marks.
        """
        from desktop_app.dreams import question, question_store  # long to load, seldom wanted
        from desktop_app.dreams.second_readings import is_answer

        if is_answer(self._notebook, question_id or texts[-1]):
            return self.read_again(mind, texts[-1], limits=limits)
        kept = question_store.DreamQuestions(self._notebook.database)
        asked = kept.get(question_id, mind) if question_id else kept.answered_by(texts, mind)
        now = self._clock.now()
        return question.answer(self._notebook, self._store, asked, texts, now, limits=limits)

    def read_again(
        self, mind: Mind, text: str = "", *, limits: Limits = UNLIMITED
    ) -> "DreamAnswer":
        """What a mind answers to a second reading of what waits, and the next question: see
        `dreams.second_readings.read_again`.
        """
        from desktop_app.dreams import second_readings  # long to load, and seldom wanted

        asked = (self._notebook, self._store, mind, text, self._clock.now())
        return second_readings.read_again(*asked, limits=limits)

    def ask_again(self, mind: Mind, *, limits: Limits = UNLIMITED) -> "AskedReading | None":
        """A second reading of what waits; None where nothing is left to be read again."""
        from desktop_app.dreams import second_readings  # long to load, and seldom wanted

        if not self._store.proposals(ProposalState.PENDING):
            return None
        now = self._clock.now()
        return second_readings.ask(self._notebook, self._store, mind, now, limits=limits)

    async def read_again_by_model(
        self, engine: Engine, *, limits: Limits = UNLIMITED, report: Report = lambda step: None
    ) -> Outcome:
        """Have the model of `engine` read again what waits. Raises Problem where it gives no usable
        answer, and while another program dreams over this notebook.
        """
        from desktop_app.dreams import second_readings  # long to load, and seldom wanted

        now, mind = self._clock.now(), Mind(EngineName.OLLAMA, engine.model)
        asked = (self._notebook, self._store, mind)
        with alone(self._notebook.own, self.doer, now):
            found = await asyncio.to_thread(second_readings.open_lines, *asked, limits)
            said = await self._engines.read_again(engine, found, report)
            keys = {one.key for one in found.lines.values()}
            take = lambda: second_readings.take(*asked, said, keys, now, limits=limits)
            return (await asyncio.to_thread(take)).outcome
