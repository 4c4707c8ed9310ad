"""From a question to evidence: scope -> recall -> rerank -> evidence. Never meets kg.ingest."""
