import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListedStudy, Patient, Scan, Study } from '#contracts';
import { aPatient } from '../support/records.ts';
import { addStoredFile } from '../support/scan-volume.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const listed = async (role: 'PHYSICIAN' | 'BLIND_ANNOTATOR', studyId: string) => {
  const { items } = await calls.must<{ items: ListedStudy[] }>(role, 'GET', '/studies');
  return items.find(({ id }) => id === studyId)?.recordings;
};

/** Creates a scan in its first attempt, with stored frames. */
async function aRunningScan(frames: number): Promise<Scan> {
  const patient = await calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient() });
  const study = await calls.must<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId: patient.id, accessionNumber: null },
  });
  const scan = await calls.must<Scan>('OPERATOR', 'POST', '/scans', {
    body: { studyId: study.id, laterality: 'R', protocol: 'UQQ' },
  });
  const { db } = calls.tenants;
  await db
    .updateTable('scan')
    .set({ scanState: 'I', epoch: 1 })
    .where('id', '=', scan.id)
    .execute();
  for (let frame = 0; frame < frames; frame++) {
    const id = await addStoredFile(calls.tenants, scan.id, 'SCAN_IMAGE', {});
    await db.updateTable('scanFile').set({ epoch: 1 }).where('id', '=', id).execute();
  }
  return scan;
}

it('lists the stored frames of a scan that is being recorded, but not to blind annotators', async () => {
  const { id: scanId, studyId } = await aRunningScan(3);
  expect(await listed('PHYSICIAN', studyId)).toEqual([
    { scanId, scanLabel: 'R', framesStored: 3, framesTotal: 362, simulated: false },
  ]);
  expect((await listed('BLIND_ANNOTATOR', studyId)) ?? []).toEqual([]);
});

it('counts only frames of the current attempt', async () => {
  const { id, studyId } = await aRunningScan(2);
  await calls.tenants.db.updateTable('scan').set({ epoch: 2 }).where('id', '=', id).execute();
  expect(await listed('PHYSICIAN', studyId)).toMatchObject([{ framesStored: 0 }]);
});

it('lists no recording that is complete, or whose last frame is two minutes old', async () => {
  const { id, studyId } = await aRunningScan(1);
  const { db } = calls.tenants;
  const old = new Date(Date.now() - 121_000).toISOString();
  await db.updateTable('scanFile').set({ storedAt: old }).where('scanId', '=', id).execute();
  await db.updateTable('scan').set({ updatedAt: old }).where('id', '=', id).execute();
  expect(await listed('PHYSICIAN', studyId)).toEqual([]);
  const done = await aRunningScan(1);
  await db.updateTable('scan').set({ scanState: 'C' }).where('id', '=', done.id).execute();
  expect(await listed('PHYSICIAN', done.studyId)).toEqual([]);
});
