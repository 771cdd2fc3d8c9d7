"""Steps of a life with the inbox and the time machine, mixed into its machine.

Each step says itself what it may take out of MEMORY.md; all else has to stand there still.
"""

import random
from contextlib import suppress
from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule

from desktop_app.dreams.inbox.store import InboxAnswer
from desktop_app.errors import Problem
from tests.promises.life import CORE, Life, words_of

CHANCES = st.integers(0, 2**16).map(random.Random)
_TAKES = (InboxAnswer.GONE, InboxAnswer.EDIT)


def _words(*texts: str) -> set[bytes]:
    return words_of("\n".join(texts).encode("utf-8", "surrogateescape"))


class TrustSteps:
    """Rules for a machine that has a `life`."""

    life: Life
    # id, brought, before and after, and the dreams that wrote it
    answers: tuple[tuple[str, set[bytes], bytes, bytes, set[str]], ...] = ()

    @rule()
    def doubt(self) -> None:
        """An agent's line about a day to come, which is over soon."""
        word, day = self.life.word(), self.life.clock.now().date() + timedelta(days=1)
        before = self.life.data(CORE)
        with suppress(Problem):
            self.life.memory.files.update(f"The lease of the {word} ends on {day:%-d %B %Y}")
        self.life.kept(CORE, before, set(), "an update")

    @rule(chance=CHANCES)
    def answer(self, chance: random.Random) -> None:
        life = self.life
        open_now = life.memory.inbox.today()
        if not open_now:
            return
        item = chance.choice(open_now)
        said, new = chance.choice(list(InboxAnswer)), f"Edited {life.word()}"
        before, stood = life.data(CORE), self.standing()
        changed = life.memory.inbox.answer(item.id, said, new).changed
        gone = item.text if said in _TAKES else ""
        life.kept(CORE, before, _words(gone), "an answer")
        life.pins_stay(before, "an answer")
        assert changed or life.data(CORE) == before
        brought = _words(new) - words_of(before)
        wrote = self.standing() - stood
        self.answers += ((item.id, brought, before, life.data(CORE), wrote),)

    def standing(self) -> set[str]:
        """The dreams that were applied and not taken back; an answer that writes is one, too."""
        applied = self.life.memory.dreams.proposals("applied")
        return {proposal.id for proposal in applied if not proposal.undone}

    @rule()
    def take_an_answer_back(self) -> None:
        if not self.answers:
            return
        name, brought, then, after, wrote = self.answers[-1]
        self.answers = self.answers[:-1]
        before = self.life.data(CORE)
        # What `undo` took back already, a person has put back as a version: that stays.
        untouched = before == after != then and wrote <= self.standing()
        with suppress(Problem):  # it was answered again, or what it was about is forgotten
            self.life.memory.inbox.undo(name)
            assert not untouched or self.life.data(CORE) == then, "an answer left a trace"
        self.life.kept(CORE, before, brought, "an answer taken back")
        self.life.pins_stay(before, "an answer taken back")

    @rule(chance=CHANCES)
    def put_all_back(self, chance: random.Random) -> None:
        """MEMORY.md as it stood once; what it takes out is in the history."""
        life, before = self.life, self.life.data(CORE)
        versions = life.memory.history.versions(CORE)
        with suppress(Problem):
            if versions:
                version = chance.choice(versions).version
                life.memory.history.restore(CORE, version)
                assert life.data(CORE) == life.memory.history.content(version)
        if life.data(CORE) != before:
            life.must |= words_of(before)
            life.saw(CORE)
