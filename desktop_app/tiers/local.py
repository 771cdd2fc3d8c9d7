"""Local: the tiers that this computer keeps itself. The search index is the hot and the warm one.

What is cold goes into Parquet files beside the index, where the extra `tiers` is installed. That
takes long to load, so it waits until it is first asked.
"""

import threading
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from desktop_app.tiers.rules import Tier
from desktop_app.tiers.store import TierStore

EXTRA = "pip install 'nightstand[tiers]'"


@cache
def is_there() -> bool:
    """Whether Parquet files can be read and written here."""
    return all(find_spec(name) is not None for name in ("pyarrow", "numpy"))


class LocalStores(Mapping[str, TierStore]):
    """The cold tier of one notebook in a folder of its own; none where Parquet is not installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._cold: TierStore | None = None

    def __getitem__(self, tier: str) -> TierStore:
        if tier != Tier.COLD or not is_there():
            raise KeyError(tier)
        with self._lock:
            if self._cold is None:
                from pyarrow import fs

                from desktop_app.tiers.parquet import ParquetStore

                self._cold = ParquetStore(fs.LocalFileSystem(), str(self.folder))
            return self._cold

    def __iter__(self) -> Iterator[str]:
        return iter((Tier.COLD,) if is_there() else ())

    def __len__(self) -> int:
        return int(is_there())

    def close(self) -> None:
        """Close what was opened."""
        with self._lock:
            if self._cold is not None:
                self._cold.close()
                self._cold = None
