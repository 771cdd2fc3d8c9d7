"""What macOS gets: a disk image with Nightstand.app, for the kind of processor that it is made on.

IDENTITY, of a certificate in the keychain, signs it; NOTARY, a profile of notarytool in the same
keychain, has Apple look at it. Without an IDENTITY the name says `-unsigned`: macOS then opens the
program only after a person has allowed it in the settings of the system.
"""

import os
import platform
import shutil
import tempfile
from pathlib import Path

from package import HERE, Release, Target, run, tool

IDENTITY = os.environ.get("IDENTITY", "")
NOTARY = os.environ.get("NOTARY", "")


def image(release: Release) -> Path:
    """The .app beside a link to the folder of programs, to be dragged there."""
    hdiutil = tool("hdiutil", "part of macOS")
    app = release.out / "Nightstand.app"
    if IDENTITY:
        _sign(app)
    mark = "" if IDENTITY else "-unsigned"
    made = release.file(f"-{release.version}-macos-{platform.machine()}{mark}.dmg")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(app, Path(folder) / app.name, symlinks=True)
        (Path(folder) / "Applications").symlink_to("/Applications")
        run(hdiutil, "create", "-volname", "Nightstand", "-srcfolder", folder, "-ov",
            "-format", "ULFO", made)  # fmt: skip
    if IDENTITY:
        run("codesign", "--force", "--timestamp", "--sign", IDENTITY, made)
    if IDENTITY and NOTARY:
        run("xcrun", "notarytool", "submit", made, "--keychain-profile", NOTARY, "--wait")
        run("xcrun", "stapler", "staple", made)
    return made


def _sign(app: Path) -> None:
    """The program with every library in it, for the hardened runtime, which Apple asks for."""
    rights = HERE / "macos" / "entitlements.plist"
    run("codesign", "--force", "--deep", "--options", "runtime", "--timestamp",
        "--entitlements", rights, "--sign", IDENTITY, app)  # fmt: skip
    run("codesign", "--verify", "--deep", "--strict", app)


def _copy_out(made: Path, to: Path) -> Path:
    """As a person drags it out of the image."""
    place = to / "image"
    run("hdiutil", "attach", "-nobrowse", "-readonly", "-mountpoint", place, made)
    try:
        shutil.copytree(place / "Nightstand.app", to / "Nightstand.app", symlinks=True)
    finally:
        run("hdiutil", "detach", place)
    return to / "Nightstand.app" / "Contents" / "MacOS" / "nightstand"


TARGETS = [Target("dmg", image, _copy_out)]
