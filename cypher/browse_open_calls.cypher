// Calls that lead out of the known code: what they name, why they are open, and where one of them is.
// mode: read
// params: -
// returns: reason, name, sites, example
// room: browse
CYPHER 25
MATCH (:File|Class|Method)-[defines:DEFINES]->(caller:Method|Class)
UNWIND defines.open_sites AS site
WITH split(site, ' ') AS words, caller, defines, site
WITH words[1] AS reason, substring(site, size(words[0]) + size(words[1]) + 2) AS name,
  caller.path + ':' + (defines.start_line + toInteger(split(site, ':')[0])) AS place
RETURN reason, name, count(*) AS sites, min(place) AS example
ORDER BY sites DESC, name, reason
LIMIT 100
