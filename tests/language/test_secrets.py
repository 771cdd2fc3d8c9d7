"""Lines that look like they hold a secret, and lines that only speak of one.

Keys are put together here so that no scanner takes this file for a leak.
"""

import pytest

from desktop_app.language.secrets import looks_secret

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
]

INNOCENT = [
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


@pytest.mark.parametrize("line", SECRETS)
def test_a_secret_is_recognised(line: str) -> None:
    assert looks_secret(line)


@pytest.mark.parametrize("line", INNOCENT)
def test_a_line_that_only_speaks_of_secrets_is_innocent(line: str) -> None:
    assert not looks_secret(line)


def test_a_long_line_is_looked_through_in_no_time() -> None:
    for line in ("password " * 220, "1234 " * 400, "a" * 2000, "key is " * 280):
        assert not looks_secret(line)
