"""Judge many conversations, list them in one table and group them by cause.

`run` judges them, `clusters` groups them, `paragraphs` describes them in words, `table` makes the table,
`repaired_copies` writes repaired copies, and `report` writes everything into one file.
"""
