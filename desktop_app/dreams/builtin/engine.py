"""The built-in engine: dreams without a model. Knows notes and memory, not windows, files or Qt.

It copies and never concludes: what it proposes is a line of the notes, or a line of memory in which
the notes' new value stands for the old one. It reads notes as data and obeys none of them.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from desktop_app.dreams.builtin.dream import dreamt
from desktop_app.dreams.dreamer import DreamDraft, EngineName, Material


class BuiltinDreamer:
    """An engine that needs nothing but the notes."""

    name = EngineName.BUILTIN
    model: str | None = None

    async def dream(self, material: Material, report: Callable[[str], None]) -> DreamDraft:
        """See `Dreamer`. The work is done in a thread, which stops soon after a cancel."""
        loop = asyncio.get_running_loop()
        stop = threading.Event()

        def tell(step: str) -> None:
            # A loop that has closed meanwhile has nobody left to tell.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(report, step)

        try:
            return await asyncio.to_thread(dreamt, material, tell, stop)
        except asyncio.CancelledError:
            stop.set()
            raise
