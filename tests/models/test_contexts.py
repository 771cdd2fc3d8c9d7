"""How long a context a model gets on a small computer and on a large one."""

import math
from dataclasses import replace

import pytest

from desktop_app.models.contexts import USUAL_ROOM, longest
from desktop_app.models.installed import model_info
from tests.dreams.model.told_model import INFO

GB = 1024**3
FOURTEEN = {
    "block_count": 40,
    "embedding_length": 5_120,
    "attention.head_count": 40,
    "attention.head_count_kv": 8,
}


def told(**more: object) -> int:
    rows = {f"deep.{name}": value for name, value in {**FOURTEEN, **more}.items()}
    shown = {"capabilities": [], "model_info": {"general.architecture": "deep", **rows}}
    return model_info("deep", {}, shown).cache


@pytest.mark.parametrize(
    ("gigabytes", "size", "context"),
    [
        (8, 5 * GB, USUAL_ROOM),
        (16, 5 * GB, 16_384),
        (32, 5 * GB, 32_768),
        (32, 9 * GB, 32_768),
        (512, 9 * GB, 32_768),
        (0, 9 * GB, USUAL_ROOM),
        (512, 0, USUAL_ROOM),
    ],
)
def test_a_context_leaves_half_of_the_memory_free(gigabytes: int, size: int, context: int) -> None:
    info = replace(INFO, size=size, cache=told() if size else 0)
    assert longest(info, gigabytes * GB) == context


def test_a_call_of_limited_minutes_is_no_longer_than_it_can_read() -> None:
    info = replace(INFO, size=5 * GB)
    assert longest(info, 512 * GB, 20_000) == 16_384
    assert longest(info, 512 * GB, 900) == USUAL_ROOM
    assert longest(info, 512 * GB, math.inf) == 32_768
