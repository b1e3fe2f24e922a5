"""The client at a running server."""

from __future__ import annotations

import subprocess
import sys
import time

import dark_blobs
import numpy as np
import pytest
from conftest import JOB_TYPE, ROOT, Server

from clockface import ApiError, Client, JobLease, JobStopped, LeaseEnded

# As in tests/full/site/python-client.test.ts.
BLOB_MM = (8.0, 15.5, -6.0)


def take(server: Server) -> JobLease:
    job = server.client().take_job([JOB_TYPE])
    assert job is not None
    return job


def test_a_volume_is_listed_and_read_with_its_place(server: Server) -> None:
    client = server.client()
    listed = [volume for volume in client.volumes() if volume.scan_id == server.scan_id]
    assert len(listed) == 1
    volume = client.read_volume(server.scan_id)
    assert volume.info == listed[0]
    assert volume.dynamic_range_db == 60
    index = np.linalg.solve(volume.affine, [*BLOB_MM, 1.0])[:3].round().astype(int)
    assert volume.voxels[tuple(index)] < 40
    assert volume.voxels[2, 20, 30] == 0
    with pytest.raises(ValueError, match="no 3D volume"):
        client.read_volume("0197f3a0-4c00-7000-8000-000000000000")


def test_a_wrong_token_is_rejected(server: Server) -> None:
    with pytest.raises(ApiError, match="401"):
        list(Client(server.url, server.api_key, "x" * 43).volumes())


def test_the_example_finds_the_blob_of_a_queued_job(server: Server) -> None:
    job_id = server.queue()
    dark_blobs.run(take(server))
    job = server.job(job_id)
    assert (job["status"], job["problem"]) == ("COMPLETED", None)
    findings = server.read(f"/scans/{server.scan_id}/findings")["items"]
    best = max(findings, key=lambda finding: finding["ai"]["score"])
    assert best["ai"]["model"]["name"] == "Dark blobs"
    assert best["ai"]["providerId"] == JOB_TYPE
    assert best["generator"]["id"] == "AIAD"
    mark = next(mark for mark in best["marks"].values() if mark["planeView"] == "COR")
    frame, points = mark["frame"], mark["markViewParams"]["points"]
    x = frame["originMm"][0] + frame["widthMm"] * (points[0]["u"] + points[1]["u"]) / 2
    z = frame["originMm"][2] - frame["heightMm"] * (points[0]["v"] + points[1]["v"]) / 2
    assert (x, frame["originMm"][1], z) == pytest.approx(BLOB_MM, abs=3)
    (run,) = server.read(f"/scans/{server.scan_id}/aiRuns")["items"]
    assert run["jobId"] == job_id
    assert run["findingCount"] == len(findings)


def test_a_worker_processes_a_scan_that_no_reader_has_queued(server: Server) -> None:
    client = server.client()
    (info,) = [volume for volume in client.volumes() if volume.scan_id == server.scan_id]
    with client.start_job(JOB_TYPE, info) as job:
        with pytest.raises(ApiError, match="409"):
            client.start_job(JOB_TYPE, info.scan_id)
        dark_blobs.run(job)
    assert server.job(job.id)["status"] == "COMPLETED"
    runs = server.read(f"/scans/{server.scan_id}/aiRuns")["items"]
    assert job.id in [run["jobId"] for run in runs]
    with pytest.raises(ApiError, match="403"):
        client.start_job("org.example.other", info)


def test_a_mask_is_stored_with_the_completed_job(server: Server) -> None:
    server.queue()
    with take(server) as job:
        volume = job.read_volume()
        job.complete(masks={"dark.nrrd": volume.voxels < 40})
    path = f"/scans/{server.scan_id}/scanfiles?fileCategory=SEGMENT_MASK"
    masks = server.read(path)["items"]
    (mask,) = [mask for mask in masks if mask["fileName"] == "dark.nrrd"]
    assert mask["header"]["sizes"] == " ".join(str(size) for size in volume.info.sizes)


def test_the_mask_of_a_finding_is_stored_under_its_id_with_its_contours(server: Server) -> None:
    server.queue()
    with take(server) as job:
        volume = job.read_volume()
        finding = dark_blobs.box_finding(volume.info, BLOB_MM, (6.0, 6.0, 6.0), 0.5)
        mask = np.zeros(volume.info.sizes, dtype=np.uint8)
        index = np.linalg.solve(volume.affine, [*BLOB_MM, 1.0])[:3].round().astype(int)
        mask[tuple(slice(i - 2, i + 3) for i in index)] = 1
        job.complete([finding], {finding.id: mask}, model=dark_blobs.MODEL)
    names = {}
    for category in ("SEGMENT_MASK", "CONTOURS"):
        path = f"/scans/{server.scan_id}/scanfiles?fileCategory={category}&limit=500"
        names[category] = [file["fileName"] for file in server.read(path)["items"]]
    assert f"{finding.id}.nrrd" in names["SEGMENT_MASK"]
    assert names["CONTOURS"] == [f"{finding.id}.json"]


def test_an_exception_fails_the_job_with_its_reason(server: Server) -> None:
    job_id = server.queue()
    with pytest.raises(MemoryError), take(server) as job:
        job.progress("Searching", 1, 2)
        raise MemoryError("9 GB")
    failed = server.job(job_id)
    assert failed["status"] == "FAILED"
    assert failed["problem"]["title"] == "The worker failed: MemoryError"
    assert failed["problem"]["detail"] == "9 GB"


def test_a_stopped_job_ends_the_work_and_refuses_the_result(server: Server) -> None:
    job_id = server.queue()
    reached = False
    with take(server) as job:
        server.stop(job_id)
        with pytest.raises(JobStopped):
            job.progress("Searching", 1, 2)
        assert job.stopped
        with pytest.raises(LeaseEnded):
            job.complete()
        reached = True
    assert reached
    assert server.job(job_id)["status"] == "CANCELLED"


def test_a_result_that_the_server_rejects_leaves_the_job_running(server: Server) -> None:
    job_id = server.queue()
    with take(server) as job:
        box = dark_blobs.box_finding(job.volume, BLOB_MM, (10.0, 10.0, 10.0), 0.5)
        for mark in box.marks.values():
            mark["sag"] = 1e7
        with pytest.raises(ApiError, match="400") as rejected:
            job.complete([box], model=dark_blobs.MODEL)
        assert rejected.value.errors
        assert server.job(job_id)["status"] == "IN_PROGRESS"
        job.complete()
    assert server.job(job_id)["status"] == "COMPLETED"


def test_a_lease_is_renewed_while_the_model_computes(server: Server) -> None:
    job_id = server.queue()
    with take(server) as job:
        time.sleep(33)
        assert server.client().take_job([JOB_TYPE]) is None
        job.complete()
    assert server.job(job_id)["attempt"] == 1


SLEEPER = """
import sys, time
from clockface import Client
job = Client(*sys.argv[1:4]).take_job(sys.argv[4:])
print(job.id, flush=True)
time.sleep(600)
"""


def test_the_job_of_a_killed_worker_is_taken_again(server: Server) -> None:
    job_id = server.queue()
    args = [server.url, server.api_key, server.worker_token, JOB_TYPE]
    with subprocess.Popen(
        [sys.executable, "-c", SLEEPER, *args], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline().strip() == job_id
        worker.kill()
    client = server.client()
    deadline = time.monotonic() + 60
    job = None
    while job is None and time.monotonic() < deadline:
        time.sleep(1)
        job = client.take_job([JOB_TYPE])
    assert job is not None
    with job:
        assert (job.id, job.attempt) == (job_id, 2)
        job.complete()
