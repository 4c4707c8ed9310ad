"""From a repository to rows of the graph: source -> parse -> resolve -> enrich -> write."""
