"""Lines that look like they hold a secret, and lines that only speak of one.

Keys are put together here so that no scanner takes this file for a leak.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from desktop_app import resources
from desktop_app.language.gate import Held, held
from desktop_app.language.gate.keys import by_form
from desktop_app.language.gate.secrets import possibly_secret, secrets
from tests.support.growing import grows_in_proportion

GUARDED = Path(__file__).parents[1] / "fixtures" / "guarded"

_RANDOM = "aB3dE5fG7hJ9kL2mN4pQ6rS8"

SECRETS = [
    "The wifi password of the harbour office is Kelp-Anchor-58.",
    "password: hunter2x",
    "Password = correct7horse",
    "pw tide2026!gauge",
    "My login for the port portal: jonas.f / Rudder77x",
    "wifi key is 9f8e7d6c5b",
    "The passphrase is seaweed4breakfast",
    "password: lighthouse",
    "the token is q8w7e6r5t4",
    "配对码：QWXB7T2L",
    "pairing code: QWXB7T2L",
    "bearer " + _RANDOM,
    "client secret: " + _RANDOM,
    "api key " + _RANDOM,
    "recovery code 7KJ4-99PL-2MXA",
    "the gate code is 4471",
    "Alarm code 90210, off by the door.",
    "PIN 4821 for the card",
    "Lock combination: 8843",
    "key safe 1957 beside the shed",
    "export OPENAI=" + "sk-" + _RANDOM,
    "pushed with " + "ghp_" + _RANDOM,
    "github_pat_" + _RANDOM,
    "xoxb-" + "123456789012-abcdefgh",
    "AIza" + _RANDOM + "xyz_12345",
    "npm_" + _RANDOM + "1234",
    "hf_" + _RANDOM,
    "glpat-" + _RANDOM,
    "secret_access_key = wJqkrXUtnF3MI/K7MDLNG/bPxRfiCYzzQWMRTYUI",
    "AKIA" + "ABCDEFGHIJKLMNOP",
    "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc",
    "-----BEGIN RSA PRIVATE KEY-----",
    "postgres://survey:Deep5ea@localhost/charts",
    "mysql -u root -pKraken99 charts",
    "curl -u mara:Azulejo7 https://example.org",
    "card 4111 1111 1111 1111, end of next year",
    "IBAN GB82 WEST 1234 5698 7654 32",
    "her number is 078-05-1120",
    "身份证 11010519491231002X",
    "密码：orchid",
    "口令是 tide2026",
    "門禁密碼 4471",
    "帳號 lin.yijun 密碼 Fog2026x",
    "保險箱 884312",
    "验证码 739201",
    "助记词：apple river stone cloud lemon tiger window piano",
    "seed phrase: apple river stone cloud lemon tiger window piano",
    "deploy token " + _RANDOM + _RANDOM[:10],
    "| tide board | root | Gr8-Heron-77 |",
    "signs in as r.quay with the word Teapot#Orbit9",
    "mara.quay@post.example with Cobalt+Thrush61",
    "wifi of the loft: network Kestrel, pass mossyrocket82",
    "Shed keypad? 1-9-6-3, then the star.",
    "The vpn password reads k7-Larkfoot-Ember",
    "密碼 lanlan@520",
    "警報器撤防碼 5163",
    "備援碼：77201、93846、10572",
    "助記詞依序為：銀杏 沙灘 口琴 燈籠 雨傘 稻穗",
    "setup key for the registrar: JBQX GZDF OM4D INRW",
    "安全提問「第一隻狗」我填的是米血糕",
]

ISSUED = [
    "SSN for the form 219-" + "09-9999",
    "set STRIPE_SECRET to rk_l" + "ive_" + _RANDOM,
    "OPENAI_API_KEY=sk-p" + "roj-" + _RANDOM,
    "anthropic key sk-a" + "nt-api03-" + _RANDOM,
    "gsk_" + _RANDOM + " is the groq one",
    "telegram bot 7312" + "345678:AAF3kq9Zx0Lw7Vb2Nn5Mm8Pp1Qq4Rr6Ss0T",
    "docker login with dckr" + "_pat_" + _RANDOM,
    "slack hook http" + "s://hooks.slack.com/services/T0AA/B0BB/x9Y8z7W6v5U4",
    "mysql://c" + "rm:Otter_pelt5@10.1.2.3/crm",
    "amqp://g" + "uest2:rabbit77hole@mq.lan:5672/",
    "redis://" + ":Otter_pelt5@10.1.2.3:6379/0",
    "Auth" + "orization: Basic YWRtaW46c2VjcmV0cGFzcw==",
    'curl -H "Auth' + 'orization: Bearer 9f3Kd82LmQ0vX7pT" https://api.example/v1',
    "otpa" + "uth://totp/Shop:me?secret=GEZDGNBVGY3TQOJQ",
    "----" + "-BEGIN EC PRIVATE KEY----- pasted by mistake",
    "git remote https://k" + "im:glowworm77@git.example.org/notes.git",
    "ftp://b" + "ackup:Rhubarb9@nas.example/dump",
    "client_secret=GOCS" + "PX-" + _RANDOM,
    "SENDGRID SG." + _RANDOM + "." + _RANDOM,
    "notion secr" + "et_" + _RANDOM,
    "TRELLO token ATTA" + "9f8e7d6c" * 6,
    "vault hvs." + _RANDOM,
    "aliyun LTAI" + _RANDOM,
    "figd_" + _RANDOM,
    "tskey-auth-" + _RANDOM,
    "shpat_" + "9f8e7d6c" * 4,
    "dop_v1_" + "9f8e7d6c" * 8,
    "wallet 5H" + _RANDOM * 2 + "x",
    "xprv" + _RANDOM * 4,
    "emergency kit A3-" + "KR7V2Q-MT4ZB-W9XHC-P3LND-85YFG",
]

INNOCENT = [
    "Pairing codes expire after 10 minutes",
    "User: Skipper Number633 asked about berth 4.",
    "- **User:** my boat Number633 lies at berth 4",
    "Changed the password policy, see the wiki.",
    "The password is expired.",
    "Password: changed",
    "The password field needs a hint.",
    "Password manager moved to version 2.7.4",
    "The token limit is 4096 and the budget 2000.",
    "Tokens: 128k",
    "Token usage went from 3200 to 2800.",
    "Bearer tokens are checked in PR1234.",
    "Secret Santa is on 12 December.",
    "The secret of the soup is two leeks.",
    "Pass the salt, then pass berth-4.",
    "The keys hang behind the tide board.",
    "The key of chapter three is fog.",
    "Key decisions from 2026-11-20",
    "Pin 13 of the connector is loose.",
    "He pinned 4 notes to the board.",
    "The code review took 45 minutes.",
    "Zip code 4400 is Gaia.",
    "The alarm went off at 6:45.",
    "Gate 12, platform 4.",
    "API keys rotate every 90 days.",
    "The api key is stored in the vault.",
    "Use sha256 for the secret check.",
    "login works again since v2.3.1",
    "Login page, 3rd draft",
    "Sign in with the card at the desk.",
    "Commit 3f2a9c81d4e5b6a7980123456789abcdef012345 fixes the chart.",
    "Call +351 912 345 678 after six.",
    "The invoice 2026-0042 is paid.",
    "Order 1234 5678 arrived.",
    "Depths: 4.2 4.4 4.9 5.1 5.0 4.8",
    "Coordinates 41.1821, -8.7030",
    "https://example.org/charts?id=42",
    "file survey-2026/berth4/line_214.csv",
    "ISO 27001 audit in spring",
    "The passport office opens at 9:00.",
    "Compass course 274 until the buoy.",
    "Mnemonic for knots: over, under, through.",
    "mysql runs on port 3306",
    "密码长度至少 8 位",
    "修改密码的功能已完成",
    "忘记密码要找管理员",
    "账号已注销",
    "秘密花園第三章",
    "会员卡号在抽屉里",
    "第三章的關鍵是霧",
    "登录接口返回 200",
]


NAMES = [
    "Session ID: 7f3c9a1e-2b4d-4c6f-8e0a-1b2c3d4e5f60",
    "Session Key: agent:main:chat:1425551324",
    "Plan monthly is price_1NkQ7rB2xYzT9mVw, product prod_Q8sLmT2vKx4Zp1",
    "Commit 3f2a9c81d4e5b6a7980123456789abcdef012345 fixes the chart.",
    "request id req_011CSv9hZQ2mTn4kXb7w failed twice",
    "Trace ID: 4bf92f3577b34da6a3ce929d0e0e4736",
    "uuid 3f2504e0-4f89-11d3-9a0c-0305e82c3301 was the broken row",
    "Version 2026.11.20-rc3 of the login page",
    "Chat ID: -1001425551324, message id: om_a1b2c3d4e5f6a7b8c9d0",
    "Seen in memory/session-notes/2026-04-12.txt:13-13 and src/token.py:40",
    "The key is read from MAP2_API_KEY + MAP2_BASE_URL",
    "See https://example.org/charts#Section2Depths and notes/page#Berth4Quay",
    "| key of the map | token | gauge-5.1 | auto/best |",
    "信用卡末四碼 4417，客服電話號碼 95588",
    "Switched the key model to gauge-5.1-codex-max",
    "Bearer auth+Docker comes in phase 4, session evening (21h30-23h30)",
    'curl -H "Authorization: Bearer {token}"',
]

CHECKED = [
    "4111 1111 1111 1111",
    "3714 496353 98431",
    "GB82 WEST 1234 5698 7654 32",
    "nl91 abna 0417 1643 00",
    "11010519491231002X",
    "12345678Z",
    "X1234567L",
    "2 69 05 49 588 157 80",
    "47 036 892 816",
    "529.982.247-25",
]

UNCHECKED = [
    "4111 1111 1111 1112",
    "GB82 WEST 1234 5698 7654 33",
    "110105194912310021",
    "12345678A",
    "2 69 05 49 588 157 81",
    "47 036 892 817",
    "529.982.247-26",
    "0000 0000 0000 0000",
    "ISBN 978-3-16-148410-0",
    "order 7738201945",
    "53.5511, 9.9937",
]

WHERE = [
    ("the gate code is 4471, ring twice", "4471"),
    ("wifi password: hunter22x", "hunter22x"),
    ("The password of the cabin is Kelp-Anchor-58.", "Kelp-Anchor-58"),
    ("backup at postgres://mara:Secret9@host/db", "Secret9"),
    ("api key " + _RANDOM, _RANDOM),
    ("refund to DE89 3704 0044 0532 0130 00 please", "DE89 3704 0044 0532 0130 00"),
    ("門禁密碼 4471", "4471"),
    ("security question first school, answer Pinewood", "Pinewood"),
]


def looks_secret(line: str) -> bool:
    return held(line) is Held.SECRET


def lines(name: str) -> list[str]:
    return (GUARDED / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_a_secret_is_recognised() -> None:
    every = [*SECRETS, *ISSUED, *lines("secrets")]
    assert [line for line in every if not looks_secret(line)] == []


def test_a_line_that_only_speaks_of_secrets_is_innocent() -> None:
    assert [line for line in [*INNOCENT, *lines("innocent")] if looks_secret(line)] == []


def test_what_only_names_a_thing_is_no_secret() -> None:
    assert [line for line in NAMES if secrets(line)] == []


@pytest.mark.parametrize(("line", "secret"), WHERE)
def test_a_secret_is_told_by_its_place(line: str, secret: str) -> None:
    (span,) = secrets(line)
    assert line[span.start : span.end] == secret


@pytest.mark.parametrize("number", CHECKED)
def test_a_number_with_a_true_check_digit_is_found_in_a_line(number: str) -> None:
    line = f"as told: {number}, thanks"
    (span,) = by_form(line)
    assert line[span.start : span.end] == number


def test_another_number_is_not() -> None:
    assert [one for one in UNCHECKED if list(by_form(f"as told: {one}, thanks"))] == []


LONG = [
    "password ", "key is ", "1234 ", "a", "密码", "gate ", "press 1 ", "eyJ-", "-", "a.", "a1 ",
    '"', 'password is "x ', "://a:", "ABCD-", "river stone ", "seed phrase ", "=", "user / ",
    "account number ", "maiden name ", "wifi a / ", "luks opens with ", "safe left ", "GB82 WEST ",
    "4", "A_", "A", "a-", "1",
]  # fmt: skip


@pytest.mark.parametrize("piece", LONG)
def test_a_long_line_is_read_to_its_end_in_a_time_in_proportion(piece: str) -> None:
    def read(line: str) -> bool:
        return looks_secret(line) and possibly_secret(line)

    assert grows_in_proportion(read, piece, " the gate code is 4471")


def test_no_form_of_a_key_looks_further_than_it_must() -> None:
    """Each has an upper bound, so that a line is looked through in time that grows with it."""
    shapes: dict[str, Any] = resources.table("language/secrets")["shapes"]
    for shape in shapes["typed"]:
        outside_sets = re.sub(r"\\.|\[[^]]+\]", "x", shape)
        assert not re.search(r"[*+]|,\}", outside_sets), shape


def test_the_name_of_a_secret_alone_tells_none() -> None:
    for name in "安全问题", "## 安全問題", "Security questions", "**Passwords:**":
        assert not possibly_secret(name)
    assert possibly_secret("密保问题：母亲姓名樊秀琴") and possibly_secret(
        "Password of the boathouse"
    )
