import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, Patient, Scan, ScanFile, Study } from '#contracts';
import { newId } from '#foundation';
import { aFinding, aMark, aPatient } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let study: Study;
let scan: Scan;
let finding: Finding;
let source: Finding;
let file: ScanFile;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  const patient = await create<Patient>('OPERATOR', '/patients', aPatient());
  const fields = { patientId: patient.id, accessionNumber: null };
  study = await create<Study>('OPERATOR', '/studies', fields);
  scan = await create<Scan>('OPERATOR', '/scans', { studyId: study.id, laterality: 'L' });
  finding = await create<Finding>('PHYSICIAN', '/findings', aFinding(scan.id, [aMark(), aMark()]));
  file = await create<ScanFile>('OPERATOR', '/scanfiles', {
    scanId: scan.id,
    fileCategory: 'VOLUME3D',
    fileName: 'volume.nrrd',
    fileExtension: 'nrrd',
  });
  source = await create<Finding>('PHYSICIAN', '/findings', aFinding(scan.id));
});

const create = <T>(role: 'OPERATOR' | 'PHYSICIAN', path: string, body: object) =>
  calls.must<T>(role, 'POST', path, { body });
const post = (path: string, body: object) => calls.as('PHYSICIAN', 'POST', path, { body });

/** Waits until a session waits for a lock. */
async function waitForLock(): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from pg_stat_activity where wait_event_type = 'Lock'`.execute(calls.tenants.db);
    return rows[0]?.count;
  };
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
}

/**
 * Locks the study, as the creation of a finding does, starts the tested action, then locks the scan
 * or the finding. The action waits for the study and must not hold one of these locks, or both
 * would deadlock.
 * @returns the status of the action
 */
async function whileStudyLocked(
  action: () => Promise<{ status: number }>,
  locked: 'scan' | 'finding' | 'scan_file',
): Promise<number> {
  const { db } = calls.tenants;
  let pendingAction: Promise<{ status: number }> | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select from study where id = ${study.id} for update`.execute(trx);
      pendingAction = action();
      await waitForLock();
      const id = { scan: scan.id, finding: finding.id, scan_file: file.id }[locked];
      await sql`select from ${sql.table(locked)} where id = ${id} for update nowait`.execute(trx);
    });
  } finally {
    await pendingAction;
  }
  return (await pendingAction)?.status ?? 0;
}

describe('the lock order study, scans, findings, files', () => {
  const { id: _id, scanId: _scanId, ...update } = aFinding(newId());
  it.each([
    [
      'clearing the nipple',
      'scan',
      () => calls.as('PHYSICIAN', 'DELETE', `/scans/${scan.id}/nipple`),
    ],
    [
      'deleting a scan',
      'scan',
      () =>
        calls.as('OPERATOR', 'DELETE', `/scans/${scan.id}`, {
          body: { reason: 'Wrong scan' },
          ...ifVersion(scan.version),
        }),
    ],
    [
      'correcting a scan',
      'scan',
      () =>
        calls.as('OPERATOR', 'POST', `/scans/${scan.id}/actions/correct`, {
          body: { reason: 'Wrong side', laterality: 'R' },
          ...ifVersion(scan.version),
        }),
    ],
    [
      'changing a finding',
      'finding',
      () =>
        calls.as('PHYSICIAN', 'PUT', `/findings/${finding.id}`, {
          body: { ...update, marks: finding.marks, note: 'Seen' },
          ...ifVersion(1),
        }),
    ],
    [
      'deleting a finding',
      'finding',
      () => calls.as('PHYSICIAN', 'DELETE', `/findings/${finding.id}`, ifVersion(1)),
    ],
    [
      'grouping findings',
      'finding',
      () =>
        post('/findings/actions/group', {
          targetId: finding.id,
          sourceIds: [source.id],
          resolved: {},
        }),
    ],
    ['deleting a file', 'scan', () => calls.as('OPERATOR', 'DELETE', `/scanfiles/${file.id}`)],
    ['deleting a file', 'scan_file', () => calls.as('OPERATOR', 'DELETE', `/scanfiles/${file.id}`)],
    [
      'deleting all files',
      'scan_file',
      () => calls.as('OPERATOR', 'DELETE', `/scans/${scan.id}/scanfiles`),
    ],
    [
      'renaming a file',
      'scan_file',
      () =>
        calls.as('OPERATOR', 'PUT', `/scanfiles/${file.id}`, { body: { fileName: 'other.nrrd' } }),
    ],
    ['ungrouping a finding', 'scan', () => post('/findings/actions/ungroup', { id: finding.id })],
    [
      'deleting an AI contour',
      'finding',
      () => post('/findings/deleteAiContour', { findingId: finding.id }),
    ],
  ] as const)('is kept by %s', async (_what, locked, action) => {
    expect(await whileStudyLocked(action, locked)).toBe(200);
  });
});
