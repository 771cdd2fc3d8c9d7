"""Keeping up: every line of the index gets a vector. Knows the index and the store, one embedder.

What was done stays when it is stopped or fails, and the next run goes on from there.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from sqlite3 import Connection

from desktop_app.search.index import SearchIndex
from desktop_app.search.meaning.embedder import EmbedAs, Embedder, Unreadable
from desktop_app.search.meaning.held import KeptEmbedder, sha_of
from desktop_app.search.meaning.store import Store
from desktop_app.search.meaning.threads import to_its_end

_PROBE = "dimension"  # a text that any model reads

Report = Callable[[int, int], None]
"""Told of lines done and lines there are."""


async def keep_up(
    index: SearchIndex,
    store: Store,
    embedder: Embedder,
    held: KeptEmbedder,
    near: float,
    report: Report,
) -> int:
    """Embed what has no vector yet; returns how many texts the model was given.

    `near` is the likeness from which a text borrows the vector of another, 1 for never. A text that
    the model refuses is passed over and kept as such. In the end the embedder serves. Raises
    Problem when the model or the disk fails.
    """
    given = 0
    await to_its_end(compare, index, store, held)
    while pending := await to_its_end(store.pending, held):
        done, every = await to_its_end(store.count, held)
        before = given, done
        for start in range(0, len(pending), embedder.batch):
            texts = await to_its_end(_texts, index, pending[start : start + embedder.batch])
            given += await _read(store, embedder, held, near, texts)
            report(min(done + start + len(texts), every), every)
        await to_its_end(compare, index, store, held)
        if (given, (await to_its_end(store.count, held))[0]) == before:
            break  # lines that the index has not read yet: it will be told when it has
    await to_its_end(store.finish, held)
    return given


def compare(index: SearchIndex, store: Store, held: KeptEmbedder) -> None:
    """Take in which texts stand where now. Raises Problem."""
    now = index.ask(_files)
    before = store.files()
    if gone := [id_ for id_, (path, _) in before.items() if id_ not in now]:
        store.leave(gone)
    for id_, (path, sha) in now.items():
        if before.get(id_) != (path, sha):
            # Hash and chunks are read together: they belong to one state of the file.
            path, sha, texts = index.ask(partial(_chunks, file=id_))
            if path:
                store.place(held, id_, path, sha, texts)


def _files(connection: Connection) -> dict[int, tuple[str, str]]:
    rows = connection.execute("select id, path, sha from files")
    return {id_: (path, sha) for id_, path, sha in rows}


def _chunks(connection: Connection, file: int) -> tuple[str, str, dict[int, bytes]]:
    connection.execute("begin")
    try:
        found = connection.execute("select path, sha from files where id = ?", (file,)).fetchone()
        rows = connection.execute(
            "select id, text, heading from chunks where file = ?", (file,)
        ).fetchall()
    finally:
        connection.rollback()
    path, sha = found or ("", "")
    titles = {heading for _, _, heading in rows}  # they say little, and lie near to everything
    return path, sha, {chunk: sha_of(text) for chunk, text, _ in rows if text not in titles}


def _texts(index: SearchIndex, chunks: Sequence[int]) -> list[str]:
    def read(connection: Connection) -> list[str]:
        marks = ", ".join("?" * len(chunks))
        rows = connection.execute(
            f"select text from chunks where id in ({marks}) order by id desc", tuple(chunks)
        )
        return list(dict.fromkeys(row[0] for row in rows))

    return index.ask(read)


async def _read(
    store: Store, embedder: Embedder, held: KeptEmbedder, near: float, texts: Sequence[str]
) -> int:
    """Vectors for those of these texts that the model does not refuse; how many were made."""
    try:
        return await _embed(store, embedder, held, near, texts)
    except Unreadable:
        if len(texts) == 1:
            # Where this is refused, too, the text was not the reason.
            await embedder.embed([_PROBE], EmbedAs.PASSAGE)
            await to_its_end(store.refuse, held, texts[0])
            return 0
    return sum([await _read(store, embedder, held, near, [text]) for text in texts])


async def _embed(
    store: Store, embedder: Embedder, held: KeptEmbedder, near: float, texts: Sequence[str]
) -> int:
    """Vectors for these texts, borrowed or made; how many were made."""

    def borrowed() -> tuple[list[str], list[tuple[str, "array[float]"]]]:
        due, lent = [], []
        for text in texts:
            if store.vector(held, text) is not None:
                continue  # another program was faster
            vector = store.near(held, text, near)
            if vector is None:
                due.append(text)
            else:
                lent.append((text, vector))
        return due, lent

    due, lent = await to_its_end(borrowed)
    made = await embedder.embed(due, EmbedAs.PASSAGE) if due else []
    await to_its_end(store.put, held, list(zip(due, made, strict=True)), lent)
    return len(due)
