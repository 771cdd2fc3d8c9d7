"""What other search engines take for the same lines: run by a Python that has them.

    PYTHON -m venv PEERS && PEERS/bin/pip install tantivy bm25s
    PEERS/bin/python tests/benchmarks/_peers.py LINES QUERIES FOLDER

Knows nothing of ours. LINES has one text a line, QUERIES one query a line. Prints one JSON object:
name -> seconds to build, milliseconds of the median and the slowest hundredth of the queries.
"""

import json
import sys
import time
from pathlib import Path


def tantivy_of(lines: list[str], queries: list[str], folder: Path) -> dict[str, float]:
    import tantivy

    schema = tantivy.SchemaBuilder().add_text_field("body", stored=True).build()
    folder.mkdir()
    begun = time.perf_counter()
    index = tantivy.Index(schema, path=str(folder))
    writer = index.writer()
    for line in lines:
        writer.add_document(tantivy.Document(body=line))
    writer.commit()
    writer.wait_merging_threads()
    built = time.perf_counter() - begun
    index.reload()
    searcher = index.searcher()

    def ask(text: str) -> None:
        for _, address in searcher.search(index.parse_query(text, ["body"]), 10).hits:
            searcher.doc(address)

    return _told(built, queries, ask)


def bm25s_of(lines: list[str], queries: list[str], folder: Path) -> dict[str, float]:
    import bm25s

    begun = time.perf_counter()
    retriever = bm25s.BM25()
    retriever.index(bm25s.tokenize(lines, show_progress=False), show_progress=False)
    built = time.perf_counter() - begun

    def ask(text: str) -> None:
        tokens = bm25s.tokenize([text], show_progress=False)
        retriever.retrieve(tokens, k=10, show_progress=False)

    return _told(built, queries, ask)


def _told(built: float, queries: list[str], ask) -> dict[str, float]:
    took = []
    for query in queries:
        begun = time.perf_counter()
        ask(query)
        took.append((time.perf_counter() - begun) * 1000)
    took.sort()
    return {"build": built, "p50": took[len(took) // 2], "p99": took[len(took) * 99 // 100]}


def main() -> None:
    lines, queries = (Path(name).read_text(encoding="utf-8").splitlines() for name in sys.argv[1:3])
    found = {}
    for name, measure in (("tantivy", tantivy_of), ("bm25s", bm25s_of)):
        try:
            found[name] = measure(lines, queries, Path(sys.argv[3]) / name)
        except ImportError:
            continue
    print(json.dumps(found))


if __name__ == "__main__":
    main()
