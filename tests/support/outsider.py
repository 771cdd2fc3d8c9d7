"""Another program that saves a file over and over, as editors do. Run as a process of its own.

    python -m tests.support.outsider FILE NAME SECONDS LOG

Every text it saves is one line of its own, put in place by an exchange of names, so that it can
also log what it took from the disk: `{"saved": ..., "took": ...}` a line. A text that another
program took away from the disk is in nobody's log but that program's.
"""

import json
import os
import sys
import time
from pathlib import Path

from desktop_app.notebook.storage import swap


def main() -> None:
    target, name, seconds, log = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4]
    folder = os.open(target.parent, os.O_RDONLY)
    end = time.monotonic() + seconds
    with Path(log).open("w") as out:
        number = 0
        while time.monotonic() < end:
            number += 1
            saved = f"- {name} {number}\n"
            temp = f".{name}.tmp"
            (target.parent / temp).write_text(saved)
            swap.HERE.exchange(folder, temp, target.name)
            took = (target.parent / temp).read_text()
            out.write(json.dumps({"saved": saved, "took": took}) + "\n")
            time.sleep(0.0005)
        (target.parent / temp).unlink()


main()
