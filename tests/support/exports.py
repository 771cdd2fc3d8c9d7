"""Exports as other programs write them: their files and fields, with words of our own.

By Joplin's export with front matter, and Logseq's graph.
"""

import zipfile
from collections.abc import Mapping
from pathlib import Path

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
Files = Mapping[str, str | bytes]


def in_folder(root: Path, files: Files) -> Path:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(_bytes(data))
    return root


def in_zip(path: Path, files: Files) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, _bytes(data))
    return path


def _bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data


# -- Joplin ----------------------------------------------------------------------------------


def joplin_markdown() -> Files:
    """'MD - Markdown + Front Matter': the folder of a notebook, and its pictures beside it."""
    front = "---\ntitle: Quay\nupdated: 2023-12-06 11:11:37Z\ncreated: 2022-05-01 22:30:00Z\n"
    place = "latitude: -15.01234567\nlongitude: -55.01234567\naltitude: 0.0000\ntags:\n  - boat\n"
    return {
        "Harbour/Quay.md": f"{front}{place}---\n\nThe quay. ![q](../_resources/quay.png)\n",
        "_resources/quay.png": PNG,
    }


# -- Logseq ----------------------------------------------------------------------------------


def logseq() -> Files:
    return {
        "logseq/config.edn": '{:journal/page-title-format "MMM do, yyyy"\n'
        ' :journals-directory "diary"\n :journal/file-name-format "dd_MM_yyyy"}\n',
        "logseq/bak/diary/01_05_2022/2022-05-01T20_00_00.000Z.Desktop.md": "- An older text.\n",
        "diary/01_05_2022.md": "- At the quay.\n  id:: 6270f3c2-1111-4222-8333-944455556666\n"
        "- ![quay](../assets/quay.png)\n",
        "pages/Boats.md": "- Two boats.\n",
        "assets/quay.png": PNG,
    }
