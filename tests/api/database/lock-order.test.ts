import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, Patient, Scan, Study } from '#contracts';
import { newId } from '#foundation';
import { at, type ClinicCalls, startClinicCalls } from '../support/clinic-calls.ts';
import { aFinding, aMark, aPatient } from '../support/records.ts';

let calls: ClinicCalls;
let study: Study;
let scan: Scan;
let finding: Finding;
let other: Finding;
beforeAll(async () => {
  calls = await startClinicCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  const patient = await make<Patient>('OPERATOR', '/patients', aPatient());
  const fields = { patientId: patient.id, accessionNumber: null };
  study = await make<Study>('OPERATOR', '/studies', fields);
  scan = await make<Scan>('OPERATOR', '/scans', { studyId: study.id, laterality: 'L' });
  finding = await make<Finding>('PHYSICIAN', '/findings', aFinding(scan.id, [aMark(), aMark()]));
  other = await make<Finding>('PHYSICIAN', '/findings', aFinding(scan.id));
});

const make = <T>(role: 'OPERATOR' | 'PHYSICIAN', path: string, body: object) =>
  calls.must<T>(role, 'POST', path, { body });
const post = (path: string, body: object) => calls.as('PHYSICIAN', 'POST', path, { body });

/** Until somebody waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from pg_stat_activity where wait_event_type = 'Lock'`.execute(calls.clinics.db);
    return rows[0]?.count;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
}

/**
 * Whoever made a finding has held the study and wants its scan or a finding now: the act that waits
 * for the study must not hold those, or both wait for each other.
 */
async function whileTheStudyIsHeld(
  act: () => Promise<{ status: number }>,
  wanted: 'scan' | 'finding',
): Promise<number> {
  const { db } = calls.clinics;
  let acting: Promise<{ status: number }> | undefined;
  try {
    await db.transaction().execute(async (other) => {
      await sql`select from study where id = ${study.id} for update`.execute(other);
      acting = act();
      await untilSomebodyWaits();
      const id = wanted === 'scan' ? scan.id : finding.id;
      await sql`select from ${sql.table(wanted)} where id = ${id} for update nowait`.execute(other);
    });
  } finally {
    await acting;
  }
  return (await acting)?.status ?? 0;
}

describe('a study is held before its scans, and they before their findings', () => {
  const { id: _id, scanId: _scanId, ...update } = aFinding(newId());
  it.each([
    [
      'a nipple that is set',
      'scan',
      () => calls.as('PHYSICIAN', 'PUT', `/scans/${scan.id}/nipple`, { body: NIPPLE }),
    ],
    [
      'a scan that is deleted',
      'scan',
      () => calls.as('OPERATOR', 'DELETE', `/scans/${scan.id}`, at(scan.version)),
    ],
    [
      'a finding that is changed',
      'finding',
      () =>
        calls.as('PHYSICIAN', 'PUT', `/findings/${finding.id}`, {
          body: { ...update, marks: finding.marks, note: 'Seen' },
          ...at(1),
        }),
    ],
    [
      'a finding that is deleted',
      'finding',
      () => calls.as('PHYSICIAN', 'DELETE', `/findings/${finding.id}`, at(1)),
    ],
    [
      'findings that are grouped',
      'finding',
      () =>
        post('/findings/actions/group', {
          targetId: finding.id,
          sourceIds: [other.id],
          resolved: {},
        }),
    ],
    [
      'a finding that is ungrouped',
      'scan',
      () => post('/findings/actions/ungroup', { id: finding.id }),
    ],
    [
      'what the AI drew and is removed',
      'finding',
      () => post('/findings/deleteAiContour', { findingId: finding.id }),
    ],
  ] as const)('by %s', async (_what, wanted, act) => {
    expect(await whileTheStudyIsHeld(act, wanted)).toBe(200);
  });
});

const NIPPLE = { sag: 0, tra: 0, depth: 0, rad: 0 };
