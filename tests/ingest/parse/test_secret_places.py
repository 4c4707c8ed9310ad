"""Secrets that stand where no name before them tells: arguments, flags, rows of data, tables."""

import pytest

from kg.ingest.parse.redact import redact


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('connect("app", "CANARYhunter2");', "java"),
        ('DriverManager.getConnection("jdbc:mysql://db/shop", "app", "CANARYpw");', "java"),
        ('new UsernamePasswordCredentials("app", "CANARYpw".toCharArray())', "java"),
        ('Algorithm.HMAC256("CANARYkey")', "java"),
        ('if (password.equals("CANARYpw1")) {', "java"),
        ('requests.get(URL, auth=("app", "CANARYpw"))', "python"),
        ('token: str = "CANARY78"', "python"),
        ('key = b"CANARY80kkkk"  # secret key', "python"),
        ('"""The password is `CANARYpw1`."""', "python"),
        ("const password: string = `CANARYpw`;", "typescript"),
        ('req.SetBasicAuth("app", "CANARYpw")', "go"),
        ("curl -u CANARY:CANARYpw https://x", "shell"),
        ("psk = 'CANARY123def'", "python"),
        ("sshpass -p CANARYpw ssh x", "shell"),
        ("mysql -uroot -pCANARYpw shop", "shell"),
        ("docker login -u ci -p CANARYpw registry", "groovy"),
        ("http -a ci:CANARYpw https://x", "shell"),
        ('CMD ["run", "--db-password", "CANARYpw"]', "dockerfile"),
        ("| user | password |\n|---|---|\n| a | CANARYpw |", "markdown"),
        ("The admin password is CANARYpw1, keep it.", "markdown"),
        ("//npm.example.com/:_authToken=CANARY-4f0a", "properties"),
        ("CREATE USER app IDENTIFIED BY 'CANARYpw';", "sql"),
        ("ALTER ROLE app WITH PASSWORD 'CANARYpw';", "sql"),
        ("CREATE TABLE u (password varchar(60) DEFAULT 'CANARYpw');", "sql"),
        ("INSERT INTO u (id, password) VALUES (1, 'CANARYa'), (2, 'CANARYb');", "sql"),
        ("CREATE TABLE u (\n id int,\n pwd text\n);\nINSERT INTO `u` VALUES (1, 'CANARYpw');", "sql"),
        ("INSERT INTO other VALUES (1, 'CANARY7f9a2b1c');", "sql"),
    ],
)
def test_secrets_are_taken_out_by_their_place(text: str, language: str) -> None:
    """What a place holds is a secret there, and the text keeps its length."""
    clean = redact(text, language)
    assert "CANARY" not in clean
    assert len(clean) == len(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('connect("orders", "refunds");', "java"),
        ('getConnection("jdbc:h2:mem:test")', "java"),
        ('Map.of("0062_clear_secrets", "b")', "java"),
        ("ssh -p 2222 host && mkdir -p /opt/app1", "shell"),
        ("mysql -u root -p shop", "shell"),
        ("tool --password-file /run/secrets/pw --token $TOKEN", "shell"),
        ("| user | password |\n|---|---|\n| a | changeme |", "markdown"),
        ("| name | needs a password |\n|---|---|\n| orders2 | yes |", "markdown"),
        ("INSERT INTO u (id, name) VALUES (1, 'order-2024-a1b2c3');", "sql"),
        (
            "INSERT INTO m VALUES ('label.user2.password', NULL, '87638675-11fa-49e5-9bd1-d2524bf6fa45');",
            "sql",
        ),
        ("SELECT password FROM users WHERE name = 'admin';", "sql"),
    ],
)
def test_the_same_places_with_other_things_stay(text: str, language: str) -> None:
    """Ports, files, variables, dummies, ids and columns that are no secrets."""
    assert redact(text, language) == text
