"""The sample notebook, copied and re-dated. Knows the sample's files, not what is in them."""

import os
import shutil
from collections.abc import Callable
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

    Raises Problem if `target` is a file, is not empty, or cannot be written; then nothing is left.
    """
    target = target.absolute()
    half = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if target.exists() and any(target.iterdir()):
            raise Problem(
                tr("{target} is not empty.").format(target=target),
                tr("Choose a new folder for the sample notebook."),
            )
        half.mkdir(parents=True)  # nobody else's
        try:
            _copy_into(half, today)
            if target.exists():  # it stays the folder that it is, or the link to one
                for one in half.iterdir():
                    one.rename(target / one.name)
            else:
                half.rename(target)
        finally:
            shutil.rmtree(half, ignore_errors=True)
    except OSError as error:
        raise Problem(
            tr("The sample notebook could not be copied to {target}.").format(target=target),
            tr("{reason}. Choose another folder, then try again.").format(
                reason=error.strerror or error
            ),
        ) from error


def _copy_into(target: Path, today: date) -> None:
    language = languages.chosen()
    chinese = language in ("zh_TW", "zh_CN")
    source = resources.folder() / ("sample_notebook_zh" if chinese else "sample_notebook")
    written = _simplified() if language == "zh_CN" else str
    days = (dates.iso_day(path.stem) for path in (source / "memory").iterdir())
    shift = today - max(filter(None, days))
    for path in sorted(filter(Path.is_file, source.rglob("*"))):
        copy = target / _moved(path.relative_to(source).as_posix(), shift)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(written(_moved(path.read_bytes().decode("utf-8"), shift)).encode())


def _simplified() -> Callable[[str], str]:
    from opencc import OpenCC  # long to load

    convert: Callable[[str], str] = OpenCC("tw2sp").convert
    return convert


def _moved(text: str, shift: timedelta) -> str:
    return _ISO_DATE.sub(lambda iso: (date.fromisoformat(iso[0]) + shift).isoformat(), text)
