"""The command line, run in this process."""

import json
from pathlib import Path
from typing import Any

from desktop_app.faces import cli


def run(*words: str) -> int:
    """The exit code of a command, which opens no window."""
    return cli.run(words, lambda folder: 0)


class Shell:
    """Commands on one notebook; what they print is captured."""

    def __init__(self, folder: Path, capture: Any) -> None:
        self.folder, self._capture, self.complaint = folder, capture, ""

    def run(self, *words: str) -> int:
        """The exit code of a command. What was printed before is dropped."""
        self._capture.readouterr()
        return run("--notebook", str(self.folder), *words)

    def answer(self, *words: str) -> tuple[int, Any]:
        """The exit code of a command, and its JSON document; `complaint` is what it says beside."""
        code = self.run("--json", *words)
        told = self._capture.readouterr()
        self.complaint = told.err.decode()
        return code, json.loads(told.out)

    def do(self, *words: str, code: int = 0) -> Any:
        """The JSON document of a command that ends with this exit code."""
        ended, document = self.answer(*words)
        assert ended == code, document
        return document

    def says(self, *words: str, code: int = 0) -> str:
        """What a command prints that ends with this exit code; of a failure what it complains."""
        assert self.run(*words) == code
        told = self._capture.readouterr()
        return str((told.err if code else told.out).decode())

    def out(self) -> str:
        """What the last command printed; `complaint` is what it said beside."""
        told = self._capture.readouterr()
        self.complaint = told.err.decode()
        return str(told.out.decode())

    def text(self, path: str = "MEMORY.md") -> str:
        """The text of a file of the notebook."""
        return (self.folder / path).read_text(encoding="utf-8")
