// Calls that lead out of the known code, by what they name and why they are open.
// mode: read
// params: -
// returns: reason, name, sites, example
// room: browse
CYPHER 25
MATCH (:File|Class|Method)-[defines:DEFINES]->(caller:Method|Class)
UNWIND defines.open_sites AS site
WITH split(site, ' ') AS words, caller.path + ':' + (defines.start_line + toInteger(split(site, ':')[0])) AS place
WITH words[1] AS reason, words[2] AS name, count(*) AS sites, min(place) AS example
RETURN reason, name, sites, example
ORDER BY sites DESC, name
LIMIT 100
