"""What is left out by default: other people's code, build output, minified and binary files.

In: a path (and the set of all paths). Out: the reason to leave it out, or nothing. `!pattern` in
`.kgignore` and `linguist-vendored=false` switch a rule off; knows neither of them.
"""

from collections.abc import Set
from pathlib import PurePosixPath

VENDORED = frozenset(
    [
        "node_modules",
        "bower_components",
        "jspm_packages",
        "third_party",
        "thirdparty",
        "third-party",
        "site-packages",
        ".venv",
        "venv",
        "virtualenv",
        "_vendor",
        "__pycache__",
        "Pods",
        "Carthage",
        ".yarn",
        ".gradle",
        ".tox",
        ".nox",
        ".eggs",
        ".terraform",
    ]
)
"""Folders that hold other people's code wherever they stand."""

AMBIGUOUS = {
    "vendor": "vendored",
    "target": "build output",
    "build": "build output",
    "dist": "build output",
    "out": "build output",
}
"""Folders whose name is also a word of a domain: `src/main/java/acme/vendor` is code."""

_CODE_ROOTS = frozenset(("src", "java", "kotlin", "scala", "python", "lib", "app", "tests", "test"))

_LOCKS = frozenset(
    [
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "poetry.lock",
        "pipfile.lock",
        "uv.lock",
        "cargo.lock",
        "composer.lock",
        "gemfile.lock",
        "go.sum",
        "gradle.lockfile",
    ]
)

_BINARY = frozenset(
    [
        "png",
        "jpg",
        "jpeg",
        "gif",
        "bmp",
        "ico",
        "icns",
        "webp",
        "tif",
        "tiff",
        "psd",
        "ai",
        "eps",
        "pdf",
        "doc",
        "docx",
        "xls",
        "xlsx",
        "ppt",
        "pptx",
        "odt",
        "ods",
        "zip",
        "gz",
        "tgz",
        "bz2",
        "xz",
        "zst",
        "7z",
        "rar",
        "tar",
        "jar",
        "war",
        "ear",
        "aar",
        "apk",
        "class",
        "so",
        "dll",
        "dylib",
        "exe",
        "o",
        "a",
        "lib",
        "pyc",
        "pyo",
        "pyd",
        "whl",
        "egg",
        "woff",
        "woff2",
        "ttf",
        "otf",
        "eot",
        "mp3",
        "mp4",
        "avi",
        "mov",
        "mkv",
        "webm",
        "wav",
        "flac",
        "ogg",
        "bin",
        "dat",
        "db",
        "sqlite",
        "sqlite3",
        "mdb",
        "parquet",
        "avro",
        "orc",
        "npy",
        "npz",
        "pkl",
        "pickle",
        "pt",
        "pth",
        "onnx",
        "h5",
        "hdf5",
        "model",
        "safetensors",
        "keystore",
        "jks",
        "p12",
        "pfx",
        "der",
        "swf",
        "wasm",
        "iso",
        "dmg",
        "img",
    ]
)


def left_out(path: str, packages: Set[str]) -> tuple[str, str]:
    """The reason a path is left out and the folder or path it holds for; two empty texts if it is not.

    `packages`: folders with an `__init__.py`: a Python package called `build` is code.
    """
    parts = path.split("/")
    for depth, part in enumerate(parts[:-1]):
        folder = "/".join(parts[: depth + 1]) + "/"
        if part in VENDORED:
            return f"vendored ({part})", folder
        if part in AMBIGUOUS and folder not in packages and not _CODE_ROOTS.intersection(parts[:depth]):
            return f"{AMBIGUOUS[part]} ({part})", folder
    return _file_rule(parts[-1]), path


def _file_rule(name: str) -> str:
    lowered = name.lower()
    if lowered in _LOCKS:
        return "lock file"
    if lowered.endswith((".min.js", ".min.css", ".bundle.js", ".min.mjs", "-min.js")):
        return "minified"
    if lowered.endswith((".js.map", ".css.map")):
        return "source map"
    extension = PurePosixPath(lowered).suffix[1:]
    return "binary" if extension in _BINARY else ""
