"""Decode bytes to text: UTF-8 unless the bytes show another encoding. Binary files are refused by their kind."""

from __future__ import annotations

import codecs

from workbench.conversation import Note
from workbench.loading.error import BINARY, LoadError

_MARKS = (  # the UTF-32 marks first: the little-endian one begins with the UTF-16 mark
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY = (
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF", "a PDF document"),
    (b"\x7fELF", "a program"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"BZh", "a bzip2 archive"),
)
_STARTS = ("{", "[", '"')
_SAMPLE = 4096
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\f\x1b\0")


def decode(data: bytes) -> tuple[str, list[Note]]:
    """Return the text of a file, with a note if its encoding had to be guessed."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding) or _loosely(data[len(mark) :], encoding)
    wide = _wide_encoding(data[:_SAMPLE])
    if wide and (decoded := _strictly(data, wide)):
        return decoded
    if _is_binary(data):
        raise _not_text(data)
    return _strictly(data, "utf-8") or _with_stray_bytes(data)


def is_plain(data: bytes) -> bool:
    """Whether `decode` returns exactly these bytes as UTF-8."""
    if data.startswith(codecs.BOM_UTF8) or _wide_encoding(data[:_SAMPLE]) or _is_binary(data):
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False


def encoding_of(data: bytes) -> str | None:
    """Return the encoding in which the text of a file can be written back, or None if its bytes are not all text."""
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    encoding = marked or _wide_encoding(data[:_SAMPLE]) or "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return encoding if marked or encoding == "utf-8" or text.lstrip()[:1] in _STARTS else None


def without_mark(data: bytes) -> bytes:
    """Remove the UTF-8 byte order mark, which the fast reader does not accept."""
    return data[len(codecs.BOM_UTF8) :] if data.startswith(codecs.BOM_UTF8) else data


def _strictly(data: bytes, encoding: str) -> tuple[str, list[Note]] | None:
    """Decode, or return None if the bytes are invalid. A character cut off by the end of the file is left out.

    The reader reports the cut later.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        return decoder.decode(data), []
    except UnicodeDecodeError:
        return None


def _loosely(data: bytes, encoding: str) -> tuple[str, list[Note]]:
    text = data.decode(encoding, "replace")
    return text, [Note("encoding", f"some bytes are not valid {encoding}; each is shown as U+FFFD")]


def _wide_encoding(sample: bytes) -> str | None:
    """Recognise UTF-16 and UTF-32 by the positions of their zero bytes, because JSON is mostly ASCII."""
    if len(sample) < 4 or 0 not in sample or not any(sample):
        return None
    if sample[:3] == b"\0\0\0":
        return "utf-32-be"
    if sample[1:4] == b"\0\0\0":
        return "utf-32-le"
    half = len(sample) // 2
    if sample[1::2].count(0) > half * 0.4 > sample[0::2].count(0):
        return "utf-16-le"
    if sample[0::2].count(0) > half * 0.4 > sample[1::2].count(0):
        return "utf-16-be"
    return None


def _with_stray_bytes(data: bytes) -> tuple[str, list[Note]]:
    """Decode text that is mostly UTF-8 with its stray bytes as lone surrogates, any other as an old Windows file."""
    try:
        return data.decode("utf-8", "surrogatepass"), []
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
    stray = sum("\udc80" <= character <= "\udcff" for character in text)
    if sum(character > "\x7f" for character in text) > 2 * stray:
        return text, [Note("encoding", f"{stray} bytes are not valid UTF-8; each is kept as a lone surrogate")]
    note = Note("encoding", "the file is not UTF-8; it was read as Windows-1252 (Latin-1)")
    try:
        return data.decode("cp1252"), [note]
    except UnicodeDecodeError:
        return data.decode("latin-1"), [note]


def _is_binary(data: bytes) -> bool:
    if any(data.startswith(magic) for magic, _ in _BINARY):
        return True
    sample = data[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return controls * 20 > len(sample) or sample.count(0) * 10 > len(sample)


def _not_text(data: bytes) -> LoadError:
    if not data.strip(b"\0"):
        cause = "a crash probably prevented saving it; restore a copy"
        return LoadError("nothing but zero bytes", "text (JSON, JSONL, a log)", cause, line=1, column=1)
    kind = next((kind for magic, kind in _BINARY if data.startswith(magic)), BINARY)
    guess = "unpack it first" if "archive" in kind else "export the conversation as JSON and load that"
    return LoadError(kind, "text (JSON, JSONL, a log)", guess, line=1, column=1)
