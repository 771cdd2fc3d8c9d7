"""A folder whose disk costs no time, for what is about order and bytes, not about the disk."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MEMORY_DISK = Path("/dev/shm")


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A new folder in memory where the system has such a disk, else an ordinary temporary one."""
    usable = _MEMORY_DISK.is_dir() and os.access(_MEMORY_DISK, os.W_OK)
    folder = Path(tempfile.mkdtemp(prefix="nightstand-", dir=_MEMORY_DISK if usable else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
