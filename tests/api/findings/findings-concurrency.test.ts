import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Mark } from '#contracts';
import { rounds } from '../../faults/support/rounds.ts';
import { aFinding, aMark } from '../support/records.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const CLIENTS = 20;
const EDITS_EACH = rounds(2, 50);

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const ownOrgId = () => calls.tenants.ownOrg.organizationId;
const createFinding = (scanId: string, marks: readonly Mark[] = [aMark()]) =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body: aFinding(scanId, marks) });
const readFinding = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);

/** Replaces the finding's marks in an open transaction and runs `meanwhile` before its commit. */
async function whileMarkLocked<T>(
  finding: Finding,
  mark: Mark,
  meanwhile: () => Promise<T>,
): Promise<T> {
  const { db } = calls.tenants;
  const pending = await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('finding')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', finding.id)
      .execute();
    await trx.deleteFrom('findingMark').where('findingId', '=', finding.id).execute();
    await trx
      .insertInto('findingMark')
      .values({
        organizationId: ownOrgId(),
        id: mark.id,
        findingId: finding.id,
        body: JSON.stringify(mark),
      })
      .execute();
    const response = meanwhile();
    await waitForLock(db);
    return { response };
  });
  return pending.response;
}

/** Waits until a query waits for the finding. */
async function waitForLock(db: typeof calls.tenants.db): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { rows } = await sql`select from pg_locks where not granted`.execute(
      db as Kysely<unknown>,
    );
    if (rows.length > 0) return;
    await sleep(10);
  }
  throw new Error('No query is waiting for the finding');
}

describe('a mark drawn by a call that commits while another call waits for the finding', () => {
  it('is in the current version that the second call gets', async () => {
    const finding = await createFinding(await calls.tenants.ownOrg.addScan());
    const mark = aMark();
    const { id: _id, scanId: _scanId, generator: _generator, ...body } = aFinding('', [aMark()]);
    const rejected = await whileMarkLocked(finding, mark, () =>
      calls.as<{ data: Finding }>('PHYSICIAN', 'PUT', `/findings/${finding.id}`, {
        body,
        ...ifVersion(finding.version),
      }),
    );
    expect(rejected.status).toBe(412);
    expect(rejected.body.data).toMatchObject({ version: 2, marks: { [mark.id]: mark } });
    expect(Object.keys(rejected.body.data.marks)).toEqual([mark.id]);
  });

  it('is included in the finding that the second call groups', async () => {
    const scanId = await calls.tenants.ownOrg.addScan();
    const target = await createFinding(scanId);
    const source = await createFinding(scanId);
    const mark = aMark();
    const grouped = await whileMarkLocked(source, mark, () =>
      calls.as<{ finding: Finding }>('PHYSICIAN', 'POST', '/findings/actions/group', {
        body: { targetId: target.id, sourceIds: [source.id] },
      }),
    );
    expect(grouped.status).toBe(200);
    expect(Object.keys(grouped.body.finding.marks).sort()).toEqual(
      [...Object.keys(target.marks), mark.id].sort(),
    );
  });
});

describe('setting the nipple', () => {
  it('does not wait for a locked finding, whose new mark then gets clock and distance', async () => {
    const scanId = await calls.tenants.ownOrg.addScan();
    await addScanVolume(calls.tenants, scanId);
    const finding = await createFinding(scanId);
    const mark = aMark();
    const frame = { ...mark.frame, originMm: [-20, 0, 0] as const };
    await calls.tenants.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('findingMark')
        .set({ body: JSON.stringify({ ...mark, frame }) })
        .where('findingId', '=', finding.id)
        .execute();
      await trx
        .selectFrom('finding')
        .select('id')
        .where('id', '=', finding.id)
        .forUpdate()
        .execute();
      await calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, {
        body: { sag: 0, tra: 0, depth: 0, rad: 0 },
      });
    });
    // The centre of the mark is at x 30, z 0: three o'clock.
    expect(await readFinding(finding.id)).toMatchObject({
      clockPositionSec: 10_800,
      distanceFromNippleUm: 30_000,
      version: finding.version,
    });
  });
});

describe('a repeated create request for a finding', () => {
  it('returns the existing finding, and conflicts if a mark or field differs', async () => {
    const mark = aMark();
    const body = aFinding(await calls.tenants.ownOrg.addScan(), [mark]);
    const post = (sent: object) =>
      calls.as<Finding>('PHYSICIAN', 'POST', '/findings', { body: sent });
    const created = (await post(body)).body;
    expect((await post(body)).body).toEqual(created);
    const start = { u: 0.1, v: 0.1 };
    const moved = {
      ...mark,
      markViewParams: { ...mark.markViewParams, start, points: [start, { u: 0.6, v: 0.5 }] },
    };
    for (const change of [{ marks: { [mark.id]: moved } }, { note: 'Cyst' }, { biradsScore: 4 }]) {
      expect((await post({ ...body, ...change })).status).toBe(409);
    }
    expect(await readFinding(created.id)).toEqual(created);
  });
});

describe('twenty readers who append to one note', () => {
  it('lose no words: every success adds one version and keeps the order of each reader', async () => {
    const { marks, ...fields } = aFinding(await calls.tenants.ownOrg.addScan());
    const body = { ...fields, marks, note: '' };
    const { id, scanId: _scanId, generator: _generator, ...rest } = body;
    const created = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body });
    const path = `/findings/${id}`;
    const counted = { succeeded: 0, rejected: 0 };
    const append = async (addition: string, from: Finding): Promise<Finding> => {
      const note = `${from.note}${addition} `;
      const response = await calls.as<Finding & { data: Finding }>('PHYSICIAN', 'PUT', path, {
        body: { ...rest, note },
        ...ifVersion(from.version),
      });
      if (response.status === 200) {
        counted.succeeded += 1;
        return response.body;
      }
      if (response.status === 429) {
        // All readers share one session, which the server throttles in a long run; the rejected
        // request changed nothing.
        await sleep(500);
        return append(addition, from);
      }
      expect(response.status).toBe(412);
      counted.rejected += 1;
      return append(addition, response.body.data);
    };
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        let latest = created;
        for (let edit = 0; edit < EDITS_EACH; edit += 1)
          latest = await append(`${client}:${edit}`, latest);
      }),
    );
    const final = await calls.must<Finding>('PHYSICIAN', 'GET', path);
    const words = (final.note ?? '').trim().split(' ');
    expect(counted.succeeded).toBe(CLIENTS * EDITS_EACH);
    expect(counted.rejected, 'rejected concurrent edits').toBeGreaterThan(0);
    expect(final.version).toBe(1 + counted.succeeded);
    expect(new Set(words).size).toBe(words.length);
    for (let client = 0; client < CLIENTS; client += 1) {
      const ownWords = words.filter((word) => word.startsWith(`${client}:`));
      expect(ownWords).toEqual(
        Array.from({ length: EDITS_EACH }, (_, edit) => `${client}:${edit}`),
      );
    }
  });
});
