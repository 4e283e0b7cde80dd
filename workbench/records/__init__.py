"""Records: which lines, rows or nodes of a file each message was read from, and which of them are not sent."""
