"""The text of a session file, if a repair can be written into it."""

from __future__ import annotations

from workbench.loading.archive import is_gzip, is_zip
from workbench.loading.containers import is_parquet, is_zstd
from workbench.sources.writing.changes import CannotBeWrittenError


def text_in(content: bytes) -> str:
    """Return the text of a file. Raise `CannotBeWrittenError` if its bytes are not a text, with what they are."""
    if is_gzip(content) or is_zip(content) or is_zstd(content):
        raise CannotBeWrittenError("the file is compressed; unpack it and repair the unpacked file")
    if is_parquet(content):
        raise CannotBeWrittenError("Parquet files can only be read; `workbench fix --messages` exports the repair")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise CannotBeWrittenError("the file is not UTF-8") from fault
