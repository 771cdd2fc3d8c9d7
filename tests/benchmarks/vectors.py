"""Vectors: a question that was asked before needs no model, and takes as long as it may."""

import asyncio
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from desktop_app.notebook.files import NotebookFiles
from desktop_app.notebook.layout import Layout
from desktop_app.search.index import Query, SearchIndex
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from desktop_app.search.meaning.meaning import Meaning
from desktop_app.search.meaning.store import Store
from tests.benchmarks._corpus import Writer, seconds, write
from tests.support.embedding import Concepts, Rack


def run(data: Path | None, work: Path, lines: int = 5_000) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used, `lines` are those that are searched."""
    yield _asked_again(work / "asked", lines)


def _asked_again(folder: Path, lines: int) -> str:
    """A search whose question was asked before: its vector is kept, so that no model is asked."""
    paths = write(folder / "notebook", Writer(), lines)
    index = SearchIndex(folder / "index.db", NotebookFiles(folder / "notebook").read, Layout().kind)
    index.rebuild(paths)
    meaning = Meaning(folder / "vectors.db", index, Rack(ollama_concepts=Concepts(batch=500)))
    meaning.choose(EmbedderChoice("ollama", "concepts"))
    asyncio.run(meaning.keep_up())
    question = Query(Writer().query("a question"), mode="question")
    meaning.search(question)
    store = Store(folder / "vectors.db")
    held = store.embedders()[0]
    vector, whole, words = (
        statistics.median(seconds(work) for _ in range(9)) * 1000
        for work in (
            lambda: store.question(held, question.text, _refused),
            lambda: meaning.search(question),
            lambda: index.search(question),
        )
    )
    for one in (store, meaning, index):
        one.close()
    return (
        f"a question asked before, {lines:,} lines: its vector {vector:.2f} ms (to be below 5),"
        f" the search {whole:.1f} ms (to be below 100), {whole / words:.1f} x by words alone"
    )


def _refused(text: str) -> NoReturn:
    raise RuntimeError(f"{text} was not kept")
