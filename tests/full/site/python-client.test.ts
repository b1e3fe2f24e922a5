import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Volume, volumeToNrrd, writeNrrd } from '#volume';
import { writeNewExtension } from '../../../platform/build/extension/new-extension.ts';
import { createWorkerCredential } from '../../../platform/server/accounts/worker-credentials.ts';
import { addDatasetScan } from '../../api/support/dataset.ts';
import { aFinding } from '../../api/support/records.ts';
import { PASSWORD } from '../../api/support/start-test-server.ts';
import { demonstrationCalls } from '../../api/support/tenant-calls.ts';
import { startTwoTenants, type TwoTenants } from '../../api/support/two-tenants.ts';

const PROJECT = 'clients/python';
/** Debian's Python, whose packages the bootstrap installs, before any other. */
const PYTHON = ['/usr/bin/python3', 'python3'].find(
  (program) => spawnSync(program, ['-c', 'import numpy, pytest']).status === 0,
);

/** Centre of the dark blob in LPS millimetres, as in `clients/python/tests/test_server.py`. */
const BLOB_MM = [8, 15.5, -6] as const;
const BLOB_RADIUS_MM = 5;

/** Returns a grey cylinder of 160 × 80 × 160 voxels of 0.5 mm with one dark blob. */
function phantom(): Volume {
  const sizes = [160, 80, 160] as const;
  const originMm = [-39.75, 0.25, -39.75] as const;
  const spacingMm = [0.5, 0.5, 0.5] as const;
  const coverageRadiusMm = 39.5;
  const voxels = new Uint8Array(sizes[0] * sizes[1] * sizes[2]);
  for (let voxel = 0; voxel < voxels.length; voxel += 1) {
    const i = voxel % sizes[0];
    const j = Math.floor(voxel / sizes[0]) % sizes[1];
    const k = Math.floor(voxel / (sizes[0] * sizes[1]));
    const [x, y, z] = [originMm[0] + i / 2, originMm[1] + j / 2, originMm[2] + k / 2];
    const inBlob = Math.hypot(x - BLOB_MM[0], y - BLOB_MM[1], z - BLOB_MM[2]) < BLOB_RADIUS_MM;
    if (Math.hypot(x, z) <= coverageRadiusMm) voxels[voxel] = inBlob ? 20 : 160;
  }
  return { geometry: { sizes, spacingMm, originMm, coverageRadiusMm }, voxels };
}

/** Stores the phantom as the volume of a scan. */
async function addPhantom({ server, ownOrg }: TwoTenants, scanId: string): Promise<void> {
  const volume = phantom();
  const { sizes, spacingMm, originMm, coverageRadiusMm } = volume.geometry;
  const token = ownOrg.tokenOf('OPERATOR');
  const { body } = await server.call<{ id: string }>('POST', '/scanfiles', {
    token,
    body: {
      scanId,
      fileCategory: 'VOLUME3D',
      fileName: 'volume.nrrd',
      fileExtension: 'nrrd',
      header: { sizes: sizes.join(' '), spacingMm, originMm, coverageRadiusMm },
    },
  });
  const form = new FormData();
  const file = writeNrrd(volumeToNrrd(volume, { dynamicRangeDb: '60' }));
  form.append('data', new Blob([Uint8Array.from(file)]), 'volume.nrrd');
  const sent = await fetch(`${server.url}/api/scanfiles/${body.id}/content`, {
    method: 'PUT',
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` },
    body: form,
  });
  if (sent.status !== 200) throw new Error(`The volume was not stored: ${await sent.text()}`);
}

/** Adds two scans with the finding of a reader to the demonstration, for datasets. */
async function addMarkedScans(tenants: TwoTenants): Promise<void> {
  const calls = await demonstrationCalls(tenants);
  for (let count = 0; count < 2; count++) {
    const { scan } = await addDatasetScan(calls);
    await calls.must('PHYSICIAN', 'POST', '/findings', { body: aFinding(scan.id) });
  }
}

/** Runs the tests of the Python client; returns the exit code and the output. */
async function runTests(python: string, tenants: TwoTenants) {
  const { server, db, ownOrg } = tenants;
  const { organizationId } = ownOrg;
  const jobTypes = ['org.example.blobs'] as const;
  const worker = await createWorkerCredential(db, { organizationId, name: 'blobs', jobTypes });
  const scanId = await ownOrg.addScan();
  await addPhantom(tenants, scanId);
  await addMarkedScans(tenants);
  const child = spawn(python, ['-m', 'pytest', '-p', 'no:cacheprovider', `${PROJECT}/tests`], {
    env: {
      PATH: process.env.PATH,
      PYTHONDONTWRITEBYTECODE: '1',
      CLOCKFACE_URL: server.url,
      CLOCKFACE_API_KEY: server.apiKey,
      CLOCKFACE_WORKER_TOKEN: worker?.token,
      // A physician reads findings, queues jobs and stops them.
      CLOCKFACE_READER_TOKEN: ownOrg.tokenOf('PHYSICIAN'),
      CLOCKFACE_SCAN_ID: scanId,
      CLOCKFACE_PASSWORD: PASSWORD,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const reason = PYTHON === undefined ? ' (skipped: no Python with NumPy and pytest)' : '';

describe(`the Python client${reason}`, () => {
  it.skipIf(PYTHON === undefined)('passes its tests at a running server', async () => {
    await using tenants = await startTwoTenants();
    const { code, output } = await runTests(PYTHON ?? '', tenants);
    expect(code, output).toBe(0);
    expect(output).toMatch(/\b[3-9][0-9] passed\b/);
    expect(output).not.toMatch(/skipped|deselected/);
  });

  it.skipIf(PYTHON === undefined)(
    'creates a model from the template whose tests pass',
    async () => {
      const parent = mkdtempSync(join(tmpdir(), 'clockface-python-'));
      try {
        const folder = join(parent, 'mine');
        await writeNewExtension(folder, 'org.example.mine', 'python-model');
        const args = ['-m', 'pytest', '-p', 'no:cacheprovider', folder];
        const env = { ...process.env, PYTHONPATH: PROJECT, PYTHONDONTWRITEBYTECODE: '1' };
        const { status, stdout } = spawnSync(PYTHON ?? '', args, { env, encoding: 'utf8' });
        expect(status, stdout).toBe(0);
        expect(stdout).toContain('2 passed');
      } finally {
        rmSync(parent, { recursive: true, force: true });
      }
    },
  );

  it('has an example model of at most 40 lines, and its marker of types', async () => {
    expect(existsSync(`${PROJECT}/clockface/py.typed`)).toBe(true);
    const lines = spawnSync('grep', ['-vc', '^\\s*$', `${PROJECT}/examples/dark_blobs.py`]);
    expect(Number(lines.stdout.toString())).toBeLessThanOrEqual(40);
  });
});
