"""Exports as other programs write them: their files and fields, with words of our own.

By Bear's Markdown, Notion's Markdown, Logseq's graph and the
data export of Claude.
"""

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

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


A, B, PICTURE = ("a1" * 16, "20240105" * 4, "c3" * 16)


# -- Bear ------------------------------------------------------------------------------------


def bear_markdown() -> Files:
    """'Export Notes, Markdown': no date but that of the file."""
    return {"Quay.md": "# Quay\n#harbour\n\n![](Quay/quay.png)\n", "Quay/quay.png": PNG}


# -- Notion ----------------------------------------------------------------------------------


def notion() -> Files:
    """'Markdown & CSV': a page of a database, one below it, and the database."""
    page, inner = f"Boats {A}/Quay {B}", f"Boats {A}/Quay {B}/Rig {PICTURE}"
    link = page.rpartition("/")[2].replace(" ", "%20")
    return {
        f"{page}.md": "# Quay\n\nCreated: May 1, 2022 10:30 PM\nTags: boat, yard\n\n"
        f"At the quay.\n\n![quay.png]({link}/quay.png)\n",
        f"{page}/quay.png": PNG,
        f"{inner}.md": "# Rig\n\nNine metres.\n",
        f"Boats {A}.csv": 'Name,Created\nQuay,"May 1, 2022 10:30 PM"\n',
    }


# -- Logseq ----------------------------------------------------------------------------------


def logseq() -> Files:
    return {
        "logseq/config.edn": "{:meta/version 1}\n",
        "logseq/bak/journals/2022_05_01/2022-05-01T20_00_00.000Z.Desktop.md": "- An older text.\n",
        "journals/2022_05_01.md": "- At the quay.\n  id:: 6270f3c2-1111-4222-8333-944455556666\n"
        "- ![quay](../assets/quay.png)\n",
        "pages/Boats.md": "- Two boats.\n",
        "assets/quay.png": PNG,
    }


# -- Claude's data export --------------------------------------------------------------------


def claude_memory(*sections: str, project: str = "Berths are paid in March.") -> list[Any]:
    whole = "\n\n".join(sections)
    return [{"conversations_memory": whole, "project_memories": {"p1": project}}]
