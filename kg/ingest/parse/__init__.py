"""Bytes -> Facts, one adapter a language or format. Never raises for bad input; knows no Neo4j."""
