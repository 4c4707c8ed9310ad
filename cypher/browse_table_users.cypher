// Who reads or writes a table: methods, statements, and the methods that run them: put its name below.
// mode: read
// params: -
// returns: users
// room: browse
CYPHER 25
WITH 'refunds' AS name
MATCH users = (table:Table {name: name}) (()<-[:QUERIES|EXECUTES]-(:Method|Class|Statement)){1,2} (:Method|Class|Statement)
USING INDEX SEEK table:Table(name)
RETURN users
LIMIT 300
