"""A server that `tests/full/site/python-client.test.ts` has started, and a reader at it."""

from __future__ import annotations

import json
import os
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "examples")]

from clockface import Client, Datasets  # noqa: E402

JOB_TYPE = "org.example.blobs"


@dataclass(frozen=True)
class Server:
    """Addresses and credentials of the tests' server."""

    url: str
    api_key: str
    worker_token: str
    reader_token: str
    scan_id: str
    password: str
    """Password of the demonstration accounts, whose organization has the scans of datasets."""

    def sign_in(self, account: str = "admin") -> Datasets:
        email = f"{account}@demo.clockface.example"
        return Datasets.sign_in(self.url, self.api_key, email, self.password)

    def client(self) -> Client:
        return Client(self.url, self.api_key, self.worker_token)

    def read(self, path: str) -> Any:
        """Returns the response of a reader's GET call."""
        return self._call("GET", path, None)

    def queue(self) -> str:
        """Queues a job as a reader and returns its id."""
        body = {"jobType": JOB_TYPE, "entityId": self.scan_id}
        job_id: str = self._call("POST", "/jobqueue/queue-job", body)["id"]
        return job_id

    def stop(self, job_id: str) -> None:
        self._call("POST", f"/jobqueue/stop-job/{job_id}", {})

    def job(self, job_id: str) -> Any:
        return self.read(f"/jobqueue/{job_id}")

    def _call(self, method: str, path: str, body: object) -> Any:
        request = urllib.request.Request(
            self.url + "/api" + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "x-api-key": self.api_key,
                "authorization": f"Bearer {self.reader_token}",
                "content-type": "application/json",
            },
            method=method,
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)


@pytest.fixture(scope="session")
def server() -> Server:
    env = os.environ
    return Server(
        url=env["CLOCKFACE_URL"],
        api_key=env["CLOCKFACE_API_KEY"],
        worker_token=env["CLOCKFACE_WORKER_TOKEN"],
        reader_token=env["CLOCKFACE_READER_TOKEN"],
        scan_id=env["CLOCKFACE_SCAN_ID"],
        password=env["CLOCKFACE_PASSWORD"],
    )
