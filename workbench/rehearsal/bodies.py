"""Reading the bodies of requests within bounds, however many clients send at once, and however slowly.

A body that is too large, that would take the others' room or that does not come to its end is refused in words. Until
its end, or a bound, the rest of it is read and thrown away: a client that is still sending would never see the refusal.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

LARGEST = 64 * 1024 * 1024
MOST_TOGETHER = 256 * 1024 * 1024
"""Bytes of all bodies that are being read or answered."""
MOST_DISCARDED = 256 * 1024 * 1024
LONGEST_SILENCE = 60.0
"""Seconds without a byte of a body that was announced."""


class Bodies:
    def __init__(self) -> None:
        self._held = 0

    @asynccontextmanager
    async def read(self, request: Request) -> AsyncIterator[bytes]:
        """The body, which counts until the request is answered."""
        body = bytearray()
        try:
            await self._fill(body, request)
            yield bytes(body)
        finally:
            self._held -= len(body)

    async def _fill(self, body: bytearray, request: Request) -> None:
        refused: HTTPException | None = None
        size = 0
        async for part in _parts(request):
            size += len(part)
            if refused is None and (refused := self._refusal(size, len(part))) is not None:
                self._held -= len(body)
                body.clear()
            if refused is None:
                self._held += len(part)
                body += part
            elif size > LARGEST + MOST_DISCARDED:
                break
        if refused is not None:
            raise refused

    def _refusal(self, size: int, more: int) -> HTTPException | None:
        if size > LARGEST:
            return HTTPException(413, "Request body is too large.")
        if self._held + more > MOST_TOGETHER:
            words = "The rehearsal is reading too much at once. Please try again later."
            return HTTPException(503, words, {"retry-after": "1"})
        return None


async def _parts(request: Request) -> AsyncIterator[bytes]:
    parts = request.stream()
    while True:
        try:
            async with asyncio.timeout(LONGEST_SILENCE):
                part = await anext(parts)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise HTTPException(408, "The rest of the request did not come.", {"connection": "close"}) from None
        except ClientDisconnect:
            raise HTTPException(400, "The request was cut off.") from None
        yield part
