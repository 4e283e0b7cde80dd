"""Limit the size of a response, so that a server that never stops sending cannot exhaust this computer's memory."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

MAX_RESPONSE_BYTES = 64 * 1024 * 1024
"""The longest answers of current models take a few megabytes."""


class TooLargeError(httpx2.RemoteProtocolError):
    """The response exceeds the limit, or is compressed although the request did not allow compression."""


class BoundedTransport(httpx2.AsyncBaseTransport):
    """Counts the bytes of each response. Rejects compressed responses: their real size is unknown in advance."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, max_bytes: int = MAX_RESPONSE_BYTES) -> None:
        self._inner, self._max_bytes = inner, max_bytes

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["accept-encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("", "identity"):
            await response.aclose()
            raise TooLargeError(f"the answer is compressed ({encoding}), which was not requested")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _CountedStream(response.stream, self._max_bytes)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _CountedStream(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, max_bytes: int) -> None:
        self._inner, self._remaining = inner, max_bytes
        self._max_bytes = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            self._remaining -= len(chunk)
            if self._remaining < 0:
                raise TooLargeError(f"the answer is larger than {self._max_bytes // 1024 // 1024} MB")
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()
