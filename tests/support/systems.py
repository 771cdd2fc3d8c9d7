"""The ways of other systems to swap files, run here: their branches with a simulated call.

What a call of macOS or Windows does to the files is done by this system's own.
"""

import errno
import os
from pathlib import Path

from desktop_app.notebook.storage import swap
from desktop_app.notebook.storage.swap import HERE, Renames, Replaces, Swaps

_SWAP, _EXCLUSIVE = 2, 4  # RENAME_SWAP and RENAME_EXCL of macOS
_WINDOWS = {errno.ENOENT: 2, errno.EACCES: 5, errno.EEXIST: 183, errno.ENOSPC: 112}


def renameatx_np(folder: int, one: bytes, into: int, other: bytes, flag: int) -> int:
    """macOS's call: 0, or the number of an error."""
    assert folder == into
    try:
        if flag == _SWAP:
            assert HERE.exchange(folder, os.fsdecode(one), os.fsdecode(other))
        else:
            assert flag == _EXCLUSIVE
            HERE.rename_new(folder, os.fsdecode(one), os.fsdecode(other))
    except OSError as error:
        return error.errno or errno.EIO
    return 0


def replace_file(replaced: str, replacement: str, backup: str) -> int:
    """Windows' ReplaceFileW: 0, or a number of its own."""
    try:
        Path(backup).unlink(missing_ok=True)
        folder = os.open(Path(replaced).parent, os.O_RDONLY)
        try:
            assert HERE.exchange(folder, Path(replacement).name, Path(replaced).name)
        finally:
            os.close(folder)
        Path(replacement).rename(backup)
    except OSError as error:
        return _WINDOWS.get(error.errno or 0, 31)
    return 0


def move_file(name: str, new: str) -> int:
    """Windows' MoveFileExW, which takes no name that is taken."""
    try:
        os.link(name, new, follow_symlinks=False)
        Path(name).unlink()
    except OSError as error:
        return _WINDOWS.get(error.errno or 0, 31)
    return 0


MAC = Renames(renameatx_np, _SWAP, _EXCLUSIVE, swap.leased)
WINDOWS = Replaces(replace_file, move_file, swap.leased)
BARE = Renames(None, 0, 0, swap.leased)

_SIMULATED = {"macOS": MAC, "Windows": WINDOWS, "a disk that cannot swap": BARE}
ALL: dict[str, Swaps] = {"this system": HERE} | (_SIMULATED if HERE.folders else {})
"""Windows has no open folders to simulate the others with."""
