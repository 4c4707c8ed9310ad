// Give every version of a repository the service and owner of its path, a batch at a time; what is right is left.
// mode: write
// params: fence, limit, owners, repo, services
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  MATCH (a:Artifact)
  USING INDEX SEEK a:Artifact(repo, origin)
  WHERE a.repo = $p.repo AND a.origin IS NOT NULL
  WITH a, $p.services[coalesce(a.path, '')] AS service, $p.owners[coalesce(a.path, '')] AS owner
  WHERE coalesce(a.service, '') <> coalesce(service, '') OR coalesce(a.owner_team, '') <> coalesce(owner, '')
  WITH a, service, owner LIMIT $p.limit
  SET a.service = service, a.owner_team = owner
  RETURN count(*) AS changed
}
RETURN changed
