"""Which language a path is, and which adapter reads it. A flat table; knows no grammar."""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from kg.ingest.parse.documents.plain_names import is_plain_document
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

Adapter = Callable[[Unit], Facts]

_BY_NAME = {
    "dockerfile": "dockerfile",
    "makefile": "make",
    "gnumakefile": "make",
    "crontab": "crontab",
    "jenkinsfile": "groovy",
    "gemfile": "ruby",
    "rakefile": "ruby",
    "cmakelists.txt": "cmake",
    ".env": "env",
    ".kg.yaml": "kg.yaml",
    "codeowners": "codeowners",
    "go.mod": "go.mod",
    "go.work": "go.mod",
    "package.json": "npm",
    "tsconfig.json": "tsconfig",
    "jsconfig.json": "tsconfig",
}

_BY_EXTENSION = {
    "java": "java",
    "py": "python",
    "pyi": "python",
    "md": "markdown",
    "markdown": "markdown",
    "mdx": "markdown",
    "properties": "properties",
    "yml": "yaml",
    "yaml": "yaml",
    "env": "env",
    "kt": "kotlin",
    "kts": "kotlin",
    "scala": "scala",
    "groovy": "groovy",
    "gradle": "groovy",
    "js": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "ts": "typescript",
    "mts": "typescript",
    "cts": "typescript",
    "tsx": "typescript",
    "vue": "vue",
    "go": "go",
    "rs": "rust",
    "cs": "c#",
    "c": "c",
    "h": "c",
    "cc": "c++",
    "cpp": "c++",
    "cxx": "c++",
    "hpp": "c++",
    "hh": "c++",
    "hxx": "c++",
    "rb": "ruby",
    "rake": "ruby",
    "gemspec": "ruby",
    "php": "php",
    "swift": "swift",
    "sql": "sql",
    "xml": "xml",
    "json": "json",
    "json5": "json",
    "jsonc": "json",
    "toml": "toml",
    "ini": "ini",
    "cfg": "ini",
    "conf": "conf",
    "html": "html",
    "css": "css",
    "scss": "scss",
    "less": "less",
    "sh": "shell",
    "bash": "shell",
    "mk": "make",
    "cron": "crontab",
    "crontab": "crontab",
    "bpmn": "xml",
    "bat": "batch",
    "ps1": "powershell",
    "proto": "protobuf",
    "graphql": "graphql",
    "tf": "hcl",
    "tfvars": "hcl",
    "hcl": "hcl",
    "rst": "restructuredtext",
    "rest": "restructuredtext",
    "adoc": "asciidoc",
    "asciidoc": "asciidoc",
    "asc": "asciidoc",
    "xhtml": "html",
    "confluence": "confluence",
    "txt": "text",
    "csv": "csv",
    "tsv": "csv",
    "ipynb": "notebook",
}

_ADAPTERS = {
    "java": ("kg.ingest.parse.java", "parse_java"),
    "kotlin": ("kg.ingest.parse.kotlin", "parse_kotlin"),
    "python": ("kg.ingest.parse.python", "parse_python"),
    "go": ("kg.ingest.parse.go", "parse_go"),
    "go.mod": ("kg.ingest.parse.go", "parse_go_module"),
    "protobuf": ("kg.ingest.parse.proto", "parse_proto"),
    "typescript": ("kg.ingest.parse.typescript", "parse_typescript"),
    "javascript": ("kg.ingest.parse.typescript", "parse_typescript"),
    "npm": ("kg.ingest.parse.jobs.npm", "parse_npm"),
    "tsconfig": ("kg.ingest.parse.typescript.project", "parse_project"),
    "markdown": ("kg.ingest.parse.documents.markdown", "parse_markdown"),
    "restructuredtext": ("kg.ingest.parse.documents.restructured_text", "parse_restructured_text"),
    "asciidoc": ("kg.ingest.parse.documents.asciidoc", "parse_asciidoc"),
    "confluence": ("kg.ingest.parse.documents.confluence", "parse_confluence"),
    "notebook": ("kg.ingest.parse.documents.notebook", "parse_notebook"),
    "glossary": ("kg.ingest.parse.glossary_files", "parse_glossary"),
    "plaintext": ("kg.ingest.parse.documents.plain", "parse_text"),
    "properties": ("kg.ingest.parse.properties", "parse_properties"),
    "env": ("kg.ingest.parse.properties", "parse_env"),
    "yaml": ("kg.ingest.parse.yaml", "parse_yaml"),
    "json": ("kg.ingest.parse.json", "parse_json"),
    "toml": ("kg.ingest.parse.toml", "parse_toml"),
    "ini": ("kg.ingest.parse.ini", "parse_ini"),
    "xml": ("kg.ingest.parse.xml", "parse_xml"),
    "hcl": ("kg.ingest.parse.hcl", "parse_hcl"),
    "dockerfile": ("kg.ingest.parse.dockerfile", "parse_dockerfile"),
    "kg.yaml": ("kg.ingest.parse.repo_settings", "parse_repo_settings"),
    "sql": ("kg.ingest.parse.sql.file", "parse_sql"),
    "shell": ("kg.ingest.parse.jobs.shell", "parse_shell"),
    "make": ("kg.ingest.parse.jobs.make", "parse_make"),
    "groovy": ("kg.ingest.parse.jobs.jenkins", "parse_groovy"),
    "crontab": ("kg.ingest.parse.jobs.crontab", "parse_crontab"),
    "codeowners": ("kg.ingest.parse.code_owners", "parse_code_owners"),
    "rust": ("kg.ingest.parse.scm", "parse_scm"),
    "c#": ("kg.ingest.parse.scm", "parse_scm"),
    "php": ("kg.ingest.parse.scm", "parse_scm"),
    "ruby": ("kg.ingest.parse.scm", "parse_scm"),
    "scala": ("kg.ingest.parse.scm", "parse_scm"),
    "c": ("kg.ingest.parse.scm", "parse_scm"),
    "c++": ("kg.ingest.parse.scm", "parse_scm"),
}


def language_of(path: str) -> str:
    """The language by file name, then by extension; empty when unknown."""
    name = path.rpartition("/")[2].lower()
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name.startswith(("tsconfig.", "jsconfig.")) and name.endswith(".json"):
        return "tsconfig"
    if name.startswith(".env.") or name.startswith("dockerfile."):
        return "env" if name.startswith(".env.") else "dockerfile"
    language = _BY_EXTENSION.get(name.rpartition(".")[2], "") if "." in name else ""
    return "plaintext" if language in ("", "text") and is_plain_document(path) else language


def language_in(path: str, text: str) -> str:
    """The language of a path, once its text is known: a page of Confluence has no extension of its own."""
    language = language_of(path)
    if language in ("xml", "html", "") and ("<ac:" in text or "<ri:" in text):
        return "confluence"
    return language


def has_adapter(language: str) -> bool:
    return language in _ADAPTERS


def adapter(language: str) -> Adapter:
    """The adapter of a language, imported at first use: a worker that sees no YAML loads no YAML."""
    module, function = _ADAPTERS[language]
    return cast(Adapter, getattr(import_module(module), function))
