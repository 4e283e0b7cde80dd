"""Fuzzing: real histories, changed in structure, through everything that the product does with a file.

`mutations` changes a document, `path` drives it through the product, `promises` states what must hold, `minimise` makes
a failing document small, `runner` counts and reports.
"""
