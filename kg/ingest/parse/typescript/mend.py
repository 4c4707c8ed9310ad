"""What the grammars cannot parse is blanked or renamed, byte for byte, before parsing.

Only the parser sees the mended bytes: positions and stored texts stay those of the original.
"""

import re

_USING = re.compile(rb"(?<![\w.$])(?:await[ \t]+)?using(?=[ \t]+[A-Za-z_$][\w$]*[ \t]*[=:])")
_EXPORT_TYPE_ALL = re.compile(rb"(?<=\bexport )type(?=[ \t]*\*)")
_CONFLICT = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?:[ \t][^\n]*)?$", re.MULTILINE)
_TYPE_OF_IMPORT = re.compile(rb"(?<=<)typeof import\([^()\n]*\)(?=>\()")
_SIGNATURE = re.compile(rb"(?<=[\w\])>}?])[ \t]*\n(?:[ \t]*(?://[^\n]*)?\n)*[ \t]*([ \t])(?=<[\w\s])")


def mend(data: bytes) -> bytes:
    """`using` reads like `const`, `export type *` like `export *`, conflict markers not at all."""
    if b"using " in data:
        data = _USING.sub(lambda match: b"const".ljust(len(match[0])), data)
    if b"export type" in data:
        data = _EXPORT_TYPE_ALL.sub(b"    ", data)
    if b"<typeof import(" in data:
        data = _TYPE_OF_IMPORT.sub(lambda match: b"any".ljust(len(match[0])), data)
    if b"<<<<<<<" in data or b">>>>>>>" in data:
        data = _CONFLICT.sub(lambda match: b" " * len(match[0]), data)
    return data


def mend_broken(data: bytes) -> bytes:
    """A call signature that begins with its type parameters, after one without a semicolon.

    Only worth looking for where the tree has errors; JSX must not be given, whose lines look alike.
    """
    return _SIGNATURE.sub(lambda match: match[0][:-1] + b";", data)
