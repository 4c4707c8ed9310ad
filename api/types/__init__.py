"""The GraphQL types. Every field says what it is; records of kg.schema become types here and only here."""
