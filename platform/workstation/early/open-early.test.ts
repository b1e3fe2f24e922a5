import { expect, it } from 'vitest';
import type { BootPreview } from '#core';
import {
  okResponse,
  manualClock,
  fakeBackend,
  memoryStorage,
  settle,
  testConfig,
} from '#core/testing';
import { EarlyAnswers } from './early-answers.ts';
import { type EarlyParts, openEarly } from './open-early.ts';

const TOKEN = 'token-of-a-test';

/** A page of one study by somebody who is signed in; `change` plants what is different. */
async function opened(
  change: {
    readonly hash?: (studyId: string) => string;
    readonly token?: string | null;
    readonly config?: object | null;
    readonly user?: object;
    readonly sides?: 'one' | 'two';
    readonly door?: (look: BootPreview) => Promise<void>;
    readonly disabled?: boolean;
    readonly scanNamed?: boolean;
    readonly goOn?: Promise<void>;
    readonly plant?: (clinic: ReturnType<typeof fakeBackend>) => void;
  } = {},
) {
  const clinic = fakeBackend('PHYSICIAN');
  Object.assign(clinic.user, change.user);
  if (change.sides !== 'two') clinic.scans.splice(1);
  const storage = memoryStorage();
  if (change.token !== null) storage.setItem('clockface.token', change.token ?? TOKEN);
  const looks: BootPreview[] = [];
  const named: unknown[] = [];
  const ended: string[] = [];
  let loaded = 0;
  const said: string[] = [];
  const config = { ...testConfig, extensions: { planes: { enabled: change.disabled !== true } } };
  const fetcher: typeof fetch = async (input, init) => {
    const url = String(input);
    if (!url.endsWith('/api/config')) return clinic.server.fetch(input, init);
    const body = change.config === undefined ? config : change.config;
    return body === null ? new Response('', { status: 503 }) : Response.json(body);
  };
  const parts: EarlyParts = {
    answers: new EarlyAnswers({ fetch: fetcher, baseUrl: 'http://localhost/' }),
    hash:
      change.hash?.(clinic.studyId) ??
      `#/scan?study=${clinic.studyId}${change.scanNamed ? `&scan=${clinic.scans[0]?.id}` : ''}`,
    storage,
    clock: manualClock(),
    signal: new AbortController().signal,
    doors: [
      {
        id: 'planes',
        load: async () => {
          loaded += 1;
          return { firstLook: change.door ?? (async (look) => void looks.push(look)) };
        },
      },
    ],
    makePlace: () => ({}) as HTMLElement,
    name: (patient) => void named.push(patient.id),
    goOn: change.goOn ?? Promise.resolve(),
    shown: () => undefined,
    end: () => void ended.push('over'),
    log: (detail) => void said.push(detail),
  };
  clinic.server.handle('getVolume', () => okResponse({ levels: [] }));
  change.plant?.(clinic);
  const opening = openEarly(parts);
  if (change.goOn === undefined) await opening;
  await settle();
  const asked = clinic.server.calls.map(({ route }) => route);
  return { clinic, looks, named, asked, said, loaded: () => loaded, ended };
}

it('asks for what the reading room asks for, and gives it to who can show it', async () => {
  const { clinic, looks, asked } = await opened();
  expect(asked).toEqual(
    expect.arrayContaining(['me', 'getStudy', 'listScansOfStudy', 'getPatient', 'listFindings']),
  );
  expect(asked.filter((route) => route === 'listScanFiles')).toHaveLength(2);
  expect(looks[0]).toMatchObject({ targetScanId: clinic.scans[0]?.id, token: TOKEN });
});

it.each([
  ['nobody is signed in', { token: null }],
  ['another page is open', { hash: () => '#/patient-list' }],
  ['no study is named', { hash: () => '#/scan' }],
  ['the address asks for a safe start', { hash: (id: string) => `#/scan?study=${id}&safe=1` }],
  ['the server is starting', { config: null }],
  ['it is not known how long a session lasts', { config: { apiKey: 'k', extensions: {} } }],
])('sends no bearer where %s', async (_why, change) => {
  const { asked, loaded } = await opened(change);
  expect(asked).toEqual([]);
  expect(loaded()).toBe(0);
});

it('sends no bearer where nobody has touched the browser for too long', async () => {
  const config = { ...testConfig, session: { idleMinutes: 15 } };
  const storage = memoryStorage();
  storage.setItem('clockface.token', TOKEN);
  const clock = manualClock();
  storage.setItem('clockface.lastActivity', new Date(clock.now()).toISOString());
  await clock.advance(15 * 60_000);
  const asked: string[] = [];
  const fetcher: typeof fetch = async (input) => {
    asked.push(String(input));
    return Response.json(config);
  };
  await openEarly({
    answers: new EarlyAnswers({ fetch: fetcher, baseUrl: 'http://localhost/' }),
    hash: '#/scan?study=1',
    storage,
    clock,
    doors: [],
    signal: new AbortController().signal,
    makePlace: () => ({}) as HTMLElement,
    name: () => undefined,
    goOn: Promise.resolve(),
    shown: () => undefined,
    end: () => undefined,
    log: () => undefined,
  });
  expect(asked).toEqual(['http://localhost/api/config']);
});

it.each([
  ['whoever may not read studies', { user: { permissions: [] } }],
  ['whoever has to change a password first', { user: { askedForResetPassword: true } }],
  ['a bearer that is refused', { token: 'of-nobody' }],
  ['a scan that is not of this study', { hash: (id: string) => `#/scan?study=${id}&scan=x` }],
])('shows nothing to %s', async (_who, change) => {
  const { looks } = await opened(change);
  expect(looks).toEqual([]);
});

it('is told with the name of the patient whose study and scan it is, before there is a picture', async () => {
  const { named, clinic } = await opened({ goOn: new Promise(() => undefined) });
  expect(named).toEqual([clinic.scans[0]?.patientId]);
});

it.each([
  ['the answer is of another patient', { id: 'another' }, {}],
  ['the scan is of another patient', {}, { patientId: 'another' }],
  ['the scan is of another study', {}, { studyId: 'another' }],
])('is shown without a name where %s', async (_why, ofPatient, ofScan) => {
  const { named, looks } = await opened({
    plant: ({ server, scans }) => {
      const id = scans[0]?.patientId;
      server.handle('getPatient', () => okResponse({ id, ...ofPatient }));
      Object.assign(scans[0] ?? {}, ofScan);
    },
  });
  expect(looks).toHaveLength(1);
  expect(named).toEqual([]);
});

it('asks for the volume of the scan that the address names beside all else, and gives it out once', async () => {
  const answers: Response[] = [];
  const { clinic, asked } = await opened({
    scanNamed: true,
    door: async ({ read, targetScanId, signal }) => {
      answers.push(await read(`/scans/${targetScanId}/volume`, { json: true, signal }));
    },
  });
  expect(asked.filter((route) => route === 'getVolume')).toHaveLength(1);
  expect(asked.indexOf('getVolume')).toBeLessThan(asked.indexOf('listScansOfStudy'));
  expect(answers[0]?.status).toBe(200);
  expect((await opened()).asked).not.toContain('getVolume');
  expect((await opened({ scanNamed: true, disabled: true })).asked).not.toContain('getVolume');
  expect(clinic.scans).toHaveLength(1);
});

it('fetches nothing of an extension that the site has switched off', async () => {
  const { loaded, looks } = await opened({ disabled: true });
  expect([loaded(), looks.length]).toEqual([0, 0]);
});

it('asks for no findings for whoever may not see them', async () => {
  const { asked } = await opened({ user: { permissions: ['STUDY_VIEW'] } });
  expect(asked).not.toContain('listFindings');
});

it('leaves the study to the program where showing it early fails', async () => {
  const { ended, said } = await opened({ door: () => Promise.reject(new Error('no card')) });
  expect(ended).toEqual(['over']);
  expect(said).toEqual(['no card']);
});
