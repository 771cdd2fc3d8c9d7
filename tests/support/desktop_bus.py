"""A D-Bus of a test's own."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow own="*"/>
<allow eavesdrop="true"/><allow user="*"/></policy></busconfig>"""


@contextmanager
def bus(folder: Path) -> Iterator[str]:
    """A bus; yields its address."""
    config, socket = folder / "bus.conf", folder / "bus"
    config.write_text(_CONFIG.format(socket=socket))
    words = ["dbus-daemon", f"--config-file={config}", "--print-address=1", "--nofork"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        try:
            yield daemon.stdout.readline().strip().partition(",guid")[0]
        finally:
            daemon.terminate()
