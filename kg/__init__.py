"""kg: the knowledge graph of a company's source code, in Neo4j.

Data flows one way: source -> parse -> resolve -> enrich -> write -> publish,
then scope -> recall -> rerank -> evidence -> answer -> serve.
"""

__version__ = "0.1.0"
