// Who reads a configuration key: put the key in the first line.
// mode: read
// params: -
// returns: key, reader, place
// room: browse
CYPHER 25
WITH 'refund.policy' AS key
MATCH (config:Config {name: key})<-[:READS]-(reader:Method|Class)
MATCH (:File|Class|Method)-[defines:DEFINES]->(reader)
RETURN config.name AS key, reader.qualified_name AS reader, reader.path + ':' + defines.start_line AS place
ORDER BY place
LIMIT 300
