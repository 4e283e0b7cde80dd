"""The workbench against the real code of others: what it says is refused is refused, what it sends is what is sent.

Each oracle is a package that its own authors published: the AI SDK in four major versions with its provider packages
(through node), and validators and types in Python. `python -m tests.oracles --mutants 2000` asks all of them about
more broken histories than the test suite has time for.
"""
