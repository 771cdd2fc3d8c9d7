"""Other scripts: words are found as they are typed in scripts with vowel signs, without spaces."""

import re
import sqlite3
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.language import tokens
from desktop_app.search.query import SearchStep, plan
from desktop_app.search.schema import TOKENS
from tests.search.conftest import Shelf

SPACELESS = {
    "Thai": ("วันศุกร์ฉันกินข้าวผัดกับเพื่อนที่ตลาดน้ำ", ["ข้าวผัด", "ข้าว", "เพื่อน", "ตลาดน้ำ", "น้ำ"]),
    "Lao": ("ວັນສຸກຂ້ອຍກິນເຂົ້າໜຽວຢູ່ຕະຫຼາດ", ["ເຂົ້າໜຽວ", "ຕະຫຼາດ", "ວັນສຸກ"]),
    "Burmese": ("ကျွန်တော်ဈေးမှာထမင်းစားတယ်", ["ထမင်း", "ဈေး", "ကျွန်တော်"]),
    "Khmer": ("ខ្ញុំញ៉ាំបាយនៅផ្សារ", ["បាយ", "ផ្សារ", "ខ្ញុំ"]),
}
SPACED = {
    "Hindi": ("मेरी नई किताब मेज़ पर रखी है", ["किताब", "मेज़", "रखी"], ["कताब", "मर", "ताब"]),
    "Bengali": ("আমার বাংলা বই টেবিলে আছে", ["বাংলা", "টেবিলে"], ["বল", "টবল"]),
    "Tamil": ("என் தமிழ் புத்தகம் இங்கே", ["தமிழ்", "புத்தகம்"], ["தமழ", "பததகம"]),
    "Telugu": ("నా తెలుగు పుస్తకం ఇక్కడ", ["తెలుగు", "పుస్తకం"], ["తలగ"]),
    "Tibetan": ("བོད་སྐད་སྦྱོང་", ["བོད", "སྐད"], ["བད"]),
}


@pytest.mark.parametrize("name", SPACELESS)
def test_a_word_inside_a_run_without_spaces_is_found_and_marked(shelf: Shelf, name: str) -> None:
    text, sought = SPACELESS[name]
    shelf.put("MEMORY.md", f"- {text}\n- {text[::-1]}\n- A lantern\n")
    for word in sought:
        first = shelf.find(word)[0]
        assert first.text == text, word
        assert word in "".join(text[start:end] for start, end in first.marks), word


@pytest.mark.parametrize("name", SPACELESS)
def test_a_word_without_spaces_is_looked_for_as_one_that_is_typed(name: str) -> None:
    for word in SPACELESS[name][1]:
        assert isinstance(plan(word).steps[0], SearchStep), "no question"


@pytest.mark.parametrize("name", SPACED)
def test_a_word_with_vowel_signs_is_found_whole_and_half_typed(shelf: Shelf, name: str) -> None:
    text, sought, others = SPACED[name]
    shelf.put("MEMORY.md", f"- {text}\n- A lantern\n")
    for word in sought:
        (hit,) = shelf.find(word)
        assert word in [text[start:end] for start, end in hit.marks]
        assert shelf.texts(word[:-1]) == [text], "the beginning of a word"
    for other in others:
        assert shelf.texts(other) == [], "letters of words are no words"


def test_signs_that_were_joined_in_typing_are_marked(shelf: Shelf) -> None:
    apart = unicodedata.normalize("NFD", "আমি কোলকাতা যাব মেज़ क़लम")
    shelf.put("MEMORY.md", f"- {apart}\n")
    for word in ("কোলকাতা", "क़लम"):
        (hit,) = shelf.find(word)
        assert [apart[start:end] for start, end in hit.marks] == [
            unicodedata.normalize("NFD", word)
        ]


_BEFORE = re.compile(f"[{tokens._CJK}]+")
_OTHERS = st.characters(exclude_categories=["Cs"]).filter(
    lambda c: not (tokens.is_paired(c) and not tokens.is_cjk(c)) and c not in tokens.signs()
)


def _tokens(text: str, how: str) -> list[str]:
    connection = sqlite3.connect(":memory:")
    connection.execute(f"create virtual table held using fts5(body, tokenize='{how}')")
    connection.execute("create virtual table said using fts5vocab(held, instance)")
    connection.execute("insert into held values (?)", (text.replace("\0", " "),))
    rows = connection.execute("select term from said order by offset").fetchall()
    connection.close()
    return [row[0] for row in rows]


@settings(max_examples=300, deadline=None)
@given(st.text(_OTHERS | st.sampled_from("é́ñ’'火锅ひカ가ｶ１ﬁ❤️1️⃣葛󠄀 \u0323،שּ"), max_size=40))
def test_no_word_of_the_scripts_that_were_found_before_is_cut_in_another_way(text: str) -> None:
    folded = tokens.sought(text)
    before = text if text.isascii() else _BEFORE.sub(lambda r: tokens.paired(r.group()), folded)
    assert tokens.index_text(text) == before
    for kind in ("", "porter "):
        plain = _tokens(before, f"{kind}unicode61 remove_diacritics 2")
        assert _tokens(before, f"{kind}{TOKENS}") == plain


@pytest.mark.parametrize(
    ("line", "queries"),
    [
        ("Die Straße am Fluß", {"strasse": "Straße", "STRASSE": "Straße", "fluss": "Fluß"}),
        ("Το πλοίο φεύγει στις οκτώ", {"πλοιο": "πλοίο", "ΠΛΟΙΟ": "πλοίο", "οκτω": "οκτώ"}),
        ("Ἐν ἀρχῇ ἦν ὁ λόγος", {"αρχηι": "ἀρχῇ", "λογοσ": "λόγος", "λόγος": "λόγος"}),
        ("Ærø og Łódź, Đà Nẵng", {"aero": "Ærø", "LODZ": "Łódź", "da": "Đà"}),
        ("Das Café in Ålesund, naïve", {"cafe": "Café", "alesund": "Ålesund", "naive": "naïve"}),
    ],
)
def test_letters_are_found_as_unicode_folds_them(
    shelf: Shelf, line: str, queries: dict[str, str]
) -> None:
    shelf.put("MEMORY.md", f"- {line}\n- A lantern\n")
    for query, word in queries.items():
        (hit,) = shelf.find(query)
        assert [hit.text[start:end] for start, end in hit.marks] == [word]
