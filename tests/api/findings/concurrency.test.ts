import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import { newId } from '#foundation';
import { addFinding, addScan, aFinding } from '../support/records.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signIn('PHYSICIAN');
});
afterAll(() => server?.stop());

const USERS = 20;
const runInParallel = <T>(call: (idx: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: USERS }, (_, idx) => call(idx)));

describe('twenty users editing one finding', () => {
  it('make one change per version, and each rejected user gets the current version', async () => {
    const { scan } = await addScan(server, token);
    const fields = aFinding(scan.id);
    const first = await addFinding(server, token, fields);
    const { id: _id, scanId: _scanId, ...body } = fields;
    let version = first.version;
    const storedNotes: (string | null)[] = [];
    for (const round of [1, 2, 3]) {
      const responses = await runInParallel((idx) =>
        server.call<Finding & { data: Finding }>('PUT', `/findings/${first.id}`, {
          token,
          body: { ...body, note: `round ${round}, user ${idx}` },
          headers: { 'if-match': `"v${version}"` },
        }),
      );
      const succeeded = responses.filter(({ status }) => status === 200);
      const rejected = responses.filter(({ status }) => status === 412);
      expect([succeeded.length, rejected.length]).toEqual([1, USERS - 1]);
      storedNotes.push(succeeded[0]?.body.note ?? null);
      for (const { body: conflict } of rejected) {
        expect(conflict.data.note).toBe(storedNotes.at(-1));
      }
      version += 1;
    }
    const list = await server.call<{ items: Finding[] }>('GET', `/scans/${scan.id}/findings`, {
      token,
    });
    expect(list.body.items).toMatchObject([{ version: 4, note: storedNotes.at(-1), label: 1 }]);
  });
});

describe('twenty clients at one scan', () => {
  it('create one scan under one id, and each gets a success response', async () => {
    const { study } = await addScan(server, token);
    const body = { id: newId(), studyId: study.id, laterality: 'L' };
    const responses = await runInParallel(() =>
      server.call<Scan>('POST', '/scans', { token, body }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body: scan }) => scan.label))).toEqual(new Set(['L']));
  });

  it('create one scan if they send one id for different studies, and the others get a conflict', async () => {
    const studies = await runInParallel(async () => (await addScan(server, token)).study.id);
    const id = newId();
    const responses = await runInParallel((idx) =>
      server.call('POST', '/scans', {
        token,
        body: { id, studyId: studies[idx], laterality: 'L' },
      }),
    );
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: USERS - 1 }, () => 409)]);
  });

  it('start a single attempt', async () => {
    const { scan } = await addScan(server, token);
    const path = `/scans/${scan.id}/actions/updateScanState/I`;
    const responses = await runInParallel(() =>
      server.call<Scan>('POST', path, { token, body: { epoch: 1 } }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body.version))).toEqual(new Set([2]));
  });

  it('create findings with twenty distinct numbers', async () => {
    const { scan } = await addScan(server, token);
    const findings = await runInParallel(() => addFinding(server, token, aFinding(scan.id)));
    const labels = findings.map(({ label }) => label).sort((a, b) => a - b);
    expect(labels).toEqual(Array.from({ length: USERS }, (_, idx) => idx + 1));
  });
});
