import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { newId } from '#foundation';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

/** Frames of a UQQ sweep: one per degree from 270° over 0° to 90°, both included. */
const FRAMES = 181;

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

interface StoredFile {
  readonly fileCategory: 'SCAN_IMAGE' | 'RAW';
  readonly sweep: 'CEN' | 'PER';
  readonly frameIdx?: number;
  readonly epoch?: number | null;
  readonly content?: 'BMODE' | 'RF';
}

/** Inserts rows of files whose bytes are stored. */
async function store(scanId: string, files: readonly StoredFile[]): Promise<void> {
  const organizationId = calls.tenants.ownOrg.organizationId;
  await calls.tenants.db
    .insertInto('scanFile')
    .values(
      files.map(({ fileCategory, sweep, frameIdx, epoch = 1, content }) => ({
        id: newId(),
        organizationId,
        scanId,
        fileCategory,
        epoch,
        role: 'PRIMARY' as const,
        fileName: `${sweep}-${frameIdx ?? 'raw'}.nrrd`,
        fileExtension: 'nrrd',
        encoding: 'NONE' as const,
        parentId: null,
        acquisitionTime: null,
        supersededAt: null,
        header: JSON.stringify({
          sizes: '1 1',
          sweep,
          ...(frameIdx === undefined ? {} : { frameIdx }),
          ...(content === undefined ? {} : { content }),
        }),
        storagePath: newId(),
        checksum: 'a',
        byteLength: 1,
        createdBy: null,
        updatedBy: null,
        storedAt: new Date().toISOString(),
      })),
    )
    .execute();
}

const framesOf = (sweep: 'CEN' | 'PER'): StoredFile[] =>
  Array.from({ length: FRAMES }, (_, frameIdx) => ({
    fileCategory: 'SCAN_IMAGE',
    sweep,
    frameIdx,
  }));
const rawOf = (sweep: 'CEN' | 'PER', epoch: number | null = 1): StoredFile => ({
  fileCategory: 'RAW',
  sweep,
  epoch,
});

/** Creates a running scan of the upper quadrants in its first attempt. */
async function startScan(files: readonly StoredFile[]): Promise<string> {
  const { ownOrg, db } = calls.tenants;
  const id = await ownOrg.addScan({ scanState: 'I', epoch: 1 });
  await db.updateTable('scan').set({ protocol: 'UQQ' }).where('id', '=', id).execute();
  await store(id, files);
  return id;
}

const complete = (id: string) =>
  calls.as<Scan>('OPERATOR', 'POST', `/scans/${id}/actions/updateScanState/C`, {
    body: { epoch: 1 },
  });
const missingRawFiles = (...sweeps: string[]) => ({
  errorType: 'WrongScanState',
  data: { sweeps },
});

describe('a scan completes', () => {
  it('with every frame of both sweeps and both raw files', async () => {
    const files = [...framesOf('CEN'), ...framesOf('PER'), rawOf('CEN'), rawOf('PER')];
    const done = await complete(await startScan(files));
    expect(done.body).toMatchObject({ scanState: 'C', version: 2 });
  });

  it('only with every frame of each sweep', async () => {
    const files = [...framesOf('CEN'), ...framesOf('PER').slice(1), rawOf('CEN'), rawOf('PER')];
    const rejected = await complete(await startScan(files));
    expect(rejected.body).toMatchObject({
      errorType: 'WrongScanState',
      data: { gaps: [{ sweep: 'PER', frameIdxs: [0] }] },
    });
  });

  it('only with raw files of the current attempt', async () => {
    const frames = [...framesOf('CEN'), ...framesOf('PER')];
    const withoutRaw = await complete(await startScan(frames));
    expect(withoutRaw.body).toMatchObject(missingRawFiles('CEN', 'PER'));
    const onlyPeripheral = await complete(await startScan([...frames, rawOf('PER')]));
    expect(onlyPeripheral.body).toMatchObject(missingRawFiles('CEN'));
    for (const epoch of [null, 0]) {
      const old = await complete(await startScan([...frames, rawOf('CEN'), rawOf('PER', epoch)]));
      expect(old.body).toMatchObject(missingRawFiles('PER'));
    }
  });

  it('only with raw B-mode files, because the receiver signal can’t be reconstructed', async () => {
    const frames = [...framesOf('CEN'), ...framesOf('PER'), rawOf('CEN')];
    const signal = { ...rawOf('PER'), content: 'RF' as const };
    const rejected = await complete(await startScan([...frames, signal]));
    expect(rejected.body).toMatchObject(missingRawFiles('PER'));
  });
});
