"""Where mistakes of ours and warnings are written down."""

import logging
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from desktop_app.own_files import make_folder


def log_to(folder: Path) -> None:
    """Mistakes of ours and warnings, in a file that stays small. A full disk costs only the log."""
    with suppress(OSError):
        make_folder(folder)
        file = RotatingFileHandler(
            folder / "nightstand.log", maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root = logging.getLogger()
        root.addHandler(file)
        root.setLevel(logging.INFO)
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it tells each request
        logging.raiseExceptions = False
