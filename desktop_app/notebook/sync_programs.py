"""Keepers: programs that copy a notebook's folder elsewhere, by the marks they leave. Asks no
program.
"""

from collections.abc import Iterator
from pathlib import Path

GIT = "Git"
_MARKS = {
    ".git": GIT,
    ".stfolder": "Syncthing",
    ".dropbox": "Dropbox",
    ".dropbox.cache": "Dropbox",
    ".owncloudsync.log": "ownCloud",
    ".nextcloudsync.log": "Nextcloud",
    ".tmp.drivedownload": "Google Drive",
    ".SynologyDrive": "Synology Drive",
}
_NAMES = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "syncthing": "Syncthing",
    "mobile documents": "iCloud Drive",
    "icloud drive": "iCloud Drive",
    "icloud~md~obsidian": "iCloud Drive",
}


def keepers(root: Path) -> tuple[str, ...]:
    """The names of the programs that copy this folder, as far as it shows; each once."""
    return tuple(dict.fromkeys(_found(root)))


def _found(root: Path) -> Iterator[str]:
    for folder in (root, *root.parents):
        for mark, name in _MARKS.items():
            if (folder / mark).exists():
                yield name
        # OneDrive adds the name of a firm: `OneDrive - Harbour Ltd`.
        plain = folder.name.casefold().split(" - ")[0].split(" (")[0]
        if plain in _NAMES:
            yield _NAMES[plain]
