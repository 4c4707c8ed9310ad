"""Which files without marks of a format are documents, by path alone.

Asked of every file that no table knows, by whoever lists files: it needs nothing of what reads documents.
"""

import re

_PLAIN = re.compile(
    r"(?:^|/)(?:read-?me|notice|change(?:s|-?log)|history|news|install(?:ation|ing)?|contributing|hacking|upgrad(?:e|ing)"
    r"|security|architecture|design|release[-_ ]?notes?|run-?book|post-?mortem)(?:[-_.][\w.-]*)?$"
    r"|(?:^|/)(?:post-?mortems?|incidents?|run-?books?|adrs?)/[^/]+\.txt$",
    re.IGNORECASE,
)
_REPORT_FILE = re.compile(r"(?:^|/)(?:PM|INC|RCA)-?\d{4}-\d{1,4}\b[^/.]*$")
"""The id of an incident, and its name, in a file without an extension."""


def is_plain_document(path: str) -> bool:
    """Whether a file without marks of a format is a document: `README`, `NOTICE.txt`, a text in `runbooks/`."""
    return bool(_PLAIN.search(path) or _REPORT_FILE.search(path))
