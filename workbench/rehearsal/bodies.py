"""Read request bodies within limits, however many clients send at once and however slowly.

A body is refused if it is too large, if all bodies together would exceed the memory limit, or if its rest does not
arrive. The rest of a refused body is read and discarded up to a second limit: a client that is still sending would not
read the refusal.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

MAX_BODY_BYTES = 64 * 1024 * 1024
MAX_TOTAL_BYTES = 256 * 1024 * 1024
"""The limit for all bodies that are being read or answered."""
MAX_DISCARDED_BYTES = 256 * 1024 * 1024
MAX_SILENCE_SECONDS = 60.0
"""How long a client may send nothing before its body is complete."""


class Bodies:
    """The bodies that are in memory at the moment."""

    def __init__(self) -> None:
        self._total = 0

    @asynccontextmanager
    async def read(self, request: Request) -> AsyncIterator[bytes]:
        """Yield the body, which counts towards the limit until the request is answered."""
        body = bytearray()
        try:
            await self._fill(body, request)
            yield bytes(body)
        finally:
            self._total -= len(body)

    async def _fill(self, body: bytearray, request: Request) -> None:
        refusal: HTTPException | None = None
        size = 0
        async for part in _parts(request):
            size += len(part)
            if refusal is None and (refusal := self._refusal(size, len(part))) is not None:
                self._total -= len(body)
                body.clear()
            if refusal is None:
                self._total += len(part)
                body += part
            elif size > MAX_BODY_BYTES + MAX_DISCARDED_BYTES:
                break
        if refusal is not None:
            raise refusal

    def _refusal(self, size: int, added: int) -> HTTPException | None:
        if size > MAX_BODY_BYTES:
            return HTTPException(413, "Request body is too large.")
        if self._total + added > MAX_TOTAL_BYTES:
            text = "The rehearsal is reading too much at once. Please try again later."
            return HTTPException(503, text, {"retry-after": "1"})
        return None


async def _parts(request: Request) -> AsyncIterator[bytes]:
    parts = request.stream()
    while True:
        try:
            async with asyncio.timeout(MAX_SILENCE_SECONDS):
                part = await anext(parts)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise HTTPException(408, "The rest of the request did not arrive.", {"connection": "close"}) from None
        except ClientDisconnect:
            raise HTTPException(400, "The request was cut off.") from None
        yield part
