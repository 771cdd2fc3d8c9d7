"""Another program that saves a file over and over in its own way. A process of its own.

    python -m tests.support.editors KIND FILE TIMES LOG

KIND is "rename" (a new file takes the name), "in place" (the file is emptied and written), "append"
or "held" (appends through a file that it opened once and never closes). Each save adds one line,
which LOG has once it is saved.
"""

import os
import sys
import time
from pathlib import Path


def main() -> None:
    kind, target, times, log = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    held = target.open("ab", buffering=0)
    with log.open("w", buffering=1) as out:
        for number in range(times):
            line = f"- {kind.replace(' ', '-')}-{number}-end\n".encode()
            save(kind, target, held, line)
            out.write(line.decode())
            time.sleep(0.002 if number % 10 else 0.1)  # a person pauses now and then


def save(kind: str, target: Path, held: object, line: bytes) -> None:
    if kind == "held":
        os.write(held.fileno(), line)  # type: ignore[attr-defined]
    elif kind == "append":
        with target.open("ab", buffering=0) as file:
            file.write(line)
    else:
        text = target.read_bytes() + line
        if kind == "rename":
            temp = target.with_name("editor.tmp")
            temp.write_bytes(text)
            temp.replace(target)
        else:
            target.write_bytes(text)


main()
