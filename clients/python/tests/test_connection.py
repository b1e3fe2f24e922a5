"""Workers at a server that answers as the test says: restarts, redirects and broken scans."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from conftest import JOB_TYPE, ROOT

from clockface import ApiError, Client

TIMEOUT_S = 20.0


@dataclass(frozen=True)
class Answer:
    """Response of the server. A `cut` body is shorter than its stated length."""

    status: int = 200
    body: object = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False


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


def lease(job_id: str, seconds: float = 30) -> Answer:
    """Returns a lease on a job whose scan has no volume."""
    job = {"id": job_id, "jobType": JOB_TYPE, "entityId": "scan", "attempt": 1}
    taken = {"fencingToken": 1, "leaseSeconds": seconds, "job": job, "volume": None}
    return Answer(body={"lease": taken})


NO_JOB = Answer(body={"lease": None})
COMPLETED = Answer(body={"status": "COMPLETED"})
RENEWED = Answer(body={"stop": False})
CUT = Answer(body={"lease": None}, cut=True)
UNAVAILABLE = Answer(503, {"message": "restarting"})


@pytest.mark.parametrize("answer", [UNAVAILABLE, CUT], ids=["503", "cut"])
def test_jobs_waits_while_the_server_restarts(
    answer: Answer, caplog: pytest.LogCaptureFixture
) -> None:
    answers = {"take": [answer, answer, lease("one")], "complete": [COMPLETED]}
    with served(answers) as script:
        jobs = Client(script.url, "key", "token").jobs([JOB_TYPE], poll_s=0.01)
        with next(jobs) as job:
            assert job.id == "one"
            job.complete()
        assert script.count("take") == 3
    # One warning for an outage, not one for each attempt.
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_jobs_waits_while_no_server_listens() -> None:
    with served({"take": [NO_JOB]}) as script:
        pass
    jobs = Client(script.url, "key", "token").jobs([JOB_TYPE], poll_s=0.01)
    ended = threading.Event()

    def take() -> None:
        try:
            next(jobs)
        finally:
            ended.set()

    threading.Thread(target=take, daemon=True).start()
    assert not ended.wait(0.5)


def test_jobs_raises_the_error_of_a_rejected_credential() -> None:
    with served({"take": [Answer(401, {"message": "no"})]}) as script:
        with pytest.raises(ApiError, match="401"):
            next(Client(script.url, "key", "token").jobs([JOB_TYPE], poll_s=0.01))


def test_a_lease_is_renewed_after_a_broken_response() -> None:
    answers = {
        "take": [lease("one", seconds=0.8)],
        "renew": [CUT, RENEWED],
        "complete": [COMPLETED],
        "fail": [Answer(body={"status": "FAILED"})],
    }
    with served(answers) as script:
        job = Client(script.url, "key", "token").take_job([JOB_TYPE])
        assert job is not None
        with job:
            script.wait_for("renew", 3)
            assert not job.stopped
            job.complete()


def test_the_example_reports_a_job_that_fails_and_takes_the_next() -> None:
    answers = {
        "take": [lease("one"), lease("two"), NO_JOB],
        "renew": [RENEWED],
        "fail": [Answer(body={"status": "FAILED"})],
    }
    with served(answers) as script:
        example = [sys.executable, str(ROOT / "examples" / "dark_blobs.py")]
        with subprocess.Popen(
            [*example, script.url, "key", "token"],
            stderr=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(ROOT)},
        ) as worker:
            try:
                script.wait_for("two/fail", 1)
                assert worker.poll() is None
            finally:
                worker.kill()
            assert worker.stderr is not None
            assert "The scan has no 3D volume" in worker.stderr.read()
        failed = [body["detail"] for path, body, _ in script.calls if path.endswith("fail")]
        assert failed == ["The scan has no 3D volume"] * 2


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_refused_and_gets_no_credentials(status: int) -> None:
    with served({"take": [NO_JOB], "volumes?limit=100&cursor=": [NO_JOB]}) as other:
        to_other = {"location": f"{other.url}/api/jobqueue/take"}
        redirect = Answer(status, headers=to_other)
        with served({"take": [redirect], "volumes?limit=100&cursor=": [redirect]}) as script:
            client = Client(script.url, "key", "secret-token")
            for call in (lambda: client.take_job([JOB_TYPE]), lambda: list(client.volumes())):
                with pytest.raises(ApiError, match=f"{status} .*redirects to {other.url}"):
                    call()
        assert other.calls == []
