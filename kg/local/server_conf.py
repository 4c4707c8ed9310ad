"""neo4j.conf of the managed server, as text: loopback only, bounded, and nothing sent anywhere. Pure."""

import os

from kg.local.options import BIND, LocalOptions

_MANY_CORES = 4


def server_conf(options: LocalOptions) -> str:
    """Written anew at each start, so that a setting takes effect with `kg down` and `kg up`."""
    lines = {
        "server.directories.data": options.data,
        "server.directories.logs": options.server / "logs",
        "server.directories.import": options.server / "import",
        "server.directories.plugins": options.server / "plugins",
        "server.default_listen_address": BIND,
        "server.default_advertised_address": BIND,
        "server.bolt.listen_address": f"{BIND}:{options.bolt_port}",
        "server.bolt.advertised_address": f"{BIND}:{options.bolt_port}",
        "server.http.listen_address": f"{BIND}:{options.http_port}",
        "server.http.advertised_address": f"{BIND}:{options.http_port}",
        "server.https.enabled": "false",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "dbms.fleet_manager.enabled": "false",
        "server.fleet_discovery.enabled": "false",
        # No proxy stands before it, so nobody's X-Forwarded headers are believed.
        "server.http.x_forward.enabled": "false",
        "dbms.security.http_access_control_allow_origin": f"http://{BIND}:{options.http_port}",
        "browser.remote_content_hostname_whitelist": "localhost",
        # The default is Cypher 5: a query pasted into Browser would not know SEARCH.
        "db.query.default_language": "CYPHER_25",
        "server.memory.pagecache.size": f"{options.page_cache_mb}m",
        # Unlimited by default: one careless query could take the whole heap, or for ever.
        "db.memory.transaction.max": f"{options.transaction_max_mb}m",
        "db.transaction.timeout": "600s",
        "db.lock.acquisition.timeout": "60s",
        # LOAD CSV read a host file: no files, and no addresses either.
        "dbms.security.allow_csv_import_from_file_urls": "false",
        "internal.dbms.cypher_ip_blocklist": "0.0.0.0/0,::/0",
        "db.tx_log.rotation.retention_policy": "2 files",
        # Else each of the two databases takes 256 MB of disk at once.
        "db.tx_log.preallocate": "false",
    }
    return "".join(f"{name}={value}\n" for name, value in lines.items())


def jvm_flags(options: LocalOptions, vector: bool) -> list[str]:
    """What Neo4j asks of the JVM; the vector module only where the JRE has it."""
    opened = ("java.nio", "java.io", "sun.nio.ch", "java.lang", "java.util.concurrent")
    return [
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in opened),
        "--enable-native-access=ALL-UNNAMED",
        *(["--add-modules=jdk.incubator.vector"] if vector else []),
        f"-Xms{min(256, options.heap_mb)}m",
        f"-Xmx{options.heap_mb}m",
        *_small_machine(),
        "-XX:+ExitOnOutOfMemoryError",
        "-Dfile.encoding=UTF-8",
    ]


def _small_machine() -> list[str]:
    """With fewer than four cores the collector's and the compiler's own threads take what queries
    need: measured on two, a first load after a start costs a fifth less CPU this way."""
    if (os.cpu_count() or 1) >= _MANY_CORES:
        return ["-XX:+UseG1GC"]
    return ["-XX:+UseParallelGC", "-XX:CompileThresholdScaling=3"]
