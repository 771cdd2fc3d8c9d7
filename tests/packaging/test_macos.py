"""What Nightstand.app tells macOS of itself, and what it asks for."""

import plistlib
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MACOS = ROOT / "packaging" / "macos"


def test_the_app_is_sharp_follows_dark_mode_and_wants_the_macos_that_qt_wants() -> None:
    told = plistlib.loads((MACOS / "Info.plist").read_bytes())
    assert told["NSHighResolutionCapable"] is True
    assert told["NSRequiresAquaSystemAppearance"] is False
    assert told["LSMinimumSystemVersion"] == "13.0"  # the tag of the wheel of PySide6 6.11
    assert "CFBundleShortVersionString" not in told  # the version stands in one place


def test_the_hardened_runtime_has_one_exception() -> None:
    rights = plistlib.loads((MACOS / "entitlements.plist").read_bytes())
    assert rights == {"com.apple.security.cs.allow-unsigned-executable-memory": True}


def test_what_is_signed_with_is_never_written_down() -> None:
    for path in (*MACOS.iterdir(), *(ROOT / "packaging" / "windows").iterdir()):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"BEGIN .*KEY|Developer ID Application: ", text), path
