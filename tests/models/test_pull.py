"""Installing and deleting a model: how far it is, and how it can fail."""

from dataclasses import replace

import pytest

from desktop_app.models.endings import Ending
from desktop_app.models.installed import Progress, Tally
from desktop_app.words import size
from tests.models.asking import PATIENT, ended, the_server
from tests.support.ollama import OurOllama, Script, Served, close, lines, reset, silent, status

MANIFEST = {"status": "pulling manifest"}


def _layer(digest: str, total: int, completed: int | None = None) -> dict[str, object]:
    told = {} if completed is None else {"completed": completed}
    return {"status": f"pulling {digest}", "digest": digest, "total": total, **told}


async def test_a_model_is_installed_with_its_progress(ollama: OurOllama) -> None:
    ollama.library["new"] = Served("new")
    seen: list[Progress] = []
    await the_server(ollama).pull("new", seen.append)
    assert [progress.step for progress in seen][-3:] == [
        "verifying sha256 digest",
        "writing manifest",
        "success",
    ]
    assert (seen[-1].done, seen[-1].total, seen[-1].share) == (1010, 1010, 1.0)
    assert all(0.0 <= progress.share <= 1.0 for progress in seen)
    assert seen[0] == Progress("pulling manifest", 0, 0)
    assert "new" in ollama.models


async def test_a_model_is_deleted(ollama: OurOllama) -> None:
    await the_server(ollama).delete("small")
    assert await the_server(ollama).models() == ()


@pytest.mark.parametrize(
    ("script", "ending"),
    [
        (
            lines(MANIFEST, {"error": "pull model manifest: file does not exist"}),
            Ending.NOT_IN_LIBRARY,
        ),
        (
            lines({"error": 'Get "https://registry": dial tcp: lookup x: no such host'}),
            Ending.LIBRARY_AWAY,
        ),
        (lines(MANIFEST, {"error": "max retries exceeded: unexpected EOF"}), Ending.LIBRARY_AWAY),
        (lines(MANIFEST, {"error": "write /blobs: no space left on device"}), Ending.NO_SPACE),
        (
            lines(MANIFEST, {"error": "digest mismatch, file must be downloaded again"}),
            Ending.DAMAGED,
        ),
        (lines(MANIFEST, {"error": "oh no"}), Ending.SERVER_FAULT),
        (lines(MANIFEST), Ending.BROKEN_OFF),
        (lines(MANIFEST, then=close), Ending.BROKEN_OFF),
        (lines(MANIFEST, then=reset), Ending.BROKEN_OFF),
        (lines(MANIFEST, b'{"status": "pul'), Ending.BROKEN_OFF),
        (lines({"progress": 1}), Ending.NOT_UNDERSTOOD),
        (status(400, {"error": "invalid model name"}), Ending.NOT_IN_LIBRARY),
        (status(404, {"error": "model 'new' not found"}), Ending.NOT_IN_LIBRARY),
        (silent, Ending.LIBRARY_AWAY),
    ],
)
async def test_a_model_that_does_not_arrive_is_a_named_ending(
    ollama: OurOllama, script: Script, ending: Ending
) -> None:
    ollama.next("/api/pull", script)
    patience = replace(PATIENT, first=0.5) if script is silent else PATIENT
    assert await ended(the_server(ollama, patience).pull("new", lambda progress: None)) is ending


@pytest.mark.parametrize("odd", [-5, "9", None, 2.5, True, 10**30, 10**400])
def test_odd_sizes_do_no_harm(odd: object) -> None:
    line = {"status": "pulling a", "digest": "a", "total": 100, "completed": odd}
    assert 0.0 <= Tally().take(line).share <= 1.0
    line = {"status": "pulling a", "digest": "a", "total": odd, "completed": odd}
    tally = Tally()
    tally.take(line)
    progress = tally.take({**line, "digest": "b"})
    assert 0.0 <= progress.share <= 1.0 and size(progress.total)


async def test_progress_without_end_is_stopped(ollama: OurOllama) -> None:
    layers = [_layer(str(number), 100, 1) for number in range(2_000)]
    ollama.next("/api/pull", lines(*layers, then=silent))
    assert await ended(the_server(ollama).pull("new", lambda progress: None)) is Ending.TOO_BIG
