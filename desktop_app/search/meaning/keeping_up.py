"""Keeping up: every line of the index gets a vector. Knows the index, the store and one embedder.

When a run stops or fails, its vectors stay, and the next run goes on from there.
"""

from collections.abc import Callable, Sequence
from functools import partial
from sqlite3 import Connection

from desktop_app.search.index import SearchIndex
from desktop_app.search.meaning.embedder import EmbedAs, Embedder, KeptEmbedder, Unreadable
from desktop_app.search.meaning.near import sha_of
from desktop_app.search.meaning.store import Store
from desktop_app.threads import to_its_end

_STATE = "id || ' ' || sha || coalesce(' ' || tier, '')"
"""Of a file: its number, what it says, and where its lines are."""
_PROBE = "dimension"  # a text that any model reads

Report = Callable[[int, int], None]
"""Called with the number of lines that are done, and of all lines."""


async def keep_up(
    index: SearchIndex, store: Store, embedder: Embedder, kept: KeptEmbedder, report: Report
) -> int:
    """Embed the lines that have no vector yet; returns how many texts the model was given.

    A text that the model refuses is noted and left out. At the end the embedder serves searches.
    Raises Problem when the model or the disk fails.
    """
    given = 0
    await to_its_end(compare, index, store, kept)
    before: list[int] = []
    # Where the same are left, the index has not read them yet: it will be told when it has.
    while (pending := await to_its_end(store.pending, kept)) and pending != before:
        counts = await to_its_end(store.count, kept)
        for start in range(0, len(pending), embedder.batch):
            texts = await to_its_end(_texts, index, pending[start : start + embedder.batch])
            given += await _read(store, embedder, kept, texts)
            report(min(counts.done + start + len(texts), counts.lines), counts.lines)
        await to_its_end(compare, index, store, kept)
        before = pending
    await to_its_end(store.finish, kept)
    return given


def compare(index: SearchIndex, store: Store, embedder: KeptEmbedder) -> None:
    """Note in the store which texts stand where now. Raises Problem."""
    now, before = index.ask(_files), store.files()
    if missing := before.keys() - now.keys():
        store.leave(missing)
    for path, state in now.items():
        if before.get(path) != state:
            # State and chunks are read together: they belong to one state of the file.
            store.place(embedder, path, *index.ask(partial(_chunks, path=path)))


def _files(connection: Connection) -> dict[str, str]:
    return dict(connection.execute(f"select path, {_STATE} from files").fetchall())


def _chunks(connection: Connection, path: str) -> tuple[str, dict[int, bytes]]:
    connection.execute("begin")
    try:
        row = connection.execute(
            f"select {_STATE}, id from files where path = ?", (path,)
        ).fetchone() or ("", 0)
        rows = connection.execute(
            "select id, text, heading from chunks where file = ?", (row[1],)
        ).fetchall()
    finally:
        connection.rollback()
    titles = {heading for _, _, heading in rows}  # they say little, and lie near to everything
    return row[0], {chunk: sha_of(text) for chunk, text, _ in rows if text not in titles}


def _texts(index: SearchIndex, chunks: Sequence[int]) -> list[str]:
    marks = ", ".join("?" * len(chunks))
    select = f"select text from chunks where id in ({marks}) order by id desc"
    rows = index.ask(lambda connection: connection.execute(select, tuple(chunks)).fetchall())
    return list(dict.fromkeys(row[0] for row in rows))


async def _read(store: Store, embedder: Embedder, kept: KeptEmbedder, texts: Sequence[str]) -> int:
    """Give these texts vectors, borrowed or new, except those that the model refuses; how many
    were made."""
    near = await to_its_end(lambda: {text: store.near(kept, text) for text in texts})
    lent = [(text, vector) for text, vector in near.items() if vector is not None]
    due = [text for text, vector in near.items() if vector is None]
    try:
        made = await embedder.embed(due, EmbedAs.PASSAGE) if due else []
    except Unreadable:
        await to_its_end(store.put, kept, [], lent)
        if len(due) > 1:
            return sum([await _read(store, embedder, kept, [text]) for text in due])
        # Where this is refused, too, the text was not the reason.
        await embedder.embed([_PROBE], EmbedAs.PASSAGE)
        await to_its_end(store.put, kept, [(due[0], None)])
        return 0
    await to_its_end(store.put, kept, list(zip(due, made, strict=True)), lent)
    return len(due)
