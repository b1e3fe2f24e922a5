"""Example model: proposes the darkest blobs of about 10 mm. Not for patients.

python dark_blobs.py http://127.0.0.1:4300 API_KEY TOKEN
"""

import sys
import traceback

import numpy as np

from clockface import Client, Finding, JobLease, Model, Volume, box_finding

JOB_TYPE = "org.example.blobs"
MODEL = Model("Dark blobs", "1.0.0")
SIZE_MM = 10.0


def box_mean(values: np.ndarray, widths: list[int]) -> np.ndarray:
    for axis, width in enumerate(widths):
        values = np.apply_along_axis(np.convolve, axis, values, np.ones(width) / width, "same")
    return values


def find_blobs(volume: Volume) -> list[Finding]:
    steps = [max(1, round(2 / mm)) for mm in volume.spacing_mm]  # A grid of about 2 mm.
    grid = tuple(slice(None, None, step) for step in steps)
    widths = [max(1, round(SIZE_MM / mm / step)) for mm, step in zip(volume.spacing_mm, steps)]
    grey, wide = volume.voxels[grid].astype(float), [3 * width for width in widths]
    contrast = box_mean(grey, wide) - box_mean(grey, widths)  # Positive where darker than around.
    contrast[box_mean((volume.voxels[grid] > 0).astype(float), wide) < 0.95] = 0  # Not recorded.
    findings = []
    while len(findings) < 5 and contrast.max() > 12:
        peak = np.unravel_index(np.argmax(contrast), contrast.shape)
        centre_mm = volume.to_mm([i * step for i, step in zip(peak, steps)])
        score = min(1.0, float(contrast[peak]) / 80)
        findings.append(box_finding(volume.info, centre_mm, (SIZE_MM, SIZE_MM, SIZE_MM), score))
        contrast[tuple(slice(max(0, i - w), i + w + 1) for i, w in zip(peak, widths))] = 0
    return findings


def run(job: JobLease) -> None:
    with job:
        volume = job.read_volume()
        job.progress("Searching dark blobs", 0, 1)
        job.complete(find_blobs(volume), model=MODEL)


if __name__ == "__main__":
    for next_job in Client(*sys.argv[1:]).jobs([JOB_TYPE]):
        try:
            run(next_job)
        except Exception:  # This job has failed with its reason; the next can succeed.
            traceback.print_exc()
