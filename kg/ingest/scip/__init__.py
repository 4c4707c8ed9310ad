"""SCIP indexes: what a compiler says a name refers to, read and laid over our own resolution."""
