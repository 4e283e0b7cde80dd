"""Doctor: the sessions on a machine, which of them are broken, and their repair in the program's own files."""
