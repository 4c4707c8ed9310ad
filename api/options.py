"""How to serve: where to listen, who may ask, and the bounds of one request.

In: values the composition root read from the settings. Knows nothing of files or the environment.
"""

from dataclasses import dataclass, field

from api.identity import IdentityOptions
from api.signature import HookSecrets
from kg.errors import SettingsError
from kg.records.indexes import IndexFolder
from kg.schema.access import Principal

LOCAL = "local"
HOOKS, WIKI_HOOKS = "/hooks/gitlab", "/hooks/confluence"
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Key:
    """A bearer token by its SHA-256 (the token itself is not kept), and whom it stands for."""

    digest: bytes = field(repr=False)
    principal: Principal


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one request may ask for. Introspection by GraphQL tools needs a depth of about 20."""

    body_bytes: int = 256 * 1024
    tokens: int = 3_000
    nesting: int = 60
    """Braces, brackets and parentheses open at once in the text: the parser is recursive."""
    depth: int = 20
    fields: int = 2_000
    """Fields after every fragment is written out: doubling fragments and aliases count in full."""
    aliases: int = 60
    """Written in the document; a page of a tool has a handful."""
    top_fields: int = 30
    """Fields of the operation itself: each costs at least one statement."""
    cost: int = 30_000
    """Fields, each times the `first` of every connection above it."""
    deadline_seconds: float = 15.0
    requests_per_minute: int = 1_200
    upload_seconds: float = 600.0
    """Until a SCIP index has arrived; its size is the folder's own bound."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """One listening address. `hosts` are the names a request may use in its Host header."""

    host: str
    port: int
    local_key: Key | None
    """The token that `kg up` made; good on loopback only."""
    keys: tuple[Key, ...] = ()
    hosts: tuple[str, ...] = ()
    bounds: Bounds = Bounds()
    indexes: IndexFolder | None = None
    """Where uploaded SCIP indexes are kept; None: none are taken."""
    uploaders: frozenset[str] = frozenset({LOCAL})
    """Principals that may upload them."""
    hooks: HookSecrets | None = None
    """What GitLab signs its hooks with; None: none are taken."""
    wiki_hooks: tuple[bytes, ...] = field(default=(), repr=False)
    """What Confluence signs its webhooks with; none: none are taken."""
    ci: IdentityOptions | None = None
    """Whose CI jobs may ask for their projects; None: nobody's."""

    @property
    def open_doors(self) -> frozenset[str]:
        """Addresses of hooks that are taken: no bearer token, but a secret of their own that their route asks for."""
        doors = {HOOKS} if self.hooks is not None else set()
        return frozenset({*doors, WIKI_HOOKS} if self.wiki_hooks else doors)

    @property
    def on_loopback(self) -> bool:
        return self.host in LOOPBACK

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Names for the Host header."""
        return frozenset(self.hosts + LOOPBACK) if self.on_loopback else frozenset(self.hosts)

    @property
    def accepted_keys(self) -> tuple[Key, ...]:
        local = (self.local_key,) if self.local_key and self.on_loopback else ()
        return self.keys + local


def checked(options: ServeOptions) -> ServeOptions:
    """The options, or a SettingsError when they would serve strangers."""
    if not options.on_loopback and not options.keys:
        raise SettingsError(
            f"api: will not listen on {options.host}: beyond loopback every caller needs a key of its own;"
            " set KG_API_HOST=127.0.0.1, or KG_API_KEYS_FILE (a line each: NAME TOKEN)"
        )
    if not options.on_loopback and not options.hosts:
        raise SettingsError(
            f"api: will not listen on {options.host} under any name; set KG_API_HOSTS to the names it is called by"
        )
    if not options.accepted_keys:
        raise SettingsError("api: there is no token to accept; run `kg up`, which makes one")
    return options
