"""Which language a text is in, as far as its own small words show it."""

import pytest

from desktop_app.language.language_of import is_foreign

FOREIGN = [
    "Heute habe ich mit Jonas über die Küche gesprochen.",
    "La réunion est toujours le mardi, chez nous.",
    "L'école n'a pas appelé aujourd'hui.",
    "Mi hermana vive en Oporto desde septiembre.",
    "La riunione è sempre il martedì, non il lunedì.",
    "A reunião é sempre às terças, não às quartas.",
    "Mijn zus woont niet meer in Porto, maar in Gent.",
    "Mötet är alltid på tisdagar.",
    "Spotkanie jest zawsze we wtorek.",
    "Toplantı her hafta salı günü ve çok uzun.",
    "Встреча всегда по вторникам.",
    "الاجتماع دائما يوم الثلاثاء",
    "会議はいつも火曜日です。",
    "회의는 항상 화요일에 있습니다.",
    "Η συνάντηση είναι πάντα την Τρίτη.",
    "הפגישה תמיד ביום שלישי",
    "बैठक हमेशा मंगलवार को होती है।",
]
OURS = [
    "Mara moved to Porto with the cat.",
    "Met Jürgen Müller at the Café de la Paix for lunch.",
    "Las Palmas and Los Angeles have the same harbour plan.",
    "這是媽媽的鑰匙，她住在永康。",
    "优衣库の店在二楼，我们去过。",
    "The word for fog is 霧, not 靄.",
    "See https://res.quay.example/la/une/des/que/por/und_das.jpg for the chart.",
]
SILENT = ["Soup.", "Jürgen, Königstraße 5", "deploy staging 2.3.1", "會議室預約完畢"]


@pytest.mark.parametrize("text", FOREIGN)
def test_another_language_shows_by_its_script_or_its_small_words(text: str) -> None:
    assert is_foreign(text)


@pytest.mark.parametrize("text", [*OURS, *SILENT])
def test_english_and_chinese_are_known_whatever_names_stand_in_them(text: str) -> None:
    assert not is_foreign(text)
