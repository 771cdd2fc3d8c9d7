"""What is pasted becomes text for a note: no HTML, nothing fetched, no odd signs."""

from desktop_app.notebook.text.pasted import cleaned


def test_odd_signs_are_cleaned() -> None:
    assert cleaned("a\r\nb\rc\u2028d\x00\x1b\ufeff\te\u00a0港") == "a\nb\nc\nd\te\u00a0港"
