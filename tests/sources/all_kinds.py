"""A small healthy file of every kind that is read, by name. What holds for all files is tested on these."""

from __future__ import annotations

from tests.sources.kinds import KINDS
from tests.sources.kinds_of_frameworks import FRAMEWORKS
from tests.sources.kinds_of_newer_programs import NEWER
from tests.sources.kinds_of_programs import PROGRAMS
from tests.sources.kinds_of_records import RECORDS

ALL_KINDS = {**KINDS, **PROGRAMS, **FRAMEWORKS, **NEWER, **RECORDS}
