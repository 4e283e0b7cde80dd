"""The workbench compared with the real code of others: its predicted refusals and its converted requests are correct.

Each oracle is a package that its own authors published: the AI SDK in four major versions with its provider packages
(through node), and validators and types in Python. `python -m tests.oracles --mutants 2000` asks all of them about
more broken histories than the test suite has time for.
"""
