import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { aPatient } from './support/records.ts';
import { startTwoClinics, type TwoClinics } from './support/two-clinics.ts';

// Every call with an id of another clinic is in the permission matrix; here are those without one.

let clinics: TwoClinics;
beforeAll(async () => {
  clinics = await startTwoClinics();
  const { server, ours } = clinics;
  const token = ours.tokenOf('PHYSICIAN');
  expect((await server.call('POST', '/patients', { token, body: aPatient() })).status).toBe(200);
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

describe('lists and searches', () => {
  it('hold nothing of another organization, in rows, totals or pages', async () => {
    const { server, db, ours, theirs } = clinics;
    const { organizationId } = theirs;
    await db
      .insertInto('patient')
      .values(
        Array.from({ length: 60 }, (_, at) => ({
          ...{ id: newId(), organizationId, lastName: `Canary${at}`, code: `CANARY-${at}` },
          ...{ createdBy: null, updatedBy: null },
        })),
      )
      .execute();
    const token = ours.tokenOf('PHYSICIAN');
    const count = async (path: string) =>
      (await server.call<{ total: number }>('GET', path, { token })).body.total;
    const all = await db
      .selectFrom('patient')
      .select('id')
      .where('organizationId', '=', ours.organizationId)
      .execute();
    expect(await count('/patients')).toBe(all.length);
    expect(await count('/patients/actions/search?_keywords=canary')).toBe(0);
    expect(await count('/patients/actions/search?_keywords=%25')).toBeUndefined();
  });

  it('give no page to a cursor that points into another organization', async () => {
    const { server } = clinics;
    const first = await server.call<{ nextCursor: string }>('GET', '/patients?limit=1', {
      token: clinics.theirs.tokenOf('PHYSICIAN'),
    });
    const page = await server.call('GET', `/patients?cursor=${first.body.nextCursor}`, {
      token: clinics.ours.tokenOf('PHYSICIAN'),
    });
    expect(JSON.stringify(page.body)).not.toContain('Canary');
  });
});
