"""Settings that JavaScript and Go code reads by libraries."""

from tests.ingest.resolve.test_keys import reads


def keys(path: str, text: str) -> list[tuple[str, tuple[int, ...]]]:
    """The keys a file reads, with their lines."""
    return sorted((target.partition(":")[2], sites) for _, target, _, sites in reads({path: text}))


def test_nest_and_node_config_are_asked_by_key() -> None:
    """In files that import them, on an object that is called so; any other `get` reads nothing."""
    nest = (
        'import { ConfigService } from "@nestjs/config";\n'
        "class A {\n  constructor(private configService: ConfigService) {}\n"
        '  f() {\n    return this.configService.get<string>("db.host") + cache.get("x");\n  }\n}\n'
    )
    assert keys("a.ts", nest) == [("db.host", (1,))]
    assert keys("b.js", "const config = require('config');\nexports.port = config.get('web.port');\n") == [
        ("web.port", (1,))
    ]
    assert keys("c.js", "const config = new Map();\nexports.port = config.get('web.port');\n") == []


def test_viper_is_asked_by_key() -> None:
    """By text or a constant, under the name of its import; another package's `GetString` reads nothing."""
    code = (
        'package a\nimport (\n\tv "github.com/spf13/viper"\n\t"x/y"\n)\nconst portKey = "web.port"\n'
        'func F() {\n\tv.GetString("db.host")\n\tv.GetInt(portKey)\n\ty.GetString("z")\n}\n'
    )
    assert keys("a/a.go", code) == [("db.host", (1,)), ("web.port", (2,))]
