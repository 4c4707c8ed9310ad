// Who reads a configuration key, and in which lines: put the key below.
// mode: read
// params: -
// returns: key, reader, places
// room: browse
CYPHER 25
WITH 'refund.policy' AS key
MATCH (config:Config {name: key})<-[read:READS]-(reader:Method|Class)
USING INDEX SEEK config:Config(name)
MATCH (:File|Class|Method)-[defines:DEFINES]->(reader)
RETURN config.name AS key, reader.qualified_name AS reader,
  [site IN coalesce(read.sites, [0]) | reader.path + ':' + (defines.start_line + site)] AS places
ORDER BY reader, places
LIMIT 300
