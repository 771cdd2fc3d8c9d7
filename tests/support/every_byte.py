"""Every byte of some folders, searched for a text in the forms in which it could stand there."""

import json
import sqlite3
import unicodedata
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_PAGES = b"SQLite format 3\0"


def forms(text: str) -> set[bytes]:
    """A text in UTF-8 and UTF-16, composed and decomposed, and as JSON has it."""
    composed = {unicodedata.normalize(form, text) for form in ("NFC", "NFD")}
    escaped = {json.dumps(one)[1:-1] for one in composed}
    twice = {json.dumps(one)[1:-1] for one in escaped}
    plain = composed | escaped | twice
    encodings = ("utf-8", "utf-16-le", "utf-16-be")
    return {one.encode(name) for one in plain for name in encodings}


def standing(text: str, *folders: Path) -> list[str]:
    """The files below these folders in which it stands, also compressed, with what it stands in."""
    sought = {one.lower() for one in forms(text)}
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and any(one in data.lower() for data in _all(path) for one in sought):
                found.append(path.relative_to(folder).as_posix())
            if any(one in path.name.encode().lower() for one in sought):
                found.append(f"the name of {path.relative_to(folder).as_posix()}")
    return found


def _all(path: Path) -> Iterator[bytes]:
    data = path.read_bytes()
    yield data
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq  # an extra

        yield str(pq.read_table(path).to_pydict()).encode()
    yield from _inflated(data)
    if data.startswith(_PAGES):  # what lies over several pages
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
            yield "\n".join(database.iterdump()).encode("utf-8", "replace")
            tables = database.execute("select name from sqlite_master where type = 'table'")
            if "contents" in {name for (name,) in tables}:
                for (packed,) in database.execute("select packed from contents"):
                    yield from _inflated(packed)


def _inflated(data: bytes) -> Iterator[bytes]:
    """What stands compressed anywhere in these bytes, whole or in its beginning."""
    for head in (b"\x78\x9c", b"\x78\x01", b"\x78\xda"):
        at = data.find(head)
        while at >= 0:
            inflater = zlib.decompressobj()
            try:
                text = b""
                for part in range(at, min(len(data), at + 1_000_000), 256):
                    text += inflater.decompress(data[part : part + 256])
                    if inflater.eof:
                        break
            except zlib.error:
                pass
            yield text
            at = data.find(head, at + 1)
