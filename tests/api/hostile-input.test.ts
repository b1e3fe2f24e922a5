import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { hostileValue, nearly, type RightValues } from './support/hostile-values.ts';
import { aFinding, aMark, aPatient } from './support/records.ts';
import { startTwoClinics, type TwoClinics } from './support/two-clinics.ts';

const CANARY = 'Xantippe-of-the-others';
/** What tells of our inside: stacks, SQL, folders, libraries. */
const INSIDE =
  /\bat [\w.<>]+ \(|\.ts:\d+|node_modules|\/work\/|\/tmp\/|\/home\/|\bselect .+ from\b|insert into|SQLSTATE|invalid (byte|input) |kysely|postgres(ql)?:\/\//i;
const RUNS = 150;

let clinics: TwoClinics;
let right: RightValues;
/** What each call was answered, to see that the schemas did not stop all of them. */
const seen = new Map<RouteName, Set<number>>();
beforeAll(async () => {
  clinics = await startTwoClinics();
  const { db, ours, theirs, server } = clinics;
  await db
    .insertInto('patient')
    .values({
      ...{ id: newId(), organizationId: theirs.organizationId, lastName: CANARY },
      ...{ createdBy: null, updatedBy: null },
    })
    .execute();
  const token = ours.tokenOf('PHYSICIAN');
  const scanIds = [await ours.addScan({ scanState: 'N', epoch: 0 }), await ours.addScan()];
  const patient = await server.call<{ id: string }>('POST', '/patients', {
    token,
    body: aPatient(),
  });
  const body = aFinding(scanIds[0]!);
  const finding = await server.call<{ id: string }>('POST', '/findings', { token, body });
  const file = {
    ...{ scanId: scanIds[1], fileCategory: 'VOLUME3D', fileName: 'a.nrrd', fileExtension: 'nrrd' },
  };
  const announced = await server.call<{ id: string }>('POST', '/scanfiles', { token, body: file });
  expect([patient.status, finding.status, announced.status]).toEqual([200, 200, 200]);
  const ids = [
    ...scanIds,
    ...[ours.studyId, patient.body.id, finding.body.id, announced.body.id, newId()],
  ];
  const mark = aMark();
  right = {
    marks: [{}, { [mark.id]: mark }],
    ...{ id: ids, scanId: scanIds, entityId: scanIds, studyId: [ours.studyId] },
    ...{ patientId: [patient.body.id], deviceId: [ours.deviceId, null] },
    ...{ organizationId: [ours.organizationId], parentId: [null, announced.body.id] },
    ...{ fileName: ['a.nrrd'], fileExtension: ['nrrd'], sizes: ['2 2 2'], colour: ['#ffffff'] },
    ...{ start: [{ u: 0, v: 0.1 }], end: [{ u: 1, v: 1 }], email: ['nobody@example'] },
    ...{ generator: ['USER'], birthDate: ['1970-01-01', '0000-01-01', null], limit: ['1', '200'] },
  };
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

const names = Object.keys(routes) as RouteName[];

/** A call that a program in error or a person in anger could make. */
interface HostileCall {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  readonly ifMatch: string;
  readonly type: string;
}

function hostileCall(route: Route): fc.Arbitrary<HostileCall> {
  const part = (schema: Route['body']) =>
    schema === undefined ? fc.constant({}) : nearly(schema, right);
  const asRecord = (value: unknown) =>
    (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return fc.record({
    params: part(route.params).map(asRecord),
    query: part(route.query).map(asRecord),
    body: route.body === undefined ? hostileValue : nearly(route.body, right),
    ifMatch: fc.constantFrom('"v1"', '"v2"', '3', '"v99999999999"', '*', ''),
    type: fc.constantFrom(
      ...['application/json', 'application/json', 'application/json', 'application/json'],
      ...['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x/y'],
    ),
  });
}

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.slice(0, 2_000).toWellFormed());
};

async function answerTo(
  route: Route,
  call: HostileCall,
): Promise<{ status: number; text: string }> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encoded(call.params[name] ?? newId()),
  );
  const query = Object.entries(call.query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encoded(value)}`)
    .join('&');
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE';
  const token = clinics.ours.tokenOf('PHYSICIAN');
  const response = await fetch(`${clinics.server.url}/api${path}?${query}`, {
    method: route.method,
    headers: {
      ...{ 'x-api-key': clinics.server.apiKey, authorization: `Bearer ${token}` },
      ...(hasBody ? { 'content-type': call.type } : {}),
      ...(call.ifMatch === '' ? {} : { 'if-match': call.ifMatch }),
    },
    ...(hasBody ? { body: JSON.stringify(call.body) ?? '' } : {}),
  });
  return { status: response.status, text: await response.text() };
}

describe('hostile input', () => {
  it.each(names.filter((name) => name !== 'logOff'))(
    'is refused or taken by %s, and never breaks it',
    async (name) => {
      const route: Route = routes[name];
      await fc.assert(
        fc.asyncProperty(hostileCall(route), async (call) => {
          const { status, text } = await answerTo(route, call);
          seen.set(name, (seen.get(name) ?? new Set()).add(status));
          expect(status, text).toBeLessThan(500);
          expect(text).not.toMatch(INSIDE);
          expect(text).not.toContain(CANARY);
          expect(text).not.toContain(clinics.theirs.organizationId);
        }),
        { numRuns: RUNS, seed: 20, endOnFailure: false, interruptAfterTimeLimit: 20_000 },
      );
    },
  );

  it('came past the first checks of nearly every call', () => {
    const stopped = [...seen].filter(([, statuses]) => [...statuses].every((one) => one === 400));
    // A form needs bytes in a shape that nothing here makes.
    expect(stopped.map(([name]) => name)).toEqual(['importFromFiles']);
  });

  it('has left the server as it was', async () => {
    const { server, ours } = clinics;
    const token = ours.tokenOf('PHYSICIAN');
    expect((await server.call('GET', '/patients', { token })).status).toBe(200);
    expect(server.log()).not.toContain('A call failed');
  });
});

describe('a text that no database takes', () => {
  it.each([
    ['NUL', 'a\0b'],
    ['half a character', 'x\ud83e'],
  ])('%s is named with its field, wherever it is sent', async (_what, text) => {
    const { server, ours } = clinics;
    const token = ours.tokenOf('PHYSICIAN');
    const patient = { token, body: aPatient({ lastName: text }) };
    const answer = await server.call<{ errors: object[] }>('POST', '/patients', patient);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ field: 'lastName' }]);
    const finding = { ...aFinding(await ours.addScan()), note: text };
    const header = { sizes: '1', source: { [text]: 'x' } };
    const file = { scanId: finding.scanId, fileCategory: 'RAW', fileName: 'a', fileExtension: 'a' };
    const place = JSON.stringify(['2020-01-01T00:00:00Z', text, newId()]);
    const cursor = Buffer.from(place).toString('base64url');
    for (const [method, path, body] of [
      ['POST', '/findings', finding],
      ['POST', '/scanfiles', { ...file, header }],
      ['POST', '/accounts/actions/login', { email: text, password: 'x' }],
      ['GET', '/organizations/domain/a%00b'],
    ] as const) {
      const { status } = await server.call(method, path, { token, body });
      expect.soft(status, path).toBe(400);
    }
    const page = await server.call('GET', `/scans/${finding.scanId}/scanfiles?cursor=${cursor}`, {
      token,
    });
    expect(page.status).toBeLessThan(500);
  });
});

describe('identities', () => {
  it('are the same in capital letters', async () => {
    const { server, ours } = clinics;
    const token = ours.tokenOf('PHYSICIAN');
    const mark = aMark(newId().toUpperCase());
    const fields = aFinding((await ours.addScan()).toUpperCase(), [mark]);
    const body = { ...fields, id: fields.id.toUpperCase() };
    for (const _time of [1, 2]) {
      const answer = await server.call<{ id: string; label: number }>('POST', '/findings', {
        token,
        body,
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(answer.body).toMatchObject({ id: fields.id, label: 1 });
    }
    const devices = `/organization/${ours.organizationId.toUpperCase()}/devices`;
    expect((await server.call('GET', devices, { token })).status).toBe(200);
  });
});

describe('very much at once', () => {
  it('a finding of 18,000 marks is kept whole', async () => {
    const { server, ours } = clinics;
    const token = ours.tokenOf('PHYSICIAN');
    const scanId = await ours.addScan();
    const small = { ...aMark(), markType: 'CROSS' as const };
    const { points } = small.markViewParams;
    const { start: _start, end: _end, ...params } = small.markViewParams;
    const marks = Array.from({ length: 18_000 }, () => ({
      ...small,
      id: newId(),
      markViewParams: { ...params, points: points.slice(0, 1) },
    }));
    const body = aFinding(scanId, marks);
    const made = await server.call('POST', '/findings', { token, body });
    expect(made.status, JSON.stringify(made.body).slice(0, 300)).toBe(200);
    const read = await server.call<{ items: { marks: object }[] }>(
      'GET',
      `/scans/${scanId}/findings`,
      { token },
    );
    expect(Object.keys(read.body.items[0]?.marks ?? {})).toHaveLength(18_000);
  });
});
