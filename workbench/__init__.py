"""The conversation workbench: what happened to a chat history on its way to the model and back.

Importing the package loads nothing heavy: each part is imported where it is used.
"""

__version__ = "0.1.0"
