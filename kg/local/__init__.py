"""The managed local Neo4j: finds or fetches a JRE and the server's jars, starts and stops it."""
