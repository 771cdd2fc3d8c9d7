"""Files that notes show come along with an import, and those that did not are counted."""

import json
import zipfile
from pathlib import Path

import pytest

from desktop_app.notebook.pictures import MOST
from desktop_app.sessions.imports.reading import attached
from tests.support.cli import Shell

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
NOTE = (
    "See ![quay](_resources/a%20b.png), ![[b.png]], ![[b.png|200]] and [[Other note]], "
    '[other](Other%20note.md), [the plan](plan.pdf "Plan"), <img src="img/b.png" width=9>, '
    "![j](:/0123456789abcdef0123456789abcdef), ![w](https://x.example/c.png) and [up](#top).\n"
)


def test_what_a_note_shows_is_read_and_what_is_on_the_web_is_not() -> None:
    assert [(one.path, one.shown) for one in attached(NOTE)] == [
        ("_resources/a b.png", True),
        ("b.png", True),
        ("b.png", True),
        ("plan.pdf", False),
        ("img/b.png", True),
        (":/0123456789abcdef0123456789abcdef", True),
    ]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    root = tmp_path / "export"
    for path, data in {
        "2022-05-01 Quay.md": NOTE.encode(),
        "_resources/a b.png": PNG + b"a",
        "img/b.png": PNG + b"b",
        "plan.pdf": b"%PDF-1.4",
        "not shown.png": PNG,
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


@pytest.mark.parametrize("packed", [False, True])
def test_they_come_along_and_the_day_shows_them(
    tmp_path: Path, source: Path, packed: bool, shell: Shell
) -> None:
    if packed:
        with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
            for path in source.rglob("*.*"):
                archive.write(path, path.relative_to(tmp_path))
        source = tmp_path / "export.zip"
    root = shell.folder
    preview = shell.do("import", str(source), "--preview")
    assert [(one["why"], one["count"], one["names"][0]) for one in preview["skipped"]] == [
        ("no file", 1, "2022-05-01 Quay.md: :/0123456789abcdef0123456789abcdef"),
        ("not read", 1, "not shown.png"),
    ]
    shell.do("import", str(source))
    day = (root / "memory/2022-05-01.md").read_text()
    assert "![quay](pictures/a-b.png), ![](pictures/b.png), ![](pictures/b.png)" in day
    assert "[the plan](files/plan.pdf), ![](pictures/b.png)" in day
    assert "![j](:/0123456789abcdef0123456789abcdef), ![w](https://x.example/c.png)" in day
    kept = {
        path.relative_to(root / "memory").as_posix(): path.read_bytes()
        for path in root.rglob("*.*")
        if path.suffix in (".png", ".pdf")
    }
    assert kept == {
        "pictures/a-b.png": PNG + b"a",
        "pictures/b.png": PNG + b"b",
        "files/plan.pdf": b"%PDF-1.4",
    }
    assert shell.do("import", str(source))["entries"] == 0, "it is known"


def test_another_file_of_that_name_stays(source: Path, shell: Shell) -> None:
    root = shell.folder
    (root / "memory/pictures").mkdir()
    (root / "memory/pictures/b.png").write_bytes(PNG + b"another")
    shell.do("import", str(source))
    assert "![](pictures/b-2.png)" in (root / "memory/2022-05-01.md").read_text()
    assert (root / "memory/pictures/b.png").read_bytes() == PNG + b"another"


def beside(root: Path) -> set[str]:
    """The files that are kept beside the notes."""
    return {path.name for path in root.rglob("*.*") if path.suffix in (".png", ".pdf")}


def test_they_go_with_the_import_that_is_taken_back(source: Path, shell: Shell) -> None:
    root = shell.folder
    (root / "memory/pictures").mkdir()
    (root / "memory/pictures/mine.png").write_bytes(PNG + b"b")
    shell.do("import", str(source))
    (root / "memory/files/plan.pdf").write_bytes(b"%PDF-1.4 with a remark")
    shell.do("remember", "The quay is on ![](pictures/a-b.png).")
    shell.do("import", "--undo")
    assert beside(root) == {"mine.png", "a-b.png", "plan.pdf"}, "what is shown or changed stays"


def test_what_two_imports_brought_goes_with_the_later_one(
    tmp_path: Path, source: Path, shell: Shell
) -> None:
    root, other = shell.folder, tmp_path / "other"
    shell.do("import", str(source))
    (source / "2022-05-01 Quay.md").rename(source / "2022-05-02 Quay.md")
    source.rename(other)
    shell.do("import", str(other))
    shell.do("import", "--undo")
    assert beside(root) == {"a-b.png", "b.png", "plan.pdf"}
    shell.do("import", "--undo")
    assert beside(root) == set()


def test_what_is_too_large_is_told_and_stays_behind(tmp_path: Path, shell: Shell) -> None:
    source = tmp_path / "journal"
    source.mkdir()
    with (source / "film.mov").open("wb") as file:
        file.truncate(MOST + 1)
    (source / "2022-05-01.md").write_text("[film](film.mov)")
    preview = shell.do("import", str(source), "--preview")
    assert preview["skipped"] == [
        {"why": "too large", "count": 1, "names": ["2022-05-01.md: film.mov"]}
    ]
    shell.do("import", str(source))
    assert "[film](film.mov)" in shell.text("memory/2022-05-01.md")


def test_pictures_and_places_of_day_one(tmp_path: Path, shell: Shell) -> None:
    source = tmp_path / "journal"
    (source / "photos").mkdir(parents=True)
    (source / "photos/abc.jpeg").write_bytes(b"\xff\xd8\xff" + bytes(9))
    (source / "audios").mkdir()
    (source / "audios/def.m4a").write_bytes(b"m4a")
    entry = {
        "uuid": "A1", "creationDate": "2022-05-01T09:00:00Z", "timeZone": "UTC",
        "text": "# Quay\n![](dayone-moment://ID1)\n\nAt the quay.\n\n![](dayone-moment://GONE)\n"
        "![](dayone-moment:/audio/ID2)\n",
        "photos": [{"identifier": "ID1", "md5": "abc", "type": "jpeg"}],
        "audios": [{"identifier": "ID2", "md5": "def", "format": "aac"}],
        "location": {"placeName": "Quay 4", "localityName": "Visby", "country": "Sweden"},
    }  # fmt: skip
    unnamed = {
        "uuid": "A2", "creationDate": "2022-05-02T11:30:00Z",
        "text": "So ![](dayone-moment://ID3). Again ![](dayone-moment://ID3).",
        "photos": [
            {"identifier": "ID3", "md5": "one"}, {"identifier": "ID4", "md5": "two"},
            {"identifier": "ID5"},
        ],
    }  # fmt: skip
    for name in ("one", "two"):
        (source / f"photos/{name}.jpeg").write_bytes(b"\xff\xd8\xff" + name.encode())
    journal = {"metadata": {}, "entries": [entry, unnamed]}
    (source / "Journal.json").write_text(json.dumps(journal))
    shell.do("import", str(source))
    second = shell.text("memory/2022-05-02.md")
    one = "![](pictures/one.jpg)"
    assert f"So {one}. Again {one}.\n\n![](pictures/two.jpg)" in second and "None" not in second
    day = shell.text("memory/2022-05-01.md")
    assert "### Quay\n![](pictures/abc.jpg)\n\nAt the quay." in day and "GONE" not in day
    assert "[def.m4a](files/def.m4a)" in day
    assert "Place: Quay 4, Visby, Sweden" in day
