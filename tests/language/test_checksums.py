"""Numbers with a check digit; one figure changed, and they are only numbers."""

import pytest

from desktop_app.language.checksums import holds_checked_number

TRUE = [
    "4111 1111 1111 1111",
    "4012888888881881",
    "5555-5555-5555-4444",
    "3714 496353 98431",
    "GB82 WEST 1234 5698 7654 32",
    "DE89370400440532013000",
    "nl91 abna 0417 1643 00",
    "11010519491231002X",
    "A123456789",
    "A123456(3)",
    "12345678Z",
    "X1234567L",
    "2 69 05 49 588 157 80",
    "47 036 892 816",
    "529.982.247-25",
]

FALSE = [
    "4111 1111 1111 1112",
    "3714 496353 98432",
    "GB82 WEST 1234 5698 7654 33",
    "110105194912310021",
    "A123456788",
    "A123456(4)",
    "12345678A",
    "2 69 05 49 588 157 81",
    "47 036 892 817",
    "529.982.247-26",
    "0000 0000 0000 0000",
    "ISBN 978-3-16-148410-0",
    "order 7738201945",
    "+49 441 882731 22",
    "53.5511, 9.9937",
    "2026-11-20 09:30",
]


@pytest.mark.parametrize("number", TRUE)
def test_a_number_with_a_true_check_digit_is_found_in_a_line(number: str) -> None:
    assert holds_checked_number(f"as told: {number}, thanks")


@pytest.mark.parametrize("number", FALSE)
def test_another_number_is_not(number: str) -> None:
    assert not holds_checked_number(f"as told: {number}, thanks")
