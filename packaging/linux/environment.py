"""Runs first in the frozen program: what it starts, such as a browser, gets its own surroundings.

The loader found our libraries by LD_LIBRARY_PATH before this; Qt finds its plugins by itself. Left
in the environment, both would make programs of the system load our libraries in place of theirs.

Modules that are loaded later come from the program that runs, not from a newer one in its place:
an update may replace the file while the window is open.
"""

import os

import pyimod02_importers

before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
if before is None:
    os.environ.pop("LD_LIBRARY_PATH", None)
else:
    os.environ["LD_LIBRARY_PATH"] = before
for name in ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH"):
    os.environ.pop(name, None)
pyimod02_importers.pyz_archive._filename = "/proc/self/exe"
