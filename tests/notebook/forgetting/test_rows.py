"""Rows of the program's own tables are cleared whatever their keys are."""

import sqlite3

from desktop_app.notebook.forgetting.phrases import sought
from desktop_app.notebook.forgetting.tables import clear_rows, count_rows


def test_a_row_whose_key_is_its_number_loses_the_line() -> None:
    db = sqlite3.connect(":memory:")
    db.execute("create table notes (id integer primary key, text text)")
    db.execute("insert into notes values (7, 'The spare key is with Ana'), (8, 'Tea')")
    asked = sought(["spare key is with Ana"])
    assert count_rows(db, asked) == {"notes": 1}
    clear_rows(db, asked, (), {})
    assert count_rows(db, asked) == {}
    assert [row[0] for row in db.execute("select id from notes order by id")] == [7, 8]
