// Which build files name a library, and in which version: put its name below.
// mode: read
// params: -
// returns: library, repo, path, version
// room: browse
CYPHER 25
WITH 'spring-kafka' AS name
MATCH (library:Library {name: name})<-[named:DEPENDS_ON]-(file:File)
USING INDEX SEEK library:Library(name)
RETURN library.name AS library, file.repo AS repo, file.path AS path, coalesce(named.version, '') AS version
ORDER BY repo, path
LIMIT 300
