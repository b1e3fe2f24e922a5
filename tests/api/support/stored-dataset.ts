import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { DatasetExport, SiteConfigInput, StoredPredictions } from '#contracts';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { A_MODEL } from './ai-finding.ts';
import { addDatasetScan, downloadDataset, endedExport, MARKED_VOLUME } from './dataset.ts';
import { readTar } from './read-tar.ts';
import { callsOf } from './tenant-calls.ts';
import { startTwoTenants, type TwoTenants } from './two-tenants.ts';

/** An archive that a server with another store has written. */
export interface StoredDataset {
  readonly tenants: TwoTenants;
  readonly id: string;
  readonly archive: Buffer;
  /** Key of the archive in the store. */
  readonly key: string;
  readonly encryption: string;
}

/**
 * Exports a scan of a server with this store, downloads and checks the archive, imports a prediction
 * with a mask, exports again, and calls `check` with the second archive.
 */
export async function exportThrough(
  storage: NonNullable<SiteConfigInput['storage']>,
  check: (dataset: StoredDataset) => Promise<void>,
): Promise<void> {
  await using tenants = await startTwoTenants({ storage });
  const calls = callsOf(tenants);
  await addDatasetScan(calls);
  const exportFiles = async () => {
    const body = { format: 'nrrd' };
    const { id } = await calls.must<DatasetExport>('ADMIN', 'POST', '/datasets/exports', { body });
    const ended = await endedExport(calls, id);
    expect(ended).toMatchObject({ status: 'COMPLETED', leftOut: 0, problem: null });
    const archive = await downloadDataset(calls, id);
    expect(createHash('sha256').update(archive).digest('hex')).toBe(ended.sha256);
    expect(archive.length).toBe(ended.byteLength);
    const files = readTar(archive);
    const { scans } = JSON.parse(files.get('dataset.json')?.toString() ?? '');
    const volume = unwrap(await readNrrd(files.get(scans[0].volume.file) ?? new Uint8Array()));
    expect(volume.sizes).toEqual([...MARKED_VOLUME.geometry.sizes]);
    return { id, archive, files, scan: scans[0] };
  };
  const { scan } = await exportFiles();
  const mask = {
    ...{ sizes: [2, 2, 2], spacingMm: [0.5, 0.5, 0.5], originMm: [0, 20, 10] },
    bitsBase64: Buffer.from([0xff]).toString('base64'),
  };
  const marks = [{ type: 'SELECTMARK', plane: 'COR', pointsVoxel: [[100, 40, 100]] }];
  const stored = await calls.must<StoredPredictions>('ADMIN', 'POST', '/datasets/predictions', {
    body: {
      providerId: 'org.example.network.find',
      model: A_MODEL,
      scans: [{ scan: scan.scan, findings: [{ score: 0.5, marks, mask }] }],
    },
  });
  expect(stored.scans).toMatchObject([{ scan: scan.scan, findingCount: 1 }]);
  const { id, archive, files, scan: withMask } = await exportFiles();
  const name = withMask.findings[0].mask.file;
  expect([...unwrap(await readNrrd(files.get(name) ?? new Uint8Array())).data]).toEqual(
    new Array(8).fill(1),
  );
  const row = tenants.db.selectFrom('datasetExport').select(['storagePath', 'encryption']);
  const { storagePath, encryption } = await row.where('id', '=', id).executeTakeFirstOrThrow();
  await check({ tenants, id, archive, key: storagePath ?? '', encryption });
}
