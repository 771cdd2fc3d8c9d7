"""Pull: the lines of a pull become the progress of installing a model. Pure."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from desktop_app.models.endings import Ending
from desktop_app.models.problem import ModelProblem, of_error_line
from desktop_app.models.replies import number, text

_MOST_LAYERS = 1_000
_WINDOW = 5.0  # seconds over which the rate is taken


@dataclass(frozen=True)
class Progress:
    """How far a model is installed: `done` of `total` bytes, `rate` in bytes a second.

    `step` is what Ollama does now, in its own words; `total` is 0 before sizes are known.
    """

    step: str
    done: int
    total: int
    rate: float

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.done / self.total if self.total else 0.0


class Tally:
    """Adds up the layers of a model. A layer that begins anew takes its progress back."""

    def __init__(self) -> None:
        self._layers: dict[str, tuple[int, int]] = {}
        self._had = 0  # bytes of layers that were there when they were first heard of
        self._seen: deque[tuple[float, int]] = deque()
        self.finished = False

    def take(self, line: dict[str, Any], now: float) -> Progress:
        """Count one line, arrived at `now` in seconds. Raises ModelProblem on an error."""
        if line.get("error"):
            raise of_error_line(line["error"])
        step = text(line.get("status"))
        if not step:
            raise ModelProblem(Ending.NOT_UNDERSTOOD)
        self.finished = step == "success"
        if digest := text(line.get("digest")):
            self._take_layer(digest, number(line.get("completed")), number(line.get("total")))
        done = sum(layer[0] for layer in self._layers.values())
        return Progress(
            step.removesuffix(f" {digest}") if step.startswith("pulling ") else step,
            done,
            sum(layer[1] for layer in self._layers.values()),
            self._rate(done - self._had, now),
        )

    def _take_layer(self, digest: str, completed: int | None, total: int | None) -> None:
        done = min(completed or 0, total or 0)
        self._had += 0 if digest in self._layers else done
        self._layers[digest] = (done, total or 0)
        if len(self._layers) > _MOST_LAYERS:
            raise ModelProblem(Ending.TOO_BIG)

    def _rate(self, done: int, now: float) -> float:
        if self._seen and done < self._seen[-1][1]:
            self._seen.clear()  # begun anew: what was fetched before says nothing
        self._seen.append((now, done))
        while self._seen[0][0] < now - _WINDOW:
            self._seen.popleft()
        since, before = self._seen[0]
        return (done - before) / (now - since) if now > since else 0.0
