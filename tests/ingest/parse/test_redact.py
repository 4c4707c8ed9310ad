"""Secrets are out of the text before anything reads it; everything else stays where it is."""

import pytest

from kg.ingest.parse.redact import redact

TOKENS = [
    "AKIA" + "CANARY3EXAMPLE00",
    "glpat-" + "CANARYaaaaaaaaaaaa",
    "ghp_" + "CANARY0123456789abcdefghijklmnopqrst",
    "github_pat_" + "CANARY0123456789abcdefg",
    "xoxb-" + "123456789012-CANARYabcdefg",
    "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiJDQU5BUlkifQ.CANARYsig",
    "sk_live_" + "CANARY0123456789abcdef",
    "AIza" + "CANARY0123456789abcdefghijklmnopqrs",
    "hvs." + "CANARY0123456789abcdefgh",
]


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("language", ["java", "markdown"])
def test_well_known_tokens_are_taken_out_wherever_they_stand(token: str, language: str) -> None:
    """No name before a token is needed to know it."""
    assert token not in redact(f'x("{token}");', language)


@pytest.mark.parametrize(
    "code",
    [
        'String password = "CANARYpw";',
        'password="CANARYpw"',
        "db_password: 'CANARYpw',",
        '"clientSecret": "CANARY-1-pw"',
        'private static final String API_KEY = "CANARY0123456789";',
        'setPassword("CANARY-pw-1")',
        'properties.put("db.password", "CANARYpw1");',
        'String url = "postgres://app:CANARYpw@db.local/shop";',
        'url = "jdbc:oracle:thin:scott/CANARYpw@db:1521:x"',
        'headers["Authorization"] = "Bearer CANARY7.abc.def"',
        '"Basic Q0FOQVJZOnB3MTIzNDU2"',
        'TOKEN_PROD = "CANARY0123456789abc"',
    ],
)
def test_what_a_secret_name_is_given_in_code_is_taken_out(code: str) -> None:
    """Assignments, calls, maps, URLs and headers lose their secret and keep their shape."""
    clean = redact(code, "java")
    assert "CANARY" not in clean
    assert "Q0FOQVJZ" not in clean
    assert len(clean) == len(code)
    assert "REDACTED"[:4] in clean


@pytest.mark.parametrize(
    "text",
    [
        "Password: CANARYpw",
        "the password is set with `--password CANARYpw1`",
        "| password | `CANARYpw1` |".replace(" | `", "=`"),
        "curl -u admin:CANARYpw https://x",
        "DB_PASSWORD=CANARYpw",
        "비밀번호: CANARYpw1",
        "密码：CANARYpw1",
    ],
)
def test_secrets_in_documents_are_taken_out(text: str) -> None:
    """In running text a secret needs no quotes."""
    assert "CANARY" not in redact(text, "markdown")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Default is `changeme`.", "markdown"),
        ("Password: the one of your account", "markdown"),
        ("忘记密码：手机号、短信验证码、新密码", "markdown"),
        ("password: ${DB_PASSWORD}", "markdown"),
        ("https://user:password@host/", "markdown"),
        ("def login(password: str, token: Token) -> None:", "python"),
        ('if token == "class":', "python"),
        ('String PASSWORD_PARAMETER = "password";', "java"),
        ('throw new X("Invalid password");', "java"),
        ('token = "(";', "java"),
        ("Token token = lexer.next();", "java"),
        ('String passwordEncoder = "bcrypt";', "java"),
        ("ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB me@host", "markdown"),
    ],
)
def test_what_only_speaks_of_secrets_stays(text: str, language: str) -> None:
    """Dummies, placeholders, types, messages and public keys are no secrets."""
    assert redact(text, language) == text


def test_a_private_key_loses_its_body_and_keeps_its_lines() -> None:
    """Lines and columns after a secret stay where they were."""
    text = "a\n-----BEGIN RSA PRIVATE KEY-----\nCANARYkey\nCANARYmore\n-----END RSA PRIVATE KEY-----\nb\n"
    clean = redact(text)
    assert "CANARY" not in clean
    assert [len(line) for line in clean.split("\n")] == [len(line) for line in text.split("\n")]
    assert clean.endswith("-----END RSA PRIVATE KEY-----\nb\n")


def test_a_private_key_without_an_end_is_taken_out_too() -> None:
    """A cut-off key is a key."""
    assert "CANARY" not in redact("-----BEGIN PRIVATE KEY-----\nCANARYkey\nCANARYmore\n")


def test_letters_that_grow_in_lower_case_do_not_shift_anything() -> None:
    """A text with a letter whose small form is longer is read right."""
    text = 'İİİ password = "CANARYpw";'
    assert "CANARY" not in redact(text, "java")


def test_a_mask_keeps_indentation() -> None:
    """A key inside YAML keeps its blanks, so that what stands around it is still read."""
    text = "a: |\n    -----BEGIN PRIVATE KEY-----\n    AbCd1234\n    -----END PRIVATE KEY-----\nb: 1\n"
    masked = redact(text, "yaml")
    assert "AbCd1234" not in masked
    assert [len(line) - len(line.lstrip()) for line in masked.split("\n")] == [0, 4, 4, 4, 0, 0]


def test_settings_files_keep_their_shape() -> None:
    """Values of settings are withheld by their reader; a continued line is not cut before that."""
    text = "db.password=Sekret_CC01x9\\\nSekret_CC02x9\n"
    assert redact(text, "properties") == text


def test_comments_docstrings_strings_and_defaults() -> None:
    """What comments and strings of code say after `password:` is taken out, and so are `@Value` defaults."""
    for line in (
        "# password=Sekret_AA05x9",
        '"""password: Sekret_AA02x9"""',
        's = "Server=x;Password=Sekret_AA12x9;"',
        "/** token: Sekret_BB01x9 */",
        '@Value("${db.password:Sekret_BB15x9}") String pw;',
    ):
        assert "Sekret" not in redact(line, "java"), line
    assert redact("password = hasher.digest(salt)", "python") == "password = hasher.digest(salt)"
    assert redact("token: str = request_token", "python") == "token: str = request_token"
