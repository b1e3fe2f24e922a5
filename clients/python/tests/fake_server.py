"""A server that answers as a test says."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

TIMEOUT_S = 20.0


@dataclass(frozen=True)
class Answer:
    """Response of the server: `content` or JSON. A `cut` body is shorter than its stated length."""

    status: int = 200
    body: object = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    content: bytes | None = None


class Script:
    """Answers to the calls by the end of their path; the last answer repeats."""

    def __init__(self, answers: dict[str, Sequence[Answer]]) -> None:
        self._answers = {end: list(list_) for end, list_ in answers.items()}
        self.calls: list[tuple[str, Any, dict[str, str]]] = []
        self.url = ""

    def answer(self, path: str) -> Answer:
        end = path.rpartition("/")[2]
        answers = self._answers[end]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def count(self, end: str) -> int:
        return sum(path.endswith(end) for path, _, _ in self.calls)

    def wait_for(self, end: str, count: int) -> None:
        """Waits until a call has arrived `count` times. Fails after TIMEOUT_S."""
        deadline = time.monotonic() + TIMEOUT_S
        while self.count(end) < count:
            assert time.monotonic() < deadline, f"{end}: {self.count(end)} calls"
            time.sleep(0.02)


@contextmanager
def served(answers: dict[str, Sequence[Answer]]) -> Iterator[Script]:
    script = Script(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("content-length", 0))
            body = json.loads(self.rfile.read(length) or b"null")
            script.calls.append((self.path, body, dict(self.headers)))
            answer = script.answer(self.path)
            content = answer.content
            if content is None:
                content = json.dumps(answer.body).encode()
            self.send_response(answer.status)
            self.send_header("content-length", str(len(content) + (100 if answer.cut else 0)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Keeps the output of the tests short."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    script.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
