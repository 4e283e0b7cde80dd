"""Say in words why a file was not written, for people who do not know the numbers of system errors."""

from __future__ import annotations

import errno
from pathlib import Path

from workbench.files import UnsafeDestinationError

_WORDS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk space of this user is used up",
    errno.EROFS: "the disk is read-only",
    errno.ENOENT: "the file is no longer there",
}


def in_words(reason: Exception) -> str:
    """Return a sentence without a period."""
    if not isinstance(reason, OSError) or isinstance(reason, UnsafeDestinationError):
        return str(reason)
    if isinstance(reason, PermissionError):
        folder = Path(str(reason.filename)).parent if reason.filename else "of the file"
        return f"this user may not write to the folder {folder}"
    return _WORDS.get(reason.errno or 0, str(reason.strerror or reason).lower())
