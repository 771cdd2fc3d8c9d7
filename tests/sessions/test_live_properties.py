"""No order of events flushes a message twice, forgets one, or sleeps within the cooldown."""

from collections import Counter
from functools import partial

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from desktop_app.sessions.live import LiveEvent, LiveLimits, LiveState, step
from desktop_app.sessions.live_events import (
    Effect,
    ExtractNow,
    FlushNow,
    LiveMessage,
    SleepNow,
    TurnKind,
)

LIMITS = LiveLimits(window=1_000, turns=14, keep=3, sleep_messages=4)
WHICH = st.integers(0, 200)


class LiveConversation(RuleBasedStateMachine):
    """Every effect that is asked for waits in `due` until it ends well or fails, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.state = LiveState("s")
        self.now = 1_000_000.0
        self.due: list[Effect] = []
        self.order: list[str] = []  # all that came and was not replaced
        self.said: dict[str, LiveMessage] = {}  # of these what says something
        self.written: Counter[str] = Counter()
        self.slept_at: list[float] = []
        self.last_extraction: float | None = None

    def tell(self, event: LiveEvent) -> None:
        self.state, effects = step(self.state, event, self.now, LIMITS)
        for effect in effects:
            self.check(effect)
        self.due += effects

    def check(self, effect: Effect) -> None:
        assert [type(one) for one in self.due].count(type(effect)) == 0, "one of a kind at a time"
        if isinstance(effect, ExtractNow):
            assert len(effect.messages) >= LIMITS.extract_messages
            assert all(one.lasts for one in effect.messages)
            last = self.last_extraction
            assert last is None or self.now - last >= LIMITS.extract_gap
            return
        assert not any(isinstance(one, FlushNow | SleepNow) for one in self.due), "never both"
        if isinstance(effect, FlushNow):
            assert effect.messages
            for message in effect.messages:
                assert message.lasts and message.remembered
                assert not self.written[message.id], "flushed twice"
        else:
            assert len(effect.messages) > LIMITS.keep
            assert all(self.now - at >= LIMITS.sleep_gap for at in self.slept_at)

    # -- what happens -------------------------------------------------------------------------

    @rule(
        many=st.integers(1, 12),
        tokens=st.sampled_from([5, 60, 60, 150, 700]),
        words=st.sampled_from(["yes", "yes", "yes", " "]),
        remembered=st.sampled_from([True, True, True, False]),
    )
    def talk(self, many: int, tokens: int, words: str, remembered: bool) -> None:
        for n in range(many):
            role = ("user", "assistant")[n % 2]
            self.come(
                LiveMessage(self.next_id(), role, words, "", TurnKind.TALK, tokens, remembered)
            )

    @rule(kind=st.sampled_from(TurnKind))
    def tool(self, kind: TurnKind) -> None:
        self.come(LiveMessage(self.next_id(), "assistant", "ls", "", kind, 40))

    def next_id(self) -> str:
        return f"m{len(self.state.seen)}"

    def come(self, new: LiveMessage) -> None:
        if new.may_last:
            self.said[new.id] = new
        self.order.append(new.id)
        self.tell(lambda state: state.came(new))
        self.tell(lambda state: state.came(new))  # told twice, it is there once

    @rule(which=WHICH)
    def replaced(self, which: int) -> None:
        """Also one that has left the prompt, but for tools: nobody knows where those stood."""
        known = {one.id for one in (*self.state.said, *self.state.messages)}
        if every := [one for one in self.order if one in known]:
            first = every[which % len(every)]
            at = self.order.index(first)
            for one in self.order[at:]:
                self.said.pop(one, None)
            del self.order[at:]
            self.tell(lambda state: state.replaced(first))

    @rule(tokens=st.integers(0, 1_500), window=st.sampled_from([0, 1_000, 4_000]))
    def usage(self, tokens: int, window: int) -> None:
        self.tell(lambda state: state.usage(tokens, window))

    @rule(seconds=st.sampled_from([1.0, 59, 61, 301]))
    def time_goes_on(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def clock_is_set_back(self) -> None:
        self.now -= 86_400
        self.slept_at = [min(at, self.now) for at in self.slept_at]
        if self.last_extraction is not None:
            self.last_extraction = min(self.last_extraction, self.now)

    @rule(
        event=st.sampled_from(
            [
                LiveState.idle,
                LiveState.compaction_began,
                LiveState.flush,
                partial(LiveState.flush, cause="day"),
            ]
        )
    )
    def told(self, event: LiveEvent) -> None:
        self.tell(event)

    @rule(kept=st.none() | st.integers(0, 3))
    def compacted(self, kept: int | None) -> None:
        ids = [] if kept is None else [m.id for m in self.state.messages[-kept:]]
        self.tell(partial(LiveState.compaction_ended, kept=ids))

    # -- how effects end ----------------------------------------------------------------------

    @precondition(lambda self: self.due)
    @rule(which=WHICH)
    def goes_well(self, which: int) -> None:
        self.end_well(self.due.pop(which % len(self.due)), which)

    def end_well(self, effect: Effect, which: int = 0) -> None:
        """Of sleeps half keep an old message as well, and half write nothing."""
        ids = [message.id for message in effect.messages]
        if isinstance(effect, FlushNow):
            self.written.update(ids)
            self.tell(lambda state: state.flush_ended(frozenset(ids)))
        elif isinstance(effect, SleepNow):
            gone = effect.messages[: -LIMITS.keep]
            written = frozenset(m.id for m in gone if m.lasts and which % 4 < 2)
            self.written.update(written - self.state.flushed)
            self.slept_at.append(self.now)
            old = [m.id for m in gone if m.kind is TurnKind.TALK][: which % 2]
            kept = frozenset(ids) - {m.id for m in gone} | {*old}
            self.tell(lambda state: state.slept("- all of it", kept, written))
        else:
            self.last_extraction = self.now
            self.tell(lambda state: state.extraction_ended(frozenset(ids)))

    @precondition(lambda self: self.due)
    @rule()
    def all_go_well(self) -> None:
        while self.due:
            self.end_well(self.due.pop(0))

    @precondition(lambda self: self.due)
    @rule(which=WHICH)
    def fails(self, which: int) -> None:
        effect = self.due.pop(which % len(self.due))
        before = len(self.due)
        self.tell(lambda state: state.effect_failed(type(effect)))
        assert len(self.due) == before, "asked at once, it would fail for ever"

    # -- what always holds --------------------------------------------------------------------

    @invariant()
    def nothing_is_forgotten_and_nothing_written_twice(self) -> None:
        here = {m.id for m in (*self.state.waiting, *self.state.messages)}
        assert not [one for one in self.said if one not in here and not self.written[one]]
        assert all(count == 1 for count in self.written.values())
        assert self.state.tokens >= 0

    @invariant()
    def what_is_unflushed_is_part_of_what_was_said(self) -> None:
        assert {one.id for one in self.state.unflushed()} <= {one.id for one in self.state.said}

    @invariant()
    def what_was_replaced_is_nowhere(self) -> None:
        state = self.state
        here = [one.id for one in (*state.said, *state.waiting, *state.messages)]
        assert {*here} <= {*self.order}

    def teardown(self) -> None:
        """However it went: once the disk works, the end of the session leaves nothing unwritten."""
        while self.due:
            self.end_well(self.due.pop(0))
        self.tell(LiveState.flush)
        while self.due:
            self.end_well(self.due.pop(0))
        left = [m for m in (*self.state.waiting, *self.state.messages) if m.lasts]
        assert not [m.id for m in left if not self.written[m.id]]
        assert all(count == 1 for count in self.written.values())


TestLiveConversation = LiveConversation.TestCase
TestLiveConversation.settings = settings(max_examples=40, stateful_step_count=40)
