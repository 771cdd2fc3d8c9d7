"""What `make run` starts: the window's first page, from which one opens a folder, makes a notebook
or looks at the sample; without a screen, the dream of a copy of the sample in the terminal.
"""

import os
import subprocess
import sys
from pathlib import Path

COPY = Path(__file__).resolve().parent.parent / ".run" / "sample-notebook"
NIGHTSTAND = [sys.executable, "-m", "desktop_app"]


def main(folder: Path | None) -> int:
    """Open `folder`, or the first page, and return the exit code."""
    screen = _has_screen()
    if screen and folder is None:
        return subprocess.call([*NIGHTSTAND, "--welcome"])
    if screen:
        print(f"Opening {folder}", flush=True)
        return subprocess.call([*NIGHTSTAND, "open", str(folder)])
    if folder is None and not (COPY / "MEMORY.md").exists():
        COPY.parent.mkdir(exist_ok=True)
        made = subprocess.call([*NIGHTSTAND, "init", "--sample", str(COPY)])
        if made:
            return made
    notebook = folder or COPY
    print("There is no screen here, so no window can open.")
    command = [*NIGHTSTAND, "--notebook", str(notebook)]
    if folder is not None:
        return subprocess.call([*command, "status"])
    print("Instead, this is the sample notebook's dream, in the terminal:\n", flush=True)
    ended = subprocess.call([*command, "dream"])
    print(
        f"\nThe files are in {notebook}\n"
        f"Write its new lines into MEMORY.md with\n"
        f"    .venv/bin/nightstand --notebook {notebook} apply --kind added\n"
        f"and take them back with `undo` in place of `apply --kind added`.",
        flush=True,
    )
    return ended


def _has_screen() -> bool:
    """Whether Qt really gets a screen: a DISPLAY that nobody answers would end the program."""
    if sys.platform.startswith("linux"):
        if os.environ.get("QT_QPA_PLATFORM") in {"offscreen", "minimal"}:
            return False
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            return False
    probe = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
    return subprocess.run([sys.executable, "-c", probe], capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).expanduser() if len(sys.argv) > 1 else None))
