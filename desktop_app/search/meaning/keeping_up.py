"""Keeping up: every line of the index gets a vector. Knows the index, the store and one embedder.

When a run stops or fails, its vectors stay, and the next run goes on from there.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from sqlite3 import Connection

from desktop_app.search.index import SearchIndex
from desktop_app.search.meaning.embedder import EmbedAs, Embedder, Unreadable
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from desktop_app.search.meaning.kept import KeptEmbedder, sha_of
from desktop_app.search.meaning.store import Store
from desktop_app.threads import to_its_end

_STATE = "sha || coalesce(' ' || tier, '')"  # of a file: what it says, and where its lines are
_PROBE = "dimension"  # a text that any model reads

Report = Callable[[int, int], None]
"""Called with the number of lines that are done, and of all lines."""


async def keep_up(
    index: SearchIndex,
    store: Store,
    embedder: Embedder,
    record: KeptEmbedder,
    choice: EmbedderChoice,
    report: Report,
) -> int:
    """Embed the lines that have no vector yet; returns how many texts the model was given.

    `choice` says when a text may borrow another one's vector. A text that the model refuses is
    noted and left out. At the end the embedder serves searches.
    Raises Problem when the model or the disk fails.
    """
    given = 0
    await to_its_end(compare, index, store, record)
    while pending := await to_its_end(store.pending, record):
        done, every = await to_its_end(store.count, record)
        before = given, done
        for start in range(0, len(pending), embedder.batch):
            texts = await to_its_end(_texts, index, pending[start : start + embedder.batch])
            given += await _read(store, embedder, record, choice, texts)
            report(min(done + start + len(texts), every), every)
        await to_its_end(compare, index, store, record)
        if (given, (await to_its_end(store.count, record))[0]) == before:
            break  # lines that the index has not read yet: it will be told when it has
    await to_its_end(store.finish, record)
    return given


def compare(index: SearchIndex, store: Store, embedder: KeptEmbedder) -> None:
    """Note in the store which texts stand where now. Raises Problem."""
    now = index.ask(_files)
    before = store.files()
    if missing := [id_ for id_, (path, _) in before.items() if id_ not in now]:
        store.leave(missing)
    for id_, (path, sha) in now.items():
        if before.get(id_) != (path, sha):
            # Hash and chunks are read together: they belong to one state of the file.
            path, sha, texts = index.ask(partial(_chunks, file=id_))
            if path:
                store.place(embedder, id_, path, sha, texts)


def _files(connection: Connection) -> dict[int, tuple[str, str]]:
    rows = connection.execute(f"select id, path, {_STATE} from files")
    return {id_: (path, sha) for id_, path, sha in rows}


def _chunks(connection: Connection, file: int) -> tuple[str, str, dict[int, bytes]]:
    connection.execute("begin")
    try:
        select = f"select path, {_STATE} from files where id = ?"
        row = connection.execute(select, (file,)).fetchone()
        rows = connection.execute(
            "select id, text, heading from chunks where file = ?", (file,)
        ).fetchall()
    finally:
        connection.rollback()
    path, sha = row or ("", "")
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
    store: Store,
    embedder: Embedder,
    record: KeptEmbedder,
    choice: EmbedderChoice,
    texts: Sequence[str],
) -> int:
    """Give these texts vectors, except those that the model refuses; how many were made."""
    try:
        return await _embed(store, embedder, record, choice, texts)
    except Unreadable:
        if len(texts) == 1:
            # Where this is refused, too, the text was not the reason.
            await embedder.embed([_PROBE], EmbedAs.PASSAGE)
            await to_its_end(store.refuse, record, texts[0])
            return 0
    return sum([await _read(store, embedder, record, choice, [text]) for text in texts])


async def _embed(
    store: Store,
    embedder: Embedder,
    record: KeptEmbedder,
    choice: EmbedderChoice,
    texts: Sequence[str],
) -> int:
    """Give these texts vectors, borrowed or new; how many were made."""

    def borrowed() -> tuple[list[str], list[tuple[str, "array[float]"]]]:
        due, lent = [], []
        for text in texts:
            if store.vector(record, text) is not None:
                continue  # another program was faster
            vector = store.near(record, text)
            if vector is None:
                due.append(text)
            else:
                lent.append((text, vector))
        return due, lent

    due, lent = await to_its_end(borrowed)
    made = await embedder.embed(due, EmbedAs.PASSAGE) if due else []
    await to_its_end(store.put, record, list(zip(due, made, strict=True)), lent)
    return len(due)
