"""Which embedder a person chose, and whether it is available. Knows settings by key, no widget."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from desktop_app.errors import Problem
from desktop_app.search.meaning import builtin
from desktop_app.search.meaning.embedder import Embedder, EmbedderKind
from desktop_app.words import tr

if TYPE_CHECKING:  # its HTTP library takes long to import, and most runs ask no model
    from desktop_app.models.ollama import Ollama

_OF_OLLAMA = 0.7  # the part of a score that vectors of a model of Ollama decide


class EmbedderChoice(NamedTuple):
    """The chosen embedder: none, the built-in one, or a `model` of Ollama.

    `share`, 0..1, is the part of a score that its vectors decide.
    """

    kind: EmbedderKind = EmbedderKind.OFF
    model: str = ""
    share: float = builtin.TRAITS.share

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
        kind = EmbedderKind.BUILTIN if name == EmbedderKind.BUILTIN else EmbedderKind.OLLAMA
        return self.share if kind == self.kind else _share(kind)


OFF = EmbedderChoice()


def choice_of(get: Callable[[str], Any]) -> EmbedderChoice:
    """The embedder that the person's settings name; `get` is that of `Settings`."""
    kind = EmbedderKind(get("search.embedder"))
    return EmbedderChoice(kind, get("search.model").strip(), _share(kind))


def _share(kind: EmbedderKind) -> float:
    return _OF_OLLAMA if kind == EmbedderKind.OLLAMA else builtin.TRAITS.share


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
                tr("No model of Ollama is chosen for search by meaning."),
                tr("Name one: `nightstand settings search.model nomic-embed-text`"),
            )
        from desktop_app.search.meaning.by_ollama import opened

        return await opened(self._server(), model, dimensions, insist=insist)
