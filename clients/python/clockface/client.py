"""Entry point: volumes and jobs of one organization."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from .errors import ApiError
from .http import Http
from .job import JobLease
from .volume import Volume, VolumeInfo, read_volume_file

PAGE = 100
LOG = logging.getLogger("clockface")


class Client:
    """Worker at a Clockface server.

    `url` is the address of the server, `api_key` the key of its site configuration, and `token`
    the worker credential that `npm run admin -- create-worker` printed.
    """

    def __init__(self, url: str, api_key: str, token: str) -> None:
        self._http = Http(url, api_key, token)

    def volumes(self) -> Iterator[VolumeInfo]:
        """Yields the latest volume of every completed scan, the newest first."""
        cursor: str | None = ""
        while cursor is not None:
            page = self._http.json("GET", f"/jobqueue/volumes?limit={PAGE}&cursor={quote(cursor)}")
            yield from (VolumeInfo.from_json(item) for item in page["items"])
            cursor = page["nextCursor"]

    def read_volume(self, scan: str | VolumeInfo) -> Volume:
        """Reads a volume by scan id or as listed. Raises ValueError when the scan has none."""
        info = self._find(scan) if isinstance(scan, str) else scan
        content = self._http.bytes("GET", f"/scanfiles/{info.file_id}/download")
        return read_volume_file(content, info)

    def take_job(self, types: Sequence[str]) -> JobLease | None:
        """Takes the oldest waiting job of the types; None when none waits."""
        taken = self._http.json("POST", "/jobqueue/take", {"types": list(types)})
        lease = taken["lease"]
        return None if lease is None else JobLease(self._http, lease, self.read_volume)

    def start_job(self, job_type: str, scan: str | VolumeInfo) -> JobLease:
        """Queues a job for a scan and takes it, to process scans that no reader has queued.

        Raises ApiError when the credential does not have the type (403), when the scan does not
        exist (404), and when such a job already waits or runs for the scan or the scan is not
        completed (409).
        """
        scan_id = scan if isinstance(scan, str) else scan.scan_id
        lease = self._http.json("POST", "/jobqueue/start", {"jobType": job_type, "scanId": scan_id})
        return JobLease(self._http, lease, self.read_volume)

    def jobs(self, types: Sequence[str], poll_s: float = 2.0) -> Iterator[JobLease]:
        """Yields jobs for ever, and waits `poll_s` seconds while there are none.

        Waits too while the server is offline or answers with a status of 500 or more, and logs a
        warning for each outage. Raises ApiError for other errors, such as a rejected credential.
        """
        is_offline = False
        while True:
            job = None
            try:
                job = self.take_job(types)
                is_offline = False
            except (ApiError, OSError) as error:
                if isinstance(error, ApiError) and error.status < 500:
                    raise
                if not is_offline:
                    LOG.warning("Waiting for the server: %s", error)
                is_offline = True
            if job is None:
                time.sleep(poll_s)
            else:
                yield job

    def _find(self, scan_id: str) -> VolumeInfo:
        page = self._http.json("GET", f"/jobqueue/volumes?scanId={quote(scan_id)}")
        for item in page["items"]:
            return VolumeInfo.from_json(item)
        raise ValueError(f"The scan {scan_id} has no 3D volume")
