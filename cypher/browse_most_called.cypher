// The methods that most others call.
// mode: read
// params: -
// returns: method, path, callers
// room: browse
CYPHER 25
MATCH (callee:Method)<-[:CALLS]-(caller:Method|Class)
WITH callee, count(caller) AS callers
RETURN callee.qualified_name AS method, callee.path AS path, callers
ORDER BY callers DESC, method, path
LIMIT 25
