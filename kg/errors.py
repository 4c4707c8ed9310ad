"""Every error kg raises on purpose, in one tree.

    KgError                     code, temporary, and what to do next in its text
    ├── SettingsError           a setting is missing or wrong
    ├── SourceError             a repository cannot be read
    │   └── SourceUnavailable   (temporary) its host does not answer
    ├── StubError               a jar or a pom.xml cannot be read
    ├── IndexRefused            a SCIP index is damaged, too large, or of another commit
    ├── GraphError              Neo4j said no
    │   ├── GraphUnavailable    (temporary) no connection
    │   ├── GraphTimeout        (temporary) a statement took too long
    │   └── GraphTooOld         the server lacks what kg needs
    ├── FenceLost               (temporary) another writer took over the lease
    ├── Overtaken               (temporary) another run moved the repository meanwhile
    ├── SnapshotGone            the snapshot is no longer kept
    ├── GateFailed              a candidate broke a bound, and is not published
    ├── SnapshotPinned          a snapshot that is pinned is in the way
    ├── CursorRefused           a page's cursor is not of this list, caller or server
    ├── Forbidden               the caller is no operator
    ├── ModelError              an embedding or language model failed
    │   └── ModelUnavailable    (temporary) no answer from it
    ├── RecordsError            the SQL database said no
    │   └── RecordsUnavailable  (temporary) it is locked, full or away
    ├── JobRefused              a job is in no state for what is asked of it
    ├── QuestionError           the text has nothing to search for
    ├── NotFound                absent, or not visible to the asker: the same answer
    └── LocalError              the local Neo4j cannot be fetched, started or stopped

An error says what was being done, with what, and what to do next. `code` is what GraphQL and
`--json` show; `temporary` says whether a retry may help.
"""


class KgError(Exception):
    code = "INTERNAL"
    temporary = False
    exit_code = 1


class SettingsError(KgError):
    code = "SETTINGS"
    exit_code = 2


class SourceError(KgError):
    code = "SOURCE"
    exit_code = 3


class SourceUnavailable(SourceError):
    code = "SOURCE_UNAVAILABLE"
    temporary = True


class StubError(KgError):
    code = "STUBS"
    exit_code = 11


class IndexRefused(KgError):
    code = "INDEX"
    exit_code = 12


class GraphError(KgError):
    code = "GRAPH"
    exit_code = 4


class GraphUnavailable(GraphError):
    code = "GRAPH_UNAVAILABLE"
    temporary = True


class GraphTimeout(GraphError):
    code = "GRAPH_TIMEOUT"
    temporary = True


class GraphTooOld(GraphError):
    code = "GRAPH_TOO_OLD"


class FenceLost(KgError):
    code = "FENCE_LOST"
    temporary = True
    exit_code = 5


class Overtaken(KgError):
    code = "OVERTAKEN"
    temporary = True
    exit_code = 15


class SnapshotGone(KgError):
    code = "SNAPSHOT_GONE"
    exit_code = 6


class GateFailed(KgError):
    code = "GATE"
    exit_code = 14


class SnapshotPinned(KgError):
    code = "SNAPSHOT_PINNED"
    exit_code = 6


class Forbidden(KgError):
    code = "FORBIDDEN"
    exit_code = 13


class CursorRefused(KgError):
    code = "CURSOR"
    exit_code = 2


class ModelError(KgError):
    code = "MODEL"
    exit_code = 7


class ModelUnavailable(ModelError):
    code = "MODEL_UNAVAILABLE"
    temporary = True


class RecordsError(KgError):
    code = "RECORDS"
    exit_code = 10


class RecordsUnavailable(RecordsError):
    code = "RECORDS_UNAVAILABLE"
    temporary = True


class JobRefused(KgError):
    code = "JOB"
    exit_code = 14


class QuestionError(KgError):
    code = "QUESTION"
    exit_code = 2


class NotFound(KgError):
    code = "NOT_FOUND"
    exit_code = 8


class LocalError(KgError):
    code = "LOCAL"
    exit_code = 9
