"""Two engines over the same days, on the command line and by REST's table."""

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from desktop_app.faces.doors import shapes
from tests.dreams.model.told_model import GOOD, MEMORY, TODAYS, YESTERDAY
from tests.faces.test_cli import answered, run
from tests.support.dreaming import a_notebook
from tests.support.ollama import OurOllama, lines, said

CHAT = "/api/chat"
DREAM = ("dream", "--until", "2026-11-21", "--days", "2")
BOTH = (*DREAM, "--what-if", "builtin", "small")


@pytest.fixture
def root(tmp_path: Path, ollama: OurOllama, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A notebook over which two engines dream differently."""
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")
    ollama.answer = GOOD
    return a_notebook(tmp_path, MEMORY, d20261120=YESTERDAY, d20261121=TODAYS)


def test_a_comparison_is_printed_and_what_is_taken_of_it_is_one_proposal_that_is_applied(
    root: Path, ollama: OurOllama, capfdbinary: Any
) -> None:
    at = ("--notebook", str(root))
    code, told = answered(capfdbinary, *at, *BOTH)
    assert (code, told["outcome"], told["taken"]) == (0, "what-if", None)
    assert [told[side]["engine"] for side in ("left", "right")] == ["builtin", "small:latest"]
    assert told["left"]["kinds"] == {"updated": 1, "removed": 1, "added": 5}
    assert told["right"]["tokens"] > 0
    assert told["right"]["recall"]["asked"] > 0
    kinds = [pair["kind"] for pair in told["pairs"]]
    assert (kinds.count("equal"), kinds.count("left"), len(kinds)) == (5, 2, 7)
    Draft202012Validator(shapes.WHAT_IF).validate(told)
    assert answered(capfdbinary, *at, "proposals")[1] == []
    run([*at, *BOTH])
    words = capfdbinary.readouterr().out.decode()
    assert "L1 = R1 ~ updated in Work" in words
    assert "no day counts as dreamt" in words
    _, told = answered(capfdbinary, *at, *BOTH, "--take", "r3,L3,R1")
    taken = told["taken"]
    assert [(one["new"], one["by"]) for one in taken["changes"]] == [
        ("The report is due on 4 December; Jonas signs it off.", "builtin + small:latest"),
        ("Jonas orders hazelnut cake every Friday.", "builtin"),
        ("Decided to stop drinking coffee after 14:00.", "builtin + small:latest"),
    ]
    assert taken["recall"]["asked"] > 0
    Draft202012Validator(shapes.WHAT_IF).validate(told)
    assert len(ollama.asked(CHAT)) == 1, "the same prompt is answered from what is kept"
    _, applied = answered(capfdbinary, *at, "apply", "--also", "1")
    diary = (root / applied["diary"]).read_text()
    assert diary.count("proposed by: built-in engine + small:latest") == 2
    assert diary.count("proposed by: built-in engine\n") == 1
    assert "what-if: built-in engine + small:latest" in diary
    answered(capfdbinary, *at, "undo")
    assert (root / "MEMORY.md").read_text() == MEMORY


def test_all_of_a_side_or_what_nothing_speaks_against_is_taken_and_one_failing_is_said(
    root: Path, ollama: OurOllama, capfdbinary: Any
) -> None:
    at = ("--notebook", str(root))
    _, told = answered(capfdbinary, *at, *BOTH, "--take", "right")
    assert len(told["taken"]["changes"]) == 5
    _, told = answered(capfdbinary, *at, *BOTH, "--take", "both")
    assert len(told["taken"]["changes"]) == 7
    (waiting,) = answered(capfdbinary, *at, "proposals")[1]
    assert waiting["id"] == told["taken"]["id"], "the newer one takes over what waited"
    models, ollama.models = ollama.models, {}
    code, told = answered(capfdbinary, *at, *BOTH)
    assert code == 0
    assert (told["left"]["changes"], told["left"]["problem"]) == (7, None)
    assert "not installed" in told["right"]["problem"]
    ollama.models = models
    ollama.next(CHAT, lines(said("[MEMORY]\n## Wo"), {"error": "model runner has stopped"}))
    answered(capfdbinary, *at, "discard")
    code, told = answered(capfdbinary, *at, *BOTH, "--force", "--take", "left")
    assert told["right"]["problem"]
    assert len(told["taken"]["changes"]) == 7


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((*DREAM, "--what-if", "builtin", "builtin"), "Both engines are the built-in engine."),
        ((*DREAM, "--what-if", "small", "Small:latest"), "Both engines are small."),
        ((*DREAM, "--what-if", "builtin"), "--what-if compares two engines."),
        ((*BOTH, "--engine", "builtin"), "--what-if and --engine do not go together."),
        ((*BOTH, "--apply"), "--what-if and --apply do not go together."),
        ((*BOTH, "--take", "L0"), "“L0” does not say what to take."),
        ((*BOTH, "--take", "L99"), "There is no change L99 here."),
        ((*BOTH, "--take", "L1,R1"), "L1 and R1 change the same."),
        ((*DREAM, "--take", "left"), "--take belongs to --what-if."),
        (("dream", "--until", "2020-01-01", "--what-if", "builtin", "small"), "any notes."),
    ],
)
def test_what_cannot_be_compared_or_taken_is_refused_with_words(
    root: Path, capfdbinary: Any, words: tuple[str, ...], says: str
) -> None:
    assert run(["--notebook", str(root), *words]) in (2, 3)
    assert says in capfdbinary.readouterr().err.decode()
    assert answered(capfdbinary, "--notebook", str(root), "proposals")[1] == []
