"""Workers at a server that answers as the test says: restarts, redirects and broken scans."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from conftest import JOB_TYPE, ROOT
from fake_server import Answer, served

from clockface import ApiError, Client

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
