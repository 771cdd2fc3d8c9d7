"""Ollama and its models, told and pulled, for several pages."""
