"""What secrets look like. Data for `redact`; decides nothing itself."""

import re

TOKENS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (tuple(hints.split()), re.compile(pattern))
    for hints, pattern in (
        ("AKIA ASIA ABIA ACCA", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
        ("LTAI", r"\bLTAI[A-Za-z0-9]{12,30}\b"),
        ("AKID", r"\bAKID[A-Za-z0-9]{13,40}\b"),
        ("ghp_ gho_ ghu_ ghs_ ghr_", r"\bgh[pousr]_[A-Za-z0-9]{16,}"),
        ("github_pat_", r"\bgithub_pat_[A-Za-z0-9_]{20,}"),
        (
            "glpat- glptt- gldt- glrt- glcbt- glft- glimt- glagent- glsoat- gloas- glffct-",
            r"\bgl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|soat|oas|ffct)-[A-Za-z0-9_.-]{10,}",
        ),
        ("xox xapp-", r"\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}"),
        ("hooks.slack.com", r"(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{10,}"),
        ("eyJ", r"\beyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?"),
        ("AIza", r"\bAIza[0-9A-Za-z_-]{30,}"),
        ("_live_ _test_", r"\b[srp]k_(?:live|test)_[0-9A-Za-z]{10,}"),
        ("sk-", r"\bsk-(?:proj-|ant-|svcacct-)?[A-Za-z0-9_-]{20,}"),
        ("npm_", r"\bnpm_[A-Za-z0-9]{30,}"),
        ("pypi-", r"\bpypi-[A-Za-z0-9_-]{40,}"),
        ("hf_", r"\bhf_[A-Za-z0-9]{30,}"),
        ("SG.", r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
        ("dop_v1_ doo_v1_", r"\bdo[op]_v1_[a-f0-9]{40,}"),
        ("dckr_pat_", r"\bdckr_pat_[A-Za-z0-9_-]{20,}"),
        ("hvs.", r"\bhvs\.[A-Za-z0-9_-]{20,}"),
        (":AA", r"\b\d{8,10}:AA[A-Za-z0-9_-]{30,}"),
        ("$2a$ $2b$ $2y$", r"\$2[aby]\$\d\d\$[./A-Za-z0-9]{50,53}"),
        ("$argon2", r"\$argon2i?d?\$[\w$,=+/.]{20,}"),
        ("pbkdf2_sha", r"\bpbkdf2_sha\d+\$\d+\$[\w+/=.$]{20,}"),
        ("AccountKey= SharedAccessKey=", r"(?<=Key=)[A-Za-z0-9+/]{40,}={0,2}"),
        ("GOCSPX-", r"\bGOCSPX-[A-Za-z0-9_-]{20,}"),
        ("_authToken= _password= _auth=", r"(?<=_authToken=|:_password=)[^\s${]{6,}|(?<=:_auth=)[^\s${]{6,}"),
        ("shpat_ shpss_ shpca_", r"\bshp(?:at|ss|ca)_[a-fA-F0-9]{32}\b"),
        ("sq0", r"\bsq0(?:atp|csp)-[A-Za-z0-9_-]{22,}"),
        ("key-", r"\bkey-[0-9a-f]{32}\b"),
        ("-us", r"\b[0-9a-f]{32}-us\d{1,2}\b"),
        ("AGE-SECRET-KEY-", r"\bAGE-SECRET-KEY-1[0-9A-Z]{50,}"),
        ("IBA", r"\bMII[A-Za-z0-9+/]{1,4}IBA[A-Za-z0-9+/=]{60,}"),
    )
)
"""Well-known token forms: (a text that must be there for it to be worth looking, the form)."""

PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(.{0,40000}?(?=-----END )|[\sA-Za-z0-9+/=:,\\\"'.-]{0,8000})",
    re.DOTALL,
)
"""The body of a private key, between its two lines or as far as it goes."""

URL_PASSWORD = re.compile(r"(?<=://)([^\s/:@\"'<>`]{0,100}):([^\s/@\"'<>`]{1,200})@(?=[\w\[$%{])")
ORACLE_PASSWORD = re.compile(r"(?<=oracle:thin:)([\w$#]+)/([^\s@\"'/]{1,100})@")
BASIC_LOGIN = re.compile(
    r"(?:\s-u|--user)[ =]+[\"']?(?P<login>[^\s:\"'`$<]{1,100}:(?P<password>[^\s\"'`$<]{2,200}))"
)
"""The whole login goes: scanners take `user:REDACTED` for one."""
BEARER = re.compile(
    r"(?i)(\b(?:bearer|basic|digest|apikey|token))\s+((?=[^\s\"'`]*\d)[A-Za-z0-9._~+/=-]{12,})"
)
"""Group 2 is the secret in these and in the two for URLs."""

STRONG_WORDS = ("password", "passwd", "passphrase", "passcode", "secret", "비밀번호", "암호", "密码", "口令")
"""What such a name is given is a secret, unless it is plainly none."""

WEAK_WORDS = (
    "token",
    "apikey",
    "api_key",
    "api-key",
    "accesskey",
    "access_key",
    "access-key",
    "accesskeyid",
    "privatekey",
    "private_key",
    "private-key",
    "signingkey",
    "signing_key",
    "encryptionkey",
    "encryption_key",
    "authkey",
    "auth_key",
    "accountkey",
    "account_key",
    "credential",
    "credentials",
    "pwd",
    "psk",
    "presharedkey",
    "pass",
    "passwort",
    "密钥",
    "인증키",
)
"""What such a name is given is a secret when it looks random: these are words of parsers as well."""

SECRET_ENDS = frozenset(
    (
        "key",
        "keys",
        "auth",
        "sign",
        "signature",
        "cred",
        "creds",
        "pin",
        "cert",
        "license",
        "dsn",
        "otp",
        "seed",
    )
)
"""A configuration key that ends in one of these words may hold a secret."""

DUMMIES = frozenset(
    [
        "pass",
        "pw",
        "changeme",
        "changeit",
        "change-me",
        "password",
        "passwd",
        "secret",
        "token",
        "example",
        "none",
        "null",
        "nil",
        "true",
        "false",
        "test",
        "foo",
        "bar",
        "foobar",
        "todo",
        "tbd",
        "n/a",
        "string",
        "str",
        "int",
        "bool",
        "required",
        "optional",
        "undefined",
        "default",
        "empty",
        "hidden",
        "redacted",
        "masked",
        "dummy",
        "sample",
        "placeholder",
        "your-password",
        "yourpassword",
        "mypassword",
    ]
)
