"""Which embedder a person chose, and whether it is available. Knows settings by key, no widget."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem
from desktop_app.search.meaning import builtin
from desktop_app.search.meaning.embedder import Embedder, EmbedderKind
from desktop_app.words import tr

if TYPE_CHECKING:  # its HTTP library takes long to import, and most runs ask no model
    from desktop_app.models.ollama import Ollama


@dataclass(frozen=True)
class EmbedderChoice:
    """The chosen embedder: none, the built-in one, or a `model` of Ollama.

    All numbers are 0..1. `share` is the part of a score that its vectors decide; `former` is that
    of an embedder of the other kind while it still serves. `near` is how alike the letters of two
    texts must be to share a vector, and `alike` whether they may then say it in other plain words.
    """

    kind: EmbedderKind = EmbedderKind.OFF
    model: str = ""
    share: float = 0.3
    near: float = 0.98
    alike: bool = False
    former: float = 0.3

    @property
    def reads(self) -> bool:
        """Whether an embedder is chosen."""
        return self.kind != EmbedderKind.OFF

    @property
    def name(self) -> str:
        """The name that is kept beside its vectors, and shown."""
        return f"ollama {self.model}" if self.kind == EmbedderKind.OLLAMA else self.kind

    def share_of(self, name: str) -> float:
        """The share of the embedder of this name, which need not be the chosen one."""
        ours = name == EmbedderKind.BUILTIN
        return self.share if ours == (self.kind == EmbedderKind.BUILTIN) else self.former


OFF = EmbedderChoice()


def choice_of(get: Callable[[str], Any]) -> EmbedderChoice:
    """The embedder that the person's settings name; `get` is that of `Settings`."""
    kind = EmbedderKind(get("search.embedder"))
    ours, other = get("search.share_builtin") / 100, get("search.share_ollama") / 100
    share, former = (other, ours) if kind == EmbedderKind.OLLAMA else (ours, other)
    near, alike = get("search.near") / 100, get("search.near_words")
    return EmbedderChoice(kind, get("search.model").strip(), share, near, alike, former)


class Embedders:
    """Opens embedders, and keeps them open."""

    def __init__(self, server: "Callable[[], Ollama]") -> None:
        self._server = server
        self._open: dict[str, Embedder] = {}
        self.barred: Problem | None = None  # why no model of Ollama may be asked

    async def opened(
        self, name: str, dimensions: Mapping[str, int], *, anew: bool = False
    ) -> Embedder:
        """The embedder of this `EmbedderChoice.name`. Raises Problem if it is not available.

        `anew` checks again that it is the same one, and is patient with Ollama; else it is asked
        once.
        """
        if self.barred is not None and name != EmbedderKind.BUILTIN:
            raise self.barred
        if anew or name not in self._open:
            self._open.pop(name, None)
            self._open[name] = await self._opened(name, dimensions, insist=anew)
        return self._open[name]

    def forget(self) -> None:
        """Forget the open ones; each is opened again when it is needed."""
        self._open.clear()

    async def _opened(self, name: str, dimensions: Mapping[str, int], *, insist: bool) -> Embedder:
        if name == EmbedderKind.BUILTIN:
            return builtin.Builtin()
        model = name.removeprefix("ollama").strip()
        if not model:
            raise Problem(
                tr("It is not said which model of Ollama reads the lines."),
                tr("Name one: `nightstand settings search.model nomic-embed-text`"),
            )
        from desktop_app.search.meaning.by_ollama import opened

        return await opened(self._server(), model, dimensions, insist=insist)
