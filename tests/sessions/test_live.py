"""The state machine of a live conversation, case by case."""

from functools import partial

import pytest

from desktop_app.sessions.live import NEVER, LiveEvent, LiveLimits, LiveState, step
from desktop_app.sessions.live_events import Effect, FlushNow, LiveMessage, SleepNow

LIMITS = LiveLimits(window=1_000, turns=0, extract_messages=4)


def came(message: LiveMessage) -> LiveEvent:
    return partial(LiveState.came, message=message)


class Talk:
    """A conversation that is told event by event, at `now`."""

    def __init__(self, limits: LiveLimits = LIMITS) -> None:
        self.limits = limits
        self.state = LiveState("s")
        self.now = 1_000_000.0

    def tell(self, *events: LiveEvent) -> list[Effect]:
        every: list[Effect] = []
        for event in events:
            self.state, effects = step(self.state, event, self.now, self.limits)
            every += effects
        return every

    def say(self, count: int = 1, tokens: int = 10, words: str = "Tea at four") -> list[Effect]:
        every: list[Effect] = []
        for _ in range(count):
            n = len(self.state.seen)
            role = ("user", "assistant")[n % 2]
            every += self.tell(came(LiveMessage(f"m{n}", role, words, tokens=tokens)))
        return every


def ids(effect: Effect) -> list[str]:
    return [message.id for message in effect.messages]


def done(effect: Effect) -> LiveEvent:
    return partial(LiveState.flush_ended, ids=frozenset(ids(effect)))


# -- flush ---------------------------------------------------------------------------------------


def test_more_turns_than_the_limit_trim_the_oldest_half_once_they_are_flushed() -> None:
    talk = Talk(LiveLimits(window=100_000, turns=4))
    (flush,) = talk.say(9)
    assert isinstance(flush, FlushNow) and flush.cause == "trim"
    assert ids(flush) == ["m0", "m1", "m2", "m3"]
    assert len(talk.state.messages) == 9, "they stay until they are written"
    talk.tell(done(flush))
    assert [one.id for one in talk.state.messages] == ["m4", "m5", "m6", "m7", "m8"]
    (text,) = talk.state.injected
    assert "compacted: 4" in text and text.endswith("- User: Tea at four")


def test_a_trim_of_what_was_flushed_before_injects_what_it_said_and_writes_nothing() -> None:
    talk = Talk(LiveLimits(window=100_000, turns=4))
    talk.say(8)
    (flush,) = talk.tell(LiveState.flush)
    talk.tell(done(flush))
    assert talk.state.injected == ()
    assert talk.say(1) == []
    assert "Tea at four" in talk.state.injected[0]


@pytest.mark.parametrize("edited", range(12))
def test_what_was_said_before_an_edit_is_flushed_where_a_sleep_kept_an_old_message(
    edited: int,
) -> None:
    talk = Talk(LiveLimits(window=1_000, turns=0, flush_at=NEVER))
    (sleep,) = talk.say(12, tokens=68)
    assert isinstance(sleep, SleepNow)
    talk.tell(lambda state: state.slept("", frozenset({"m2", "m11"}), frozenset()))
    talk.tell(partial(LiveState.replaced, from_id=f"m{edited}"))
    left = [f"m{n}" for n in range(edited)]
    assert [one.id for one in talk.state.said] == left
    assert {one for effect in talk.tell(LiveState.flush) for one in ids(effect)} == {*left}


# -- sleep ---------------------------------------------------------------------------------------
