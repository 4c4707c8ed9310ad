// What the vector text of some versions is made of; the beginning of a body is enough.
// mode: read
// params: vids, characters
// returns: vid, kind, uid, name, qualified_name, origin, path, language, form, text, signature, doc_comment, annotations, values, complexity
// room: publish
CYPHER 25
UNWIND $p.vids AS vid
MATCH (a:Artifact {vid: vid})
RETURN a.vid AS vid, a.kind AS kind, a.uid AS uid, a.name AS name, a.qualified_name AS qualified_name,
       a.origin AS origin, coalesce(a.path, '') AS path, coalesce(a.language, '') AS language,
       coalesce(a.form, '') AS form, left(coalesce(a.text, ''), $p.characters) AS text,
       coalesce(a.signature, '') AS signature, left(coalesce(a.doc_comment, ''), $p.characters) AS doc_comment,
       coalesce(a.annotations, []) AS annotations, coalesce(a.values, []) AS values,
       coalesce(a.complexity, 0) AS complexity
