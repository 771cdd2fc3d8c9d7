"""Exports as other programs write them: their files and fields, with words of our own.

By Joplin's `BaseItem.serialize` and its export with front matter, the templates of Notesnook's
export, Bear's backup of TextBundle 2 and its Markdown, Notion's Markdown, Google's Takeout of Keep,
Logseq's graph, the data export of Claude, the history of nanobot and the memory of Hermes.
"""

import io
import json
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


def notesnook(form: str) -> Files:
    """A note of 7 January in one of three forms, in a notebook, with a picture and a file."""
    picture, plan = "./../attachments/ab12-quay.png", "./../attachments/cd34-plan.pdf"
    shows = f'<img class="" src="{picture}" alt="quay.png" width="9" height="9" />'
    leads = f'<a href="{plan}" title="plan.pdf">plan.pdf</a>'
    if form == "html":
        text = (
            '<!DOCTYPE html>\n<html lang="en-US">\n  <head>\n    <meta charset="utf-8" />\n'
            "    <title>Quay - Notesnook</title>\n"
            '    <meta name="created-at" content="07-01-2024 06:24 PM" />\n'
            '    <meta name="updated-at" content="09-01-2024 06:24 PM" />\n  </head>\n  <body>\n'
            f"    <h1>Quay</h1>\n    <p>Two <strong>boats</strong>.</p>{shows}<p>{leads}</p>\n"
            "  </body>\n</html>\n"
        )
    else:
        dates = "created_at: 07-01-2024 06:24 PM\nupdated_at: 09-01-2024 06:24 PM\n"
        front = f'---\ntitle: "Quay"\n{dates}---\n\n' if form == "md-frontmatter" else ""
        text = f"{front}# Quay\n\nTwo **boats**.\n\n{shows}\n\n{leads}\n"
    ending = {"html": "html", "txt": "txt"}.get(form, "md")
    return {
        f"Harbour/Quay.{ending}": text,
        "attachments/ab12-quay.png": PNG,
        "attachments/cd34-plan.pdf": b"%PDF-1.4",
    }


# -- Bear ------------------------------------------------------------------------------------


def bear_note(title: str, text: str, **about: Any) -> Files:
    """A TextBundle as Bear writes it."""
    bear = {
        "creationDate": "2022-05-01T22:30:00Z", "modificationDate": "2023-02-03T04:05:06Z",
        "pinned": 0, "trashed": 0, "archived": 0, "uniqueIdentifier": title,
    } | about  # fmt: skip
    info = {
        "version": 2, "type": "net.daringfireball.markdown", "transient": True,
        "creatorIdentifier": "net.shinyfrog.bear", "net.shinyfrog.bear": bear,
    }  # fmt: skip
    return {
        f"{title}.textbundle/text.markdown": text,
        f"{title}.textbundle/info.json": json.dumps(info),
    }


def bear() -> Files:
    """A backup, .bear2bk, of notes of the late first of May (UTC)."""
    notes = {
        **bear_note("Quay", "# Quay\n#harbour\n\n![](assets/quay.png)\n"),
        "Quay.textbundle/assets/quay.png": PNG,
        **bear_note("Gone", "# Gone\nx", trashed=1),
        **bear_note("Locked", "x", encrypted=1),
    }
    return {f"Bear Notes/{name}": data for name, data in notes.items()}


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


def keep_note(title: str, **more: Any) -> str:
    about = {
        "color": "DEFAULT", "isTrashed": False, "isPinned": False, "isArchived": False,
        "title": title, "userEditedTimestampUsec": 1675397106000000,
        "createdTimestampUsec": 1651444200000000,
    }  # fmt: skip
    return json.dumps(about | more)


def keep() -> Files:
    """Takeout, notes of the late first of May (UTC), each with a page that says the same."""
    listed = [{"text": "Rope", "isChecked": True}, {"text": "Paint", "isChecked": False}]
    picture = {"filePath": "18a.png", "mimetype": "image/png"}
    link = {"source": "WEBLINK", "title": "The yard", "url": "https://yard.example/"}
    notes = {
        "Quay": keep_note("Quay", textContent="Two boats.", attachments=[picture],
                          labels=[{"name": "harbour"}], annotations=[link]),
        "2022-05-01T22_30_00.000Z": keep_note("", listContent=listed),
        "Gone": keep_note("Gone", textContent="x", isTrashed=True),
    }  # fmt: skip
    files: dict[str, str | bytes] = {"Takeout/Keep/Labels.txt": "harbour\n"}
    for name, note in notes.items():
        files |= {f"Takeout/Keep/{name}.json": note, f"Takeout/Keep/{name}.html": "<html></html>"}
    return files | {"Takeout/Keep/18a.png": PNG}


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


# -- Claude's data export --------------------------------------------------------------------


def claude_memory(*sections: str, project: str = "Berths are paid in March.") -> list[Any]:
    whole = "\n\n".join(sections)
    return [{"conversations_memory": whole, "project_memories": {"p1": project}}]


def claude_project(**more: Any) -> dict[str, Any]:
    doc = {
        "uuid": "d1", "filename": "berths.md", "content": "# Berths\n\nFour of them.",
        "created_at": "2022-05-02T09:00:00.000000+00:00",
    }  # fmt: skip
    return {
        "uuid": "p1", "name": "Harbour", "description": "About the harbour.", "is_private": True,
        "is_starter_project": False, "prompt_template": "Answer briefly.",
        "created_at": "2022-05-01T22:30:00.000000+00:00", "docs": [doc],
    } | more  # fmt: skip


# -- agents ----------------------------------------------------------------------------------


def nanobot() -> str:
    records = [
        {"cursor": 1, "timestamp": "2022-05-01 22:30", "content": "The person keeps two boats."},
        {"cursor": 2, "timestamp": "2022-05-02 08:00", "content": "", "session_key": "cli:1"},
    ]
    return "".join(f"{json.dumps(one)}\n" for one in records)


HERMES: Files = {
    "memories/MEMORY.md": "The harbour has four berths.\n§\nThe crane is of 1931.\nIt still lifts.",
    "memories/USER.md": "Prefers short answers.",
}
