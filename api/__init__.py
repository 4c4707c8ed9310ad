"""Serve: GraphQL over HTTP. The only room that knows the web; never imports kg.ingest."""
