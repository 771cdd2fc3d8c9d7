"""How many lines of a text another one changed."""

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.notebook.text.line_count import LineCount, line_count

LINES = st.lists(st.sampled_from(["", "- 茶", "- tea", "# Memory", "  ", "\ufeffodd"]), max_size=6)


def test_lines_are_counted_as_changed_added_and_removed() -> None:
    assert line_count(b"a\nb\n", b"a\nc\n") == LineCount(changed=1)
    assert line_count(b"a\n", b"a\n\n- x\r\n- y\n") == LineCount(added=2)
    assert line_count(b"a\na\n", b"a\n") == LineCount(removed=1)
    assert line_count(b"a\n\xff\xfe", b"b\nc\nd") == LineCount(changed=2, added=1)
    assert line_count(b"a\nb\n", b"b\r\n\r\n  a") == LineCount()


@given(LINES, LINES)
def test_the_counts_add_up_whichever_text_comes_first(old: list[str], new: list[str]) -> None:
    before, after = "\n".join(old).encode(), "\n".join(new).encode()
    there, back = line_count(before, after), line_count(after, before)
    assert (there.changed, there.added, there.removed) == (back.changed, back.removed, back.added)
    spoken = [sum(1 for line in lines if line.strip()) for lines in (old, new)]
    assert there.added - there.removed == spoken[1] - spoken[0]
