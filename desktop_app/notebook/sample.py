"""The sample notebook, copied and re-dated. Knows the sample's files, not what is in them."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from desktop_app import dates, languages, resources
from desktop_app.errors import Problem
from desktop_app.regex import regex
from desktop_app.words import tr

FOLDER = "Sample notebook"  # the window's own copy; a name on the disk, so not translated
_ISO_DATE = regex(r"(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])")


def copy_sample(target: Path, today: date) -> None:
    """Copy the sample notebook to `target` so that its last day is `today`.

    Raises Problem if `target` is a file, is not empty, or cannot be written; the files that were
    copied before are deleted again.
    """
    made: list[Path] = []
    try:
        _make_folder(target, made)
        if any(target.iterdir()):
            raise Problem(
                tr("{target} is not empty.").format(target=target),
                tr("Choose a new folder for the sample notebook."),
            )
        _copy_into(target, today, made)
    except FileExistsError as error:
        _take_away(made)
        raise Problem(
            tr("{path} is there already.").format(path=error.filename or target),
            tr("Choose another folder."),
        ) from error
    except OSError as error:
        _take_away(made)
        raise Problem(
            tr("The sample notebook could not be copied to {target}.").format(target=target),
            tr("{reason}. Choose another folder, then try again.").format(
                reason=error.strerror or error
            ),
        ) from error


def is_sample(folder: Path) -> bool:
    """Whether most days of a notebook are those of the sample, moved to other dates."""
    with suppress(OSError, UnicodeDecodeError):
        found = {path.name: path for path in (folder / "memory").glob("*.md")}
        last = max(filter(None, (dates.iso_day(name[:-3]) for name in found)), default=None)
        for name in ("sample_notebook", "sample_notebook_zh"):
            days = list((resources.folder() / name / "memory").iterdir())
            first = max(filter(None, (dates.iso_day(path.stem) for path in days)))
            for late in (0, 1) if last else ():  # a day may have been begun since
                shift = (last or first) - first - timedelta(days=late)
                pairs = [(path, found.get(_moved(path.name, shift))) for path in days]
                same = [copy for path, copy in pairs if copy and _size(copy) == _size(path)]
                if len(same) * 2 > len(days):
                    return True
    return False


def _size(path: Path) -> int:
    return path.stat().st_size


def _copy_into(target: Path, today: date, made: list[Path]) -> None:
    language = languages.chosen()
    chinese = language in ("zh_TW", "zh_CN")
    source = resources.folder() / ("sample_notebook_zh" if chinese else "sample_notebook")
    written = _simplified() if language == "zh_CN" else str
    days = (dates.iso_day(path.stem) for path in (source / "memory").iterdir())
    shift = today - max(filter(None, days))
    for path in sorted(filter(Path.is_file, source.rglob("*"))):
        copy = target / _moved(path.relative_to(source).as_posix(), shift)
        _make_folder(copy.parent, made)
        _create(copy, written(_moved(path.read_bytes().decode("utf-8"), shift)).encode(), made)


def _simplified() -> Callable[[str], str]:
    from opencc import OpenCC  # long to load

    convert: Callable[[str], str] = OpenCC("tw2sp").convert
    return convert


def _make_folder(path: Path, made: list[Path]) -> None:
    if not path.is_dir():
        _make_folder(path.parent, made)
        path.mkdir()
        made.append(path)


def _create(path: Path, data: bytes, made: list[Path]) -> None:
    with path.open("xb") as file:  # never over anything that is there
        made.append(path)
        file.write(data)


def _take_away(made: list[Path]) -> None:
    """Remove what was made, and nothing else: a folder that others have begun to use stays."""
    for path in reversed(made):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _moved(text: str, shift: timedelta) -> str:
    return _ISO_DATE.sub(lambda match: _later(match[0], shift), text)


def _later(iso: str, shift: timedelta) -> str:
    try:
        return (date.fromisoformat(iso) + shift).isoformat()
    except (ValueError, OverflowError):  # on no calendar
        return iso
