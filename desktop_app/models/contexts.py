"""How long a context a model may get, by the computer's memory. Asks no server."""

import math
import os
import sys

from desktop_app.models.model import ModelInfo
from desktop_app.models.tokens import STEPS

USUAL_ROOM = 8_192
"""Tokens of a prompt and its answer that a computer without a graphics card can handle."""

_LARGEST = 32_768  # tokens beyond which the models of a computer miss what stands in the middle
_SHARE = 0.5  # of the memory that a model and its context may take


def longest(info: ModelInfo, memory: int, readable: float = math.inf) -> int:
    """The longest context of a model in tokens on a computer with so many bytes of `memory`, 0
    where nobody knows; at most `readable`, and never below what is usual.

    Where the model does not say what a token takes, it is as if the largest took what it weighs.
    """
    each = info.cache or info.size / _LARGEST
    left = memory * _SHARE - info.size if info.size else 0
    most = min(_LARGEST, readable, left / each if each else 0)
    return max(USUAL_ROOM, *(step for step in STEPS if step <= most), 0)


def memory_here() -> int:
    """The memory of this computer in bytes; 0 where the system does not say."""
    if sys.platform == "win32":
        import ctypes

        kilobytes = ctypes.c_ulonglong()
        ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes))
        return kilobytes.value * 1024
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0
