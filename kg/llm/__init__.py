"""The only room that knows a model: embeddings now, language models with the answers."""
