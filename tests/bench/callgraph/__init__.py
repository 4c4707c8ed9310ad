"""`make bench-callgraph`: the call graph against the compilers' own, a module for each part."""
