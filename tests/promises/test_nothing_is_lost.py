"""P1: whatever a person, agents, other programs, dreams and crashes do, no line is lost by us."""

import random
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from desktop_app.memory import saving
from desktop_app.notebook.merge import OURS
from tests.promises.life import CORE, YESTERDAY
from tests.promises.trust import TrustSteps
from tests.promises.wider_life import WiderLife
from tests.support.dreaming import a_notebook, opened

CHANCES = st.integers(0, 2**16).map(random.Random)
PATHS = st.sampled_from([CORE, CORE, YESTERDAY])


class NothingIsLost(TrustSteps, RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.until = ExitStack()
        self.life = WiderLife(Path(self.until.enter_context(TemporaryDirectory())))
        self.until.callback(lambda: self.life.close())

    def teardown(self) -> None:
        with self.until:
            self.life.restart()
            assert not self.life.lost()

    @rule()
    def note(self) -> None:
        self.life.note()

    @rule()
    def agent_updates(self) -> None:
        self.life.agent_updates()

    @rule()
    def agent_replaces(self) -> None:
        self.life.agent_replaces()

    @rule(chance=CHANCES)
    def pin(self, chance: random.Random) -> None:
        self.life.pin(chance)

    @rule(path=PATHS)
    def open_editor(self, path: str) -> None:
        self.life.open_editor(path)

    @rule(path=PATHS, chance=CHANCES, keys=st.integers(1, 3))
    def types(self, path: str, chance: random.Random, keys: int) -> None:
        for _ in range(keys):
            self.life.type_into(path, chance)

    @rule(path=PATHS, chance=CHANCES)
    def save_editor(self, path: str, chance: random.Random) -> None:
        self.life.save_editor(path, chance)

    @rule(path=PATHS, back=st.integers(0, 5))
    def save_over(self, path: str, back: int) -> None:
        self.life.save_over(path, back)

    @rule(chance=CHANCES)
    def restore(self, chance: random.Random) -> None:
        self.life.restore(chance)

    @rule(path=PATHS, chance=CHANCES)
    def outside(self, path: str, chance: random.Random) -> None:
        self.life.outside(path, chance)

    @rule(path=PATHS)
    def delete(self, path: str) -> None:
        self.life.delete(path)

    @rule()
    def look(self) -> None:
        self.life.look()

    @rule(chance=CHANCES)
    def dream(self, chance: random.Random) -> None:
        self.life.dream(chance)

    @rule(chance=CHANCES)
    def apply(self, chance: random.Random) -> None:
        self.life.apply(chance)

    @rule(chance=CHANCES)
    def dream_and_apply(self, chance: random.Random) -> None:
        self.life.dream(chance)
        self.life.apply(chance)

    @rule(chance=CHANCES)
    def dream_by_itself(self, chance: random.Random) -> None:
        self.life.dream_by_itself(chance)

    @rule()
    def undo(self) -> None:
        self.life.undo()

    @rule()
    def discard(self) -> None:
        self.life.discard()

    @rule(chance=CHANCES)
    def forget(self, chance: random.Random) -> None:
        self.life.forget(chance)

    @rule(back=st.booleans())
    def older(self, back: bool) -> None:
        self.life.older(back=back)

    @rule(minutes=st.sampled_from([1, 7, 15, 1440, -3]))
    def time_passes(self, minutes: int) -> None:
        self.life.clock.forward(minutes=minutes)

    @rule()
    def restart(self) -> None:
        self.life.restart()
        assert not self.life.lost()

    @rule(
        act=st.sampled_from(["note", "update", "apply", "undo", "forget", "move"]),
        steps=st.integers(0, 40),
        chance=CHANCES,
    )
    def crash(self, act: str, steps: int, chance: random.Random) -> None:
        self.life.crash(act, steps, chance)


def test_no_line_is_lost_in_some_lives_of_a_notebook() -> None:
    live(20, 30, derandomize=True)


@pytest.mark.prove
@pytest.mark.parametrize("quarter", [1, 2, 3, 4])
def test_no_line_is_lost_in_any_life_of_a_notebook(quarter: int) -> None:
    live(500, 50, derandomize=False)


def live(lives: int, acts: int, *, derandomize: bool) -> None:
    chosen = settings(
        max_examples=lives,
        stateful_step_count=acts,
        deadline=None,
        derandomize=derandomize,
        database=None,
        phases=[Phase.generate],  # a failure names its acts; making them fewer takes minutes
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    run_state_machine_as_test(NothingIsLost, settings=chosen)
    print(f"P1: {lives} lives of {acts} acts, 0 lost lines")


def test_an_edit_that_a_checkout_took_back_stays_in_the_history(tmp_path: Path) -> None:
    """The machine's find: an older text is put back outside, and edited within the ten minutes."""
    memory = opened(a_notebook(tmp_path), tmp_path)
    core = memory.root / CORE
    before = core.read_bytes()
    memory.files.save(CORE, before + b"- first\n", memory.files.read(CORE))
    core.write_bytes(before)
    memory.files.save(CORE, before + b"- second\n", memory.files.read(CORE))
    kept = [memory.history.content(version.version) for version in memory.history.versions(CORE)]
    memory.close()
    assert before + b"- first\n" in kept


def test_what_was_written_before_a_deletion_stays_in_the_history(tmp_path: Path) -> None:
    """The machine's find: a file deleted outside, and begun anew within the ten minutes."""
    memory = opened(a_notebook(tmp_path), tmp_path)
    before = memory.files.save(CORE, b"- first\n", memory.files.read(CORE))
    (memory.root / CORE).unlink()
    memory.files.save(CORE, b"- second\n", memory.files.read(CORE))
    kept = [memory.history.content(version.version) for version in memory.history.versions(CORE)]
    memory.close()
    assert before.data in kept


def test_a_line_an_agent_wrote_outlives_the_persons_session(tmp_path: Path) -> None:
    memory = opened(a_notebook(tmp_path), tmp_path)
    old = memory.files.read(CORE)
    memory.files.save(CORE, old.data + b"- mine\n", old)
    agents = memory.files.update("The agent's own line").after
    memory.files.save(CORE, old.data, agents)
    kept = [memory.history.content(version.version) for version in memory.history.versions(CORE)]
    memory.close()
    assert agents.data in kept


def test_what_an_answer_to_a_clash_refuses_stays_in_the_history(tmp_path: Path) -> None:
    """The machine's find: both windows save within ten minutes, and the person keeps one text."""
    memory = opened(a_notebook(tmp_path), tmp_path)
    opening = memory.files.read(CORE)
    theirs, ours = (opening.data.replace(b"March", one) for one in (b"April", b"June"))
    memory.files.save(CORE, theirs, opening)
    task = saving.Task(CORE, opening, ours.decode(), "0123456789abcdef")
    clash = saving.write(memory, task)
    assert isinstance(clash, saving.Clash)
    saving.settle(memory, task, clash, [OURS])
    kept = [memory.history.content(version.version) for version in memory.history.versions(CORE)]
    now = (memory.root / CORE).read_bytes()
    memory.close()
    assert now == ours
    assert theirs in kept
