"""Models in words: sizes, progress, who dreams."""

import pytest

from desktop_app.models.endings import Ending, ModelProblem
from desktop_app.models.installed import Progress, model_info
from desktop_app.ui.models.model_words import (
    engine_words,
    progress_words,
)
from desktop_app.ui.models.server import Sight


def info(name: str, *capabilities: str, **entry: object):
    return model_info(name, {"size": 5_225_388_164, **entry}, {"capabilities": [*capabilities]})


CHATS = info("qwen3:8b", "completion")
OTHER = info("gemma3:4b", "completion")
EMBEDS = info("nomic:latest", "embedding")
GONE = Sight(problem=ModelProblem(Ending.NOT_RUNNING))
LATE = Sight(problem=ModelProblem(Ending.UNREACHABLE))


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress("pulling manifest", 0, 0), "Asking the library…"),
        (Progress("pulling", 0, 5_200_000_000), "0 % of 5.2 GB"),
        (Progress("pulling", 5_199_999_999, 5_200_000_000), "99 % of 5.2 GB"),
        (Progress("verifying sha256 digest", 9, 9), "Checking what arrived…"),
        (Progress("writing manifest", 9, 9), "Almost done…"),
    ],
)
def test_progress_is_told_by_percent_and_rate(progress: Progress, words: str) -> None:
    assert progress_words(progress) == words


@pytest.mark.parametrize(
    ("kind", "model", "sight", "tone", "words"),
    [
        ("builtin", "qwen3:8b", GONE, "ok", "Dreams without a model"),
        ("auto", "", Sight(), "ok", "Dreams without a model"),
        ("auto", "", GONE, "ok", "Dreams without a model"),
        ("auto", "", Sight("1", None, (EMBEDS,)), "ok", "Dreams without a model"),
        ("auto", "", Sight("1", None, (CHATS,)), "ok", "Dreams without a model · Ollama found"),
        ("auto", "qwen3:8b", Sight(), "text3", "qwen3:8b"),
        ("auto", "qwen3:8b", Sight("1", None, (CHATS,)), "ok", "Ollama · qwen3:8b"),
        ("auto", "QWEN3:8B", Sight("1", None, (CHATS,)), "ok", "Ollama · qwen3:8b"),
        ("auto", "qwen3:8b", GONE, "warn", "Ollama is not running"),
        ("auto", "qwen3:8b", LATE, "warn", "Ollama did not take the call"),
        ("auto", "qwen3:8b", Sight("1", None, (OTHER,)), "warn", "qwen3:8b is not installed"),
        ("auto", "nomic", Sight("1", None, (EMBEDS,)), "warn", "nomic cannot dream"),
        ("ollama", "", Sight("1", None, (CHATS, EMBEDS)), "ok", "Ollama · qwen3:8b"),
        ("ollama", "", Sight("1", None, (CHATS, OTHER)), "warn", "Ollama has several models"),
        ("ollama", "", Sight("1", None, (EMBEDS,)), "warn", "Ollama has no model"),
        ("ollama", "", GONE, "warn", "Ollama is not running"),
    ],
)
def test_the_status_says_who_would_dream(
    kind: str, model: str, sight: Sight, tone: str, words: str
) -> None:
    said = engine_words(kind, model, sight)
    assert (said.tone, said.words) == (tone, words)
