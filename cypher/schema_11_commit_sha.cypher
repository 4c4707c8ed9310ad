// A commit of a repository is one node.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE CONSTRAINT commit_sha IF NOT EXISTS FOR (c:Commit) REQUIRE (c.repo, c.sha) IS UNIQUE
