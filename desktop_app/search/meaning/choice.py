"""Which embedder a person chose, and whether it can be had. Knows settings by key, no widget."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem
from desktop_app.search.meaning import builtin
from desktop_app.search.meaning.embedder import Embedder, EmbedderKind

if TYPE_CHECKING:  # its HTTP library takes long to import, and most runs ask no model
    from desktop_app.models.ollama import Ollama


@dataclass(frozen=True)
class EmbedderChoice:
    """The embedder that is asked for: none, the built-in one, or a `model` of Ollama.

    `share` is the part of a score that its vectors have, `former` that of one of the other kind as
    long as that serves, and `near` the likeness from which a text may borrow another's vector, all
    0..1.
    """

    kind: EmbedderKind = EmbedderKind.OFF
    model: str = ""
    share: float = 0.3
    near: float = 0.98
    former: float = 0.3

    @property
    def reads(self) -> bool:
        """Whether any embedder is asked for."""
        return self.kind != EmbedderKind.OFF

    @property
    def name(self) -> str:
        """How it is kept beside its vectors, and told."""
        return f"ollama {self.model}" if self.kind == EmbedderKind.OLLAMA else self.kind

    def share_of(self, name: str) -> float:
        """The share of the embedder of this name, which may be another one than is asked for."""
        ours = name == EmbedderKind.BUILTIN
        return self.share if ours == (self.kind == EmbedderKind.BUILTIN) else self.former


OFF = EmbedderChoice()


def choice_of(get: Callable[[str], Any]) -> EmbedderChoice:
    """The embedder that the person's settings name; `get` is that of `Settings`."""
    kind = EmbedderKind(get("search.embedder"))
    ours, other = get("search.share_builtin") / 100, get("search.share_ollama") / 100
    share, former = (other, ours) if kind == EmbedderKind.OLLAMA else (ours, other)
    return EmbedderChoice(
        kind, get("search.model").strip(), share, get("search.near") / 100, former
    )


class Embedders:
    """Opens embedders and keeps those that are open."""

    def __init__(self, server: "Callable[[], Ollama]") -> None:
        self._server = server
        self._open: dict[str, Embedder] = {}
        self.barred: Problem | None = None  # why no model of Ollama may be asked

    async def opened(
        self, name: str, dimensions: Mapping[str, int], *, anew: bool = False
    ) -> Embedder:
        """The embedder of this `EmbedderChoice.name`; `anew` looks again whether it is the same.

        It is insisted on where it is looked for anew, else asked once. Raises Problem where it
        can't be had.
        """
        if self.barred is not None and name != EmbedderKind.BUILTIN:
            raise self.barred
        if anew or name not in self._open:
            self._open.pop(name, None)
            self._open[name] = await self._opened(name, dimensions, insist=anew)
        return self._open[name]

    def forget(self) -> None:
        """Open each anew when it is wanted next."""
        self._open.clear()

    async def _opened(self, name: str, dimensions: Mapping[str, int], *, insist: bool) -> Embedder:
        if name == EmbedderKind.BUILTIN:
            return builtin.Builtin()
        model = name.removeprefix("ollama").strip()
        if not model:
            raise Problem(
                "It is not said which model of Ollama reads the lines.",
                "Name one: `nightstand settings search.model nomic-embed-text`",
            )
        from desktop_app.search.meaning.by_ollama import opened

        return await opened(self._server(), model, dimensions, insist=insist)
