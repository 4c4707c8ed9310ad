// What a class defines, and what it extends or implements: put its name below.
// mode: read
// params: -
// returns: members
// room: browse
CYPHER 25
WITH 'RefundService' AS name
MATCH members = (class:Class {name: name})-[:DEFINES|EXTENDS|IMPLEMENTS]->(:Class|Method)
USING INDEX SEEK class:Class(name)
RETURN members
LIMIT 300
