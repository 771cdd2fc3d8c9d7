"""Language models of this computer, through Ollama: what is installed, and one call to it.

No prompt and no notebook is known here.
"""
