"""An answer has a limit: a server that never ends its answer must not take the memory of the computer that asked."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

LARGEST_ANSWER = 64 * 1024 * 1024
"""Bytes of one response. The longest answers of today's models take a few megabytes."""


class TooLargeError(httpx2.RemoteProtocolError):
    """The answer passed the limit, or came packed although nobody asked for that."""


class BoundedTransport(httpx2.AsyncBaseTransport):
    """Counts the bytes of each response. A packed one is refused: what it unpacks to cannot be known before."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, largest: int = LARGEST_ANSWER) -> None:
        self._inner, self._largest = inner, largest

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["accept-encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        packed = response.headers.get("content-encoding", "identity").strip().lower()
        if packed not in ("", "identity"):
            await response.aclose()
            raise TooLargeError(f"the answer is compressed ({packed}), which was not requested")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Counted(response.stream, self._largest)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Counted(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, largest: int) -> None:
        self._inner, self._left = inner, largest
        self._largest = largest

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._inner:
            self._left -= len(piece)
            if self._left < 0:
                raise TooLargeError(f"the answer is larger than {self._largest // 1024 // 1024} MB")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()
