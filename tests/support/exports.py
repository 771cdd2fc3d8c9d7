"""Exports as other programs write them: their files and fields, with words of our own.

By Joplin's `BaseItem.serialize` and its export with front matter, the templates of Notesnook's
export, Bear's backup of TextBundle 2 and its Markdown, Notion's Markdown, Google's Takeout of Keep,
Logseq's graph, the data export of Claude, the history of nanobot and the memory of Hermes.
"""

import io
import tarfile
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


def in_tar(path: Path, files: Files) -> Path:
    with tarfile.open(path, "w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(_bytes(data))
            archive.addfile(member, io.BytesIO(_bytes(data)))
    return path


def _bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data


# -- Joplin ----------------------------------------------------------------------------------

A, B, PICTURE, BOOK = ("a1" * 16, "20240105" * 4, "c3" * 16, "d4" * 16)


def joplin_item(id: str, title: str, body: str = "", kind: int = 1, **more: Any) -> str:  # noqa: A002
    """An item of a .jex or of a folder of RAW."""
    at = more.pop("at", "2022-05-01T22:30:00.000Z")
    about = {
        "id": id, "parent_id": BOOK, "created_time": "2023-01-01T00:00:00.000Z",
        "updated_time": at, "is_conflict": 0, "latitude": "0.00000000", "source_url": "",
        "is_todo": 0, "todo_completed": 0, "user_created_time": at, "user_updated_time": at,
        "encryption_applied": 0, "markup_language": 1, "deleted_time": 0,
    } | more | {"type_": kind}  # fmt: skip
    told = "\n".join(f"{key}: {value}" for key, value in about.items())
    return "\n\n".join(filter(None, (title, body, told)))


def joplin() -> Files:
    """Notes of the late first of May (UTC), a picture, a folder, and what cannot come."""
    shows = (
        f"![quay.png](:/{PICTURE}) and [the other](:/{B}).\n\nid: no field of it\n![](:/{PICTURE})"
    )
    page = joplin_item("e5" * 16, "Page", "<p>A <b>page</b></p>", markup_language=2)
    return {
        f"{A}.md": joplin_item(A, "Quay", shows),
        f"{B}.md": joplin_item(B, "Buy rope", "", is_todo=1, todo_completed=1651400000000),
        f"{'e5' * 16}.md": page,
        f"{'f6' * 16}.md": joplin_item("f6" * 16, "Gone", "x", deleted_time=1651400000000),
        f"{'07' * 16}.md": joplin_item("07" * 16, "Locked", "", encryption_applied=1),
        f"{BOOK}.md": joplin_item(BOOK, "Harbour", kind=2),
        f"{PICTURE}.md": joplin_item(PICTURE, "quay.png", kind=4, file_extension="png"),
        f"resources/{PICTURE}.png": PNG,
    }  # fmt: skip


def joplin_markdown() -> Files:
    """'MD - Markdown + Front Matter': the folder of a notebook, and its pictures beside it."""
    front = "---\ntitle: Quay\nupdated: 2023-12-06 11:11:37Z\ncreated: 2022-05-01 22:30:00Z\n"
    place = "latitude: -15.01234567\nlongitude: -55.01234567\naltitude: 0.0000\ntags:\n  - boat\n"
    return {
        "Harbour/Quay.md": f"{front}{place}---\n\nThe quay. ![q](../_resources/quay.png)\n",
        "_resources/quay.png": PNG,
    }


# -- Notesnook -------------------------------------------------------------------------------


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


# -- Google Keep -----------------------------------------------------------------------------


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
