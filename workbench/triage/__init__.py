"""Triage: many conversations → one table with a row each, and groups of the same cause.

`run` judges them as they come, `clusters` groups them, `paragraphs` tells each in words, `table` makes the table,
`repaired_copies` writes repaired copies, `report` writes all of it into one file.
"""
