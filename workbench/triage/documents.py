"""What a batch is made of: files, folders, archives and uploads → documents, each found again by its name."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from workbench.conversation import Conversation
from workbench.loading import LoadError, load_all
from workbench.loading.archive import is_zip
from workbench.loading.folder import files_in, is_known
from workbench.loading.inputs import documents
from workbench.triage.case import Case

_MAGIC = 4


@dataclass(frozen=True, slots=True)
class Given:
    """A file, or the bytes of an upload or of a member of an archive."""

    name: str
    content: Path | bytes

    @property
    def size(self) -> int:
        return len(self.content) if isinstance(self.content, bytes) else self.content.stat().st_size

    def items(self) -> Iterator[Conversation | LoadError]:
        return load_all(self.content, self.name)


def given(paths: Sequence[str | Path], below: bool = False) -> list[Given]:
    """The files that the paths name; those inside a folder one by one. A folder without any stays, to be reported.

    Named as on the command line, or by their place `below` the folder.
    """
    found: list[Given] = []
    for path in map(Path, paths):
        inside = list(files_in(path)) if path.is_dir() else []
        found += [Given(file.relative_to(path).as_posix() if below else str(file), file) for file in inside]
        if not inside:
            found.append(Given(path.name if below else str(path), path))
    return found


def opened(sources: Iterable[Given]) -> Iterator[Given | LoadError]:
    """The same with the members of archives in the place of the archive, and what cannot be unpacked in its place."""
    for source in sources:
        if not _is_archive(source):
            yield source
            continue
        for document in documents(source.content, source.name):
            if isinstance(document, LoadError):
                yield document
            else:
                content = document.content
                yield Given(document.name, content if isinstance(content, bytes) else content.encode())


def conversation_of(case: Case, sources: Sequence[Given]) -> Conversation | None:
    """The conversation of a case, read again; None if the file has changed or gone meanwhile."""
    for source in opened([one for one in sources if case.document.startswith(one.name)]):
        if isinstance(source, Given) and source.name == case.document:
            item = next(islice(source.items(), case.number, None), None)
            return item if isinstance(item, Conversation) else None
    return None


def _is_archive(source: Given) -> bool:
    if isinstance(source.content, bytes):
        return is_zip(source.content)
    try:
        with source.content.open("rb") as file:
            return is_zip(file.read(_MAGIC))
    except OSError:
        return False


def size_in_documents(sources: Iterable[Given]) -> int:
    """How many documents there are, without unpacking any: an archive knows its members."""
    return sum(_members(source) if _is_archive(source) else 1 for source in sources)


def _members(source: Given) -> int:
    content = source.content
    try:
        with zipfile.ZipFile(io.BytesIO(content) if isinstance(content, bytes) else content) as archive:
            return max(1, sum(is_known(name) for name in archive.namelist()))
    except (zipfile.BadZipFile, OSError, ValueError):
        return 1
