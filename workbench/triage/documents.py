"""Turn the files, folders, archives and uploads of a batch into documents that can be found again by name."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from workbench.conversation import Conversation
from workbench.loading import LoadError, load_all
from workbench.loading.archive import is_zip
from workbench.loading.folder import files_and_sessions_in, is_known
from workbench.loading.inputs import documents
from workbench.loading.session_folders import is_session_folder
from workbench.triage.case import Case

_MAGIC_BYTES = 4


@dataclass(frozen=True, slots=True)
class BatchFile:
    """A file on disk, or the bytes of an upload or of an archive's member."""

    name: str
    content: Path | bytes

    @property
    def size(self) -> int:
        return len(self.content) if isinstance(self.content, bytes) else self.content.stat().st_size

    def items(self) -> Iterator[Conversation | LoadError]:
        return load_all(self.content, self.name)


def batch_files(paths: Sequence[str | Path], below: bool = False) -> list[BatchFile]:
    """Return the files at the paths, including each file in a folder. An empty folder is kept, so that it is reported.
    A folder whose files are one session is kept as a whole.

    Files are named as on the command line or, if `below` is set, by their path below the folder.
    """
    files: list[BatchFile] = []
    for path in map(Path, paths):
        contained = list(files_and_sessions_in(path)) if path.is_dir() and not is_session_folder(path) else []
        files += [BatchFile(file.relative_to(path).as_posix() if below else str(file), file) for file in contained]
        if not contained:
            files.append(BatchFile(path.name if below else str(path), path))
    return files


def with_unique_names(sources: Iterable[BatchFile]) -> list[BatchFile]:
    """Return the files, each with a name of its own: two customers may send a file of the same name.

    A case, its row and its repaired copy are found by the name of the file.
    """
    named: dict[str, BatchFile] = {}
    numbers: Counter[str] = Counter()
    for source in sources:
        name = source.name
        while name in named:
            numbers[source.name] += 1
            name = _numbered(source.name, numbers[source.name] + 1)
        named[name] = BatchFile(name, source.content)
    return list(named.values())


def _numbered(name: str, number: int) -> str:
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem} ({number}){path.suffix}")) if path.name else f"{name} ({number})"


def unpacked(sources: Iterable[BatchFile]) -> Iterator[BatchFile | LoadError]:
    """Yield the files, with the members of an archive, or an error, in place of each archive."""
    for source in sources:
        if not is_archive(source):
            yield source
            continue
        for document in documents(source.content, source.name):
            if isinstance(document, LoadError):
                yield document
            else:
                content = document.content
                yield BatchFile(document.name, content if isinstance(content, bytes) else content.encode())


def conversation_of(case: Case, sources: Sequence[BatchFile]) -> Conversation | None:
    """Return the conversation of a case, read again, or None if its file has changed or disappeared."""
    for source in unpacked([source for source in sources if case.document.startswith(source.name)]):
        if isinstance(source, BatchFile) and source.name == case.document:
            item = next(islice(source.items(), case.number, None), None)
            return item if isinstance(item, Conversation) else None
    return None


def file_of(case: Case, sources: Sequence[BatchFile]) -> Path | None:
    """Return the file on this computer that a case was read from; None for uploads and members of archives."""
    source = next((source for source in sources if source.name == case.document), None)
    return source.content if source and isinstance(source.content, Path) and not is_archive(source) else None


def is_archive(source: BatchFile) -> bool:
    """Whether the content is a zip archive, whatever its name is."""
    if isinstance(source.content, bytes):
        return is_zip(source.content)
    try:
        with source.content.open("rb") as file:
            return is_zip(file.read(_MAGIC_BYTES))
    except OSError:
        return False


def size_in_documents(sources: Iterable[BatchFile]) -> int:
    """Return the number of documents without unpacking any archive."""
    return sum(_member_count(source) if is_archive(source) else 1 for source in sources)


def _member_count(source: BatchFile) -> int:
    content = source.content
    try:
        with zipfile.ZipFile(io.BytesIO(content) if isinstance(content, bytes) else content) as archive:
            return max(1, sum(is_known(name) for name in archive.namelist()))
    except (zipfile.BadZipFile, OSError, ValueError):
        return 1
