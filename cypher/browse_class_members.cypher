// What a class defines, and what it extends: put its name in the first line.
// mode: read
// params: -
// returns: members
// room: browse
CYPHER 25
WITH 'RefundService' AS name
MATCH members = (:Class {name: name})-[:DEFINES|EXTENDS|IMPLEMENTS]->(:Class|Method)
RETURN members
LIMIT 300
