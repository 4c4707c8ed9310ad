"""From rows to a published snapshot: lease, candidate, pointer, follow, rollback, truncate."""
