import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import { startTwoClinics, type TwoClinics } from '../support/two-clinics.ts';

// Every call with an id of another clinic is in the permission matrix; here are those without one.

let clinics: TwoClinics;
beforeAll(async () => {
  clinics = await startTwoClinics();
  const { server, ours } = clinics;
  const token = ours.tokenOf('PHYSICIAN');
  expect((await server.call('POST', '/patients', { token, body: aPatient() })).status).toBe(200);
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

const ASKING = ['OPERATOR', 'PHYSICIAN', 'VIEWER'] as const;

describe('lists and searches', () => {
  it('hold nothing of another organization, in rows, totals or pages', async () => {
    const { server, db, ours, theirs } = clinics;
    const { organizationId } = theirs;
    await db
      .insertInto('patient')
      .values(
        Array.from({ length: 60 }, (_, at) => ({
          id: newId(),
          organizationId,
          lastName: `Canary${at}`,
          code: `CANARY-${at}`,
          createdBy: null,
          updatedBy: null,
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

  it('count the same whether or not another clinic holds what is asked for', async () => {
    const { server, ours, theirs } = clinics;
    const token = ours.tokenOf('PHYSICIAN');
    const answers = async () => {
      const told: unknown[] = [];
      for (const [method, path, body] of [
        ['GET', '/studies?_keywords=sidechannel'],
        ['GET', '/studies'],
        ['GET', '/scans'],
        ['GET', '/patients/actions/search?_keywords=sidechannel'],
        ['GET', '/patients/code/SIDE-CHANNEL'],
        ['GET', '/studies/accession/SIDE-CHANNEL'],
        ['POST', '/patients/ispatientexist', { code: 'SIDE-CHANNEL' }],
        ['GET', '/lists'],
      ] as const) {
        const { status, body: answer } = await server.call(method, path, { token, body });
        told.push([path, status, answer]);
      }
      return told;
    };
    const before = await answers();
    const as = { token: theirs.tokenOf('PHYSICIAN') };
    const wish = { code: 'SIDE-CHANNEL', lastName: 'Sidechannel' };
    const patient = await server.call<{ id: string }>('POST', '/patients', {
      ...as,
      body: aPatient(wish),
    });
    const study = await server.call<{ id: string }>('POST', '/studies', {
      ...as,
      body: { patientId: patient.body.id, accessionNumber: 'SIDE-CHANNEL' },
    });
    const scan = { studyId: study.body.id, laterality: 'L' };
    expect((await server.call('POST', '/scans', { ...as, body: scan })).status).toBe(200);
    expect(await answers()).toEqual(before);
    const mine = await server.call('POST', '/patients', { token, body: aPatient(wish) });
    expect(mine.status, 'a code of another clinic is free').toBe(200);
  });

  it('take as long for a code of another clinic as for none', async () => {
    const { server, ours, theirs } = clinics;
    const code = 'TIMED-1';
    const made = { token: theirs.tokenOf('PHYSICIAN'), body: aPatient({ code }) };
    expect((await server.call('POST', '/patients', made)).status).toBe(200);
    const times = { theirs: [] as number[], nobodys: [] as number[] };
    for (let round = 0; round < 21; round += 1) {
      // Seven each: after twenty codes that nobody has, an account is answered nothing any more.
      const token = ours.tokenOf(ASKING[round % ASKING.length] ?? 'VIEWER');
      for (const [whose, asked] of [
        ['theirs', code],
        ['nobodys', `NOBODY-${round}`],
      ] as const) {
        const began = performance.now();
        const answer = await server.call('GET', `/patients/code/${asked}`, { token });
        times[whose].push(performance.now() - began);
        expect(answer.status).toBe(404);
      }
    }
    const median = (all: number[]): number => all.sort((a, b) => a - b)[all.length >> 1] ?? 0;
    const ratio = median(times.theirs) / median(times.nobodys);
    expect(ratio).toBeGreaterThan(1 / 3);
    expect(ratio).toBeLessThan(3);
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
