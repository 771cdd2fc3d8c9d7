"""What is shown of a line that may hold a secret."""

import pytest

from desktop_app.language.gate.masked import HIDDEN, masked
from tests.language.test_secrets import looks_secret

SHOWN = [
    ("The wifi at the cabin is hunter22", f"The wifi at the cabin is {HIDDEN}"),
    ("wifi password: hunter22", f"wifi password: {HIDDEN}"),
    ("Note: the wifi password for Mara is correcthorse", None),
    ("wifi 密码：abc12345", f"wifi 密码：{HIDDEN}"),
    ("口令是芝麻开门", f"口令是{HIDDEN}"),
    ("登入密碼為綠豆糕88湯圓，別告訴別人", f"登入密碼為{HIDDEN}，別告訴別人"),
    ("密码是hunter2-X9!kk，代码写得很好。", f"密码是{HIDDEN}，代码写得很好。"),
    ("密碼是hunter2-X9!kk，這令人開心。", f"密碼是{HIDDEN}，這令人開心。"),
    ("密码 是 猫咪2024", f"密码 是 {HIDDEN}"),
    ("密码是猫咪爱吃鱼2024，备用是狗狗5555", f"密码是{HIDDEN}，备用是{HIDDEN}"),
    ("wifi：密码hunter22", f"wifi：密码{HIDDEN}"),
    ("seed words: apple pear plum kiwi fig date", f"seed words: {HIDDEN}"),
    ("pin code 4711 for the gate", f"pin code {HIDDEN} for the gate"),
    ("mysql -u root -pHunterTwo", f"mysql -u root -p{HIDDEN}"),
]
SECRETS = [
    ("api key sk-abcdefghijklmnopqrstuvwx is in the vault", "sk-abcdefghijklmnopqrstuvwx"),
    ("AKIAABCDEFGHIJKLMNOP", "AKIA"),
    ("backup at postgres://mara:Secret9@host/db", "Secret9"),
    ("password = p@ss w0rd, and the old one was Kelp-58", "Kelp"),
    ("The password hunter22 is what the router wants", "hunter22"),
    ("公司的密码hunter22请记住", "hunter22"),
    ("路由器的密码是 蓝色大象2024飞", "大象"),
    ("路由器的密码是 蓝色大象2024飞", "飞"),
    ("密码改成 kirsche-7!赵 了", "赵"),
    ("密碼：綠豆糕88湯圓、備用 3344", "豆"),
    ("密碼 改為 貓咪2024", "咪"),
    ("Card 4111 1111 1111 1111 expires in May", "1111"),
]


@pytest.mark.parametrize(("line", "shown"), [pair for pair in SHOWN if pair[1]])
def test_the_words_before_a_secret_stay(line: str, shown: str) -> None:
    assert masked(line) == shown


@pytest.mark.parametrize(("line", "secret"), SECRETS)
def test_no_part_of_a_secret_is_shown(line: str, secret: str) -> None:
    assert secret not in masked(line)
    assert HIDDEN in masked(line)


@pytest.mark.parametrize("line", [line for line, _ in [*SHOWN, *SECRETS]])
def test_what_is_shown_looks_like_no_secret_any_more(line: str) -> None:
    assert not looks_secret(masked(line).replace(HIDDEN, ""))


def test_the_nearest_word_before_the_secret_is_kept() -> None:
    shown = masked("Note: the wifi password for Mara is correcthorse")
    assert shown == f"Note: the wifi password for Mara is {HIDDEN}"


def test_what_cannot_be_told_apart_is_hidden_whole() -> None:
    assert masked("open sesame") == HIDDEN
