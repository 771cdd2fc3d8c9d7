"""A lock that cannot be had leaves no file open."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from desktop_app import own_files


@pytest.mark.parametrize("name", ["hold", "give_to_owner"])
def test_a_lock_that_cannot_be_had_leaves_no_file_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    opened: list[int] = []

    def refuse(descriptor: int, *_: Any, **_named: Any) -> None:
        opened.append(descriptor)
        raise OSError(errno.ENOLCK, "no locks here")

    monkeypatch.setattr(own_files, name, refuse)
    with (
        pytest.raises(OSError, match="no locks here"),
        own_files.one_writer(tmp_path / "settings"),
    ):
        pass
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])
