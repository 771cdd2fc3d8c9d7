"""Runs first in the frozen program: what it starts, such as a browser, gets its own surroundings.

The loader found our libraries by LD_LIBRARY_PATH before this; Qt finds its plugins by itself. Left
in the environment, both would make programs of the system load our libraries in place of theirs.
"""

import os

before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
if before is None:
    os.environ.pop("LD_LIBRARY_PATH", None)
else:
    os.environ["LD_LIBRARY_PATH"] = before
for name in ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH"):
    os.environ.pop(name, None)
