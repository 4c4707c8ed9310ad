"""Id tokens as GitLab's CI makes them, and the keys that it publishes for them."""

import json
import time
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

NAME = "key-of-the-tests"
COMMIT = "c" * 40


class Signer:
    """One key pair; `public` is what `/oauth/discovery/keys` gives."""

    def __init__(self) -> None:
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        shown = json.loads(RSAAlgorithm.to_jwk(self.key.public_key()))
        self.public = {"keys": [{**shown, "kid": NAME, "use": "sig", "alg": "RS256"}]}

    def token(self, issuer: str, project: int, path: str, **more: Any) -> str:
        at = int(time.time())
        claims = {
            "iss": issuer,
            "aud": "kg",
            "sub": f"project_path:{path}:ref_type:branch:ref:main",
            "iat": at,
            "nbf": at,
            "exp": at + 300,
            "project_id": str(project),
            "project_path": path,
            "ref": "main",
            "ref_type": "branch",
            "sha": COMMIT,
            "user_email": "kim@example.org",
        }
        given = {name: value for name, value in (claims | more).items() if value is not None}
        return jwt.encode(given, self.key, "RS256", {"kid": NAME})
