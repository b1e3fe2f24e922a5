import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { externalJobTypeSchema } from '#contracts';
import { ROOT } from '../web/paths.ts';
import { titleOf } from './template.ts';

const EXAMPLE = 'clients/python/examples/dark_blobs.py';

/**
 * Returns the files of a Python model by name: the example of `clients/python` under the job type
 * `id`, its test and a README. `root` is the relative path from `folder` to the tree. Throws when
 * `id` is not a job type.
 */
export async function pythonModelFiles(
  id: string,
  folder: string,
  root: string,
): Promise<Readonly<Record<string, string>>> {
  if (!externalJobTypeSchema.safeParse(id).success)
    throw new Error(`'${id}' is not a job type: use three to six words, e.g. org.example.blobs`);
  const example = await readFile(join(ROOT, EXAMPLE), 'utf8');
  return {
    'model.py': example
      .replaceAll('org.example.blobs', id)
      .replaceAll('Dark blobs', titleOf(id))
      .replaceAll('dark_blobs.py', 'model.py'),
    'test_model.py': TEST,
    'README.md': readmeOf(id, folder, root),
  };
}

const TEST = `"""Tests of the model on a small volume, without a server."""

import numpy as np

from clockface import Volume, VolumeInfo
from model import find_blobs

EDGE = 80
SPACING_MM = (0.5, 0.5, 0.5)
ORIGIN_MM = (-19.75, 0.25, -19.75)
BLOB_MM = (0.25, 20.25, 0.25)


def volume(has_blob: bool) -> Volume:
    """A grey volume of 40 mm with a dark ball of 10 mm in its middle."""
    axes = [origin + 0.5 * np.arange(EDGE) for origin in ORIGIN_MM]
    x, y, z = np.meshgrid(*axes, indexing="ij")
    distance = np.sqrt((x - BLOB_MM[0]) ** 2 + (y - BLOB_MM[1]) ** 2 + (z - BLOB_MM[2]) ** 2)
    voxels = np.where((distance < 5) & has_blob, 20, 160).astype(np.uint8)
    affine = np.diag([*SPACING_MM, 1.0])
    affine[:3, 3] = ORIGIN_MM
    info = VolumeInfo(
        scan_id="test",
        laterality="L",
        file_id="test",
        checksum="",
        byte_length=voxels.size,
        sizes=(EDGE, EDGE, EDGE),
        spacing_mm=SPACING_MM,
        origin_mm=ORIGIN_MM,
        coverage_radius_mm=40.0,
    )
    return Volume(info, voxels, affine, dynamic_range_db=60.0, header={})


def test_proposes_the_dark_ball_with_its_size() -> None:
    findings = find_blobs(volume(has_blob=True))
    assert len(findings) == 1
    assert 0.3 < findings[0].score <= 1
    assert findings[0].size_mm == (10.0, 10.0, 10.0)
    for mark in findings[0].marks.values():  # The ball lies in the middle of every plane.
        start, end = mark["markViewParams"]["points"]
        assert abs((start["u"] + end["u"]) / 2 - 0.5) < 0.06
        assert abs((start["v"] + end["v"]) / 2 - 0.5) < 0.06


def test_proposes_nothing_in_a_grey_volume() -> None:
    assert find_blobs(volume(has_blob=False)) == []
`;

function readmeOf(id: string, folder: string, root: string): string {
  const name = id.split('.').at(-1) ?? id;
  return `# ${titleOf(id)}

A model in Python that runs as a worker of a Clockface server. \`model.py\` reads volumes and proposes findings, \`test_model.py\` tests it without a server. It needs Python 3.10 or newer and NumPy.
All commands run in the Clockface tree (from here: \`cd ${root}\`).

1. Install the client, and pytest for the tests: \`pip install ./clients/python pytest\`
2. Test: \`python -m pytest "${folder}"\`
3. The administrator creates a credential, which prints a token: \`npm run admin -- create-worker --name ${name} --types ${id}\`
4. Start the model, and keep it running: \`python "${folder}/model.py" http://127.0.0.1:4300 API_KEY TOKEN\`
5. Queue a job of the type \`${id}\` for a scan, as docs/ai.md describes. Its findings appear in the reading room.

Replace \`find_blobs\` in \`model.py\` with your model.
`;
}
