"""Names of calls that are too common to be noted everywhere: only in files that name their library."""

import re
from collections.abc import Mapping

_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "method"})
_UPPER_VERBS = frozenset({"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"})
_ROWS_WITH_ARGUMENT = frozenset(
    {
        "save", "saveAll", "saveAndFlush", "saveAllAndFlush", "findById", "findAllById", "findOne", "findBy",
        "getById", "getOne", "getReferenceById", "existsById", "exists", "deleteById", "deleteAllById",
        "deleteInBatch", "deleteAllInBatch", "delete", "insert", "insertAll",
    }
)  # fmt: skip
_ROWS_BARE = frozenset({"findAll", "count", "deleteAll"})
_PLUS = frozenset(
    {
        "insert", "deleteById", "deleteByMap", "delete", "deleteBatchIds", "deleteByIds", "updateById", "update",
        "selectById", "selectBatchIds", "selectByIds", "selectByMap", "selectOne", "selectCount", "selectList",
        "selectMaps", "selectObjs", "selectPage", "selectMapsPage", "exists", "save", "saveBatch", "saveOrUpdate",
        "saveOrUpdateBatch", "removeById", "removeByIds", "removeByMap", "removeBatchByIds", "updateBatchById",
        "getById", "getOne", "getMap", "getObj", "listByIds", "listByMap", "listMaps", "listObjs", "page",
        "selectAll", "selectByPrimaryKey", "selectByExample", "deleteByPrimaryKey", "updateByPrimaryKey",
        "updateByPrimaryKeySelective", "insertSelective", "deleteByExample", "selectCountByExample",
    }
)  # fmt: skip
_PLUS_BARE = frozenset({"list", "count", "lambdaQuery", "lambdaUpdate", "selectAll"})
_SESSION = frozenset(
    {"persist", "merge", "remove", "find", "getReference", "from", "count", "exists", "save", "load"}
)
_QUERYDSL = frozenset(
    {
        "from",
        "selectFrom",
        "join",
        "innerJoin",
        "leftJoin",
        "rightJoin",
        "fullJoin",
        "insert",
        "update",
        "delete",
    }
)
ROW_CALLS = _ROWS_WITH_ARGUMENT | _ROWS_BARE | _PLUS | _PLUS_BARE
"""What Spring Data and MyBatis-Plus give a class for the rows of its entity."""
SQL_BUILDER = frozenset(
    {
        "FROM", "UPDATE", "INSERT_INTO", "DELETE_FROM", "JOIN", "INNER_JOIN", "LEFT_OUTER_JOIN", "RIGHT_OUTER_JOIN",
        "OUTER_JOIN",
    }
)  # fmt: skip
"""Of MyBatis: `new SQL().SELECT("id").FROM("orders")`."""
_CALLS_BESIDE: Mapping[str, frozenset[str]] = {
    "RestTemplate": frozenset({"put", "headForHeaders", "optionsForAllow"}),
    "WebClient": frozenset({"create", "method", "get", "head", "options"}),
    "RestClient": frozenset({"create", "method", "get", "head", "options"}),
    "WebTestClient": frozenset({"method"}),
    "java.net.http": _UPPER_VERBS | {"newBuilder", "method"},
    "okhttp3": _VERBS,
    "RouterFunction": _UPPER_VERBS | {"path"},
    "MockMvc": _VERBS | {"options", "request", "multipart"},
    "BindingBuilder": frozenset({"bind", "to", "with"}),
    "QueueBuilder": frozenset({"durable", "nonDurable"}),
    "StreamsBuilder": frozenset({"stream", "table", "globalTable", "to"}),
    "KStream": frozenset({"to"}),
    "hutool": _VERBS | {"createGet", "createPost"},
    "Repo": _ROWS_WITH_ARGUMENT | _ROWS_BARE,
    "Dao": _ROWS_WITH_ARGUMENT | _ROWS_BARE,
    "Mapper": _PLUS | _PLUS_BARE,
    "com.baomidou": _PLUS | _PLUS_BARE,
    "EntityManager": _SESSION,
    "EntityTemplate": _SESSION,
    "querydsl": _QUERYDSL,
    "org.apache.ibatis.jdbc": SQL_BUILDER,
}
"""A word in the text of a file -> names."""

CALLS_BARE = _VERBS | _UPPER_VERBS | {"options"} | _ROWS_BARE | _PLUS_BARE
"""Those of them that say something without an argument, too."""


_SENDERS = ("KafkaTemplate", "RabbitTemplate", "AmqpTemplate", "JmsTemplate", "StreamBridge",
            "RocketMQTemplate", "PulsarTemplate", "SqsTemplate")  # fmt: skip
_TAKES_TEXT = re.compile(r"\b(\w+)\s*\(\s*(?:final\s+)?String\s+\w+")


def calls_beside(text: str) -> frozenset[str]:
    """What a file notes beside what every file does."""
    found = [names for word, names in _CALLS_BESIDE.items() if word in text]
    return frozenset().union(*found) if found else frozenset()


def helpers(text: str) -> frozenset[str]:
    """The methods that take a text first, of a file that names what sends: calls of them may say of what."""
    if not any(sender in text for sender in _SENDERS):
        return frozenset()
    return frozenset(_TAKES_TEXT.findall(text))
