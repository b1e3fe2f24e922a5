import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListedStudy, Patient, Scan, SiteConfigInput, Study } from '#contracts';
import { aPatient } from '../support/records.ts';
import { startTestServer, type TestServer, tryStart } from '../support/start-test-server.ts';

let dataFolder = '';
let server: TestServer | null = null;
let study: Study;
beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'clockface-density-'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Returns a density list with codes of the site; without `rank`, no code has a rank. */
const densityLists = (rank?: number) => ({
  BREAST_DENSITY: {
    version: `site-${rank}`,
    items: [
      {
        id: 'C_PLUS',
        label: 'Between C and D',
        order: 35,
        ...(rank === undefined ? {} : { rank }),
      },
      { id: 'OTHER', label: 'Not to be compared', order: 90 },
    ],
  },
});

/** Starts the server on the same records with other lists in the site configuration. */
async function startWith(lists: NonNullable<SiteConfigInput['lists']>): Promise<void> {
  await server?.stop({ keepData: true });
  server = await startTestServer({ dataFolder, config: { lists } });
}

async function call<T>(method: string, path: string, body?: object, version = 1): Promise<T> {
  const token = (await server?.signIn('PHYSICIAN')) ?? '';
  const options = { token, headers: { 'if-match': `"v${version}"` } };
  const response = await server?.call<T>(method, path, { ...options, ...(body ? { body } : {}) });
  if (response?.status !== 200) throw new Error(`${path}: ${JSON.stringify(response?.body)}`);
  return response.body;
}

async function addScan(side: 'L' | 'R', breastDensity: string): Promise<void> {
  const body = { studyId: study.id, laterality: side };
  const { id, version } = await call<Scan>('POST', '/scans', body);
  await call('PUT', `/scans/${id}/updateBreastDensity`, { breastDensity }, version);
}

/** Returns the higher density of both sides, as the worklist shows. */
async function readHigherDensity(): Promise<string | null | undefined> {
  const { items } = await call<{ items: ListedStudy[] }>('GET', '/studies');
  return items.find(({ id }) => id === study.id)?.breastDensity;
}

it('a site that changes the rank of a lexicon category does not start', async () => {
  const item = { id: 'FATTY', label: 'Fatty', order: 10, rank: 4 };
  const lists = { BREAST_DENSITY: { version: '1', items: [item] } };
  const started = await tryStart({ config: { lists } });
  if (!('code' in started)) await started.stop();
  expect(started).toMatchObject({ code: 1, output: expect.stringContaining('FATTY must keep') });
});

it('the higher density of both sides follows the rank of a site’s own code, also after a change of rank', async () => {
  await startWith(densityLists(3));
  const { id: patientId } = await call<Patient>('POST', '/patients', aPatient());
  study = await call<Study>('POST', '/studies', { patientId, accessionNumber: null });
  await addScan('L', 'OTHER');
  expect(await readHigherDensity(), 'a code without a rank').toBeNull();
  await addScan('R', 'FIBRO');
  expect(await readHigherDensity()).toBe('FIBRO');
  await addScan('L', 'C_PLUS');
  expect(await readHigherDensity()).toBe('HETERO');
  const { total } = await call<{ total: number }>(
    'GET',
    '/patients/actions/count?breastDensity=HETERO',
  );
  expect(total).toBe(1);
  await startWith(densityLists(4));
  expect(await readHigherDensity(), 'recomputed at the start').toBe('EXTREME');
  // Records keep a code that is no longer offered.
  await startWith({});
  expect(await readHigherDensity()).toBe('EXTREME');
});
