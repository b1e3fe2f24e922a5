import { expect, it } from 'vitest';
import type { BootPreview } from '#core';
import {
  fakeBackend,
  manualClock,
  memoryStorage,
  okResponse,
  settle,
  testConfig,
} from '#core/testing';
import { preloadStudy, type StudyPreloadOptions } from './preload-study.ts';
import { PreloadedResponses } from './preloaded-responses.ts';

const TOKEN = 'token-of-a-test';
const PROTOCOLS: BootPreview['protocols'] = [];

/** Preloads the page of a study for a signed-in user; `change` overrides the defaults. */
async function preload(
  change: {
    readonly hash?: (studyId: string) => string;
    readonly token?: string | null;
    readonly config?: object | null;
    readonly user?: object;
    readonly showPreview?: (preview: BootPreview) => Promise<void>;
    readonly disabled?: boolean;
    /** Adds the scan to the address of the study. */
    readonly hasScanInHash?: boolean;
    readonly delayOver?: Promise<void>;
    readonly prepare?: (backend: ReturnType<typeof fakeBackend>) => void;
  } = {},
) {
  const backend = fakeBackend('PHYSICIAN');
  Object.assign(backend.user, change.user);
  backend.scans.splice(1);
  const storage = memoryStorage();
  if (change.token !== null) storage.setItem('clockface.token', change.token ?? TOKEN);
  const previews: BootPreview[] = [];
  const namedIds: unknown[] = [];
  const ended: string[] = [];
  let loaded = 0;
  const logged: string[] = [];
  const config = { ...testConfig, extensions: { planes: { enabled: change.disabled !== true } } };
  const fetcher: typeof fetch = async (input, init) => {
    const url = String(input);
    if (!url.endsWith('/api/config')) return backend.server.fetch(input, init);
    const body = change.config === undefined ? config : change.config;
    return body === null ? new Response('', { status: 503 }) : Response.json(body);
  };
  const scanParameter = change.hasScanInHash ? `&scan=${backend.scans[0]?.id}` : '';
  const options: StudyPreloadOptions = {
    responses: new PreloadedResponses({ fetch: fetcher, baseUrl: 'http://localhost/' }),
    hash: change.hash?.(backend.studyId) ?? `#/scan?study=${backend.studyId}${scanParameter}`,
    storage,
    clock: manualClock(),
    signal: new AbortController().signal,
    previewLoaders: [
      {
        id: 'planes',
        protocols: PROTOCOLS,
        load: async () => {
          loaded += 1;
          return {
            bootPreview: change.showPreview ?? (async (preview) => void previews.push(preview)),
          };
        },
      },
    ],
    createPreviewContainer: () => ({}) as HTMLElement,
    showName: (patient) => void namedIds.push(patient.id),
    delayOver: change.delayOver ?? new Promise(() => undefined),
    end: () => void ended.push('over'),
    log: (detail) => void logged.push(detail),
  };
  backend.server.handle('getVolume', () => okResponse({ levels: [] }));
  change.prepare?.(backend);
  let resolved = false;
  void preloadStudy(options).then(() => {
    resolved = true;
  });
  await settle();
  const requestedRoutes = backend.server.calls.map(({ route }) => route);
  return {
    backend,
    previews,
    namedIds,
    requestedRoutes,
    logged,
    loaded: () => loaded,
    ended,
    resolved: () => resolved,
  };
}

it('preloadStudy preloads the requests of the study page and passes them to the boot preview', async () => {
  const { backend, previews, requestedRoutes } = await preload();
  expect(requestedRoutes).toEqual(
    expect.arrayContaining(['me', 'getStudy', 'listScansOfStudy', 'getPatient', 'listFindings']),
  );
  expect(requestedRoutes.filter((route) => route === 'listScanFiles')).toHaveLength(2);
  expect(previews[0]).toMatchObject({
    targetScanId: backend.scans[0]?.id,
    token: TOKEN,
    protocols: PROTOCOLS,
  });
});

it.each([
  ['no user is signed in', { token: null }],
  ['another page is open', { hash: () => '#/patient-list' }],
  ['the address names no study', { hash: () => '#/scan' }],
  ['the address asks for a safe start', { hash: (id: string) => `#/scan?study=${id}&safe=1` }],
  ['the server is starting', { config: null }],
  ['the idle timeout is unknown', { config: { apiKey: 'k', extensions: {} } }],
])('preloadStudy sends no token where %s', async (_reason, change) => {
  const { requestedRoutes, loaded } = await preload(change);
  expect(requestedRoutes).toEqual([]);
  expect(loaded()).toBe(0);
});

it('preloadStudy sends no token when the browser was idle for too long', async () => {
  const config = { ...testConfig, session: { idleMinutes: 15 } };
  const storage = memoryStorage();
  storage.setItem('clockface.token', TOKEN);
  const clock = manualClock();
  storage.setItem('clockface.lastActivity', new Date(clock.now()).toISOString());
  await clock.advance(15 * 60_000);
  const requests: string[] = [];
  const fetcher: typeof fetch = async (input) => {
    requests.push(String(input));
    return Response.json(config);
  };
  await preloadStudy({
    responses: new PreloadedResponses({ fetch: fetcher, baseUrl: 'http://localhost/' }),
    hash: '#/scan?study=1',
    storage,
    clock,
    previewLoaders: [],
    signal: new AbortController().signal,
    createPreviewContainer: () => ({}) as HTMLElement,
    showName: () => undefined,
    delayOver: Promise.resolve(),
    end: () => undefined,
    log: () => undefined,
  });
  expect(requests).toEqual(['http://localhost/api/config']);
});

it.each([
  ['a user who can’t read studies', { user: { permissions: [] } }],
  ['a user who must change the password first', { user: { askedForResetPassword: true } }],
  ['a rejected token', { token: 'unknown' }],
  ['the address of a scan of another study', { hash: (id: string) => `#/scan?study=${id}&scan=x` }],
])('preloadStudy shows no preview for %s', async (_user, change) => {
  const { previews } = await preload(change);
  expect(previews).toEqual([]);
});

it('preloadStudy names the patient of study and scan before the first image', async () => {
  const { namedIds, backend } = await preload({ showPreview: () => new Promise(() => undefined) });
  expect(namedIds).toEqual([backend.scans[0]?.patientId]);
});

it('preloadStudy delays further requests and the program until the preview is shown, for a limited time', async () => {
  const showPreview = (): Promise<void> => new Promise(() => undefined);
  const waiting = await preload({ showPreview });
  expect(waiting.requestedRoutes).not.toContain('listScanFiles');
  expect(waiting.resolved()).toBe(false);
  const afterDelay = await preload({ showPreview, delayOver: Promise.resolve() });
  expect(afterDelay.requestedRoutes).toContain('listScanFiles');
  expect(afterDelay.resolved()).toBe(true);
});

it.each([
  ['the response is about another patient', { id: 'another' }, {}],
  ['the scan belongs to another patient', {}, { patientId: 'another' }],
  ['the scan belongs to another study', {}, { studyId: 'another' }],
])('preloadStudy shows no name where %s', async (_reason, patientChange, scanChange) => {
  const { namedIds, previews } = await preload({
    prepare: ({ server, scans }) => {
      const id = scans[0]?.patientId;
      server.handle('getPatient', () => okResponse({ id, ...patientChange }));
      Object.assign(scans[0] ?? {}, scanChange);
    },
  });
  expect(previews).toHaveLength(1);
  expect(namedIds).toEqual([]);
});

it('preloadStudy preloads the volume of the scan in the address first and hands the response over once', async () => {
  const responses: Response[] = [];
  const { requestedRoutes } = await preload({
    hasScanInHash: true,
    showPreview: async ({ read, targetScanId, signal }) => {
      responses.push(await read(`/scans/${targetScanId}/volume`, { json: true, signal }));
    },
  });
  expect(requestedRoutes.filter((route) => route === 'getVolume')).toHaveLength(1);
  expect(requestedRoutes.indexOf('getVolume')).toBeLessThan(
    requestedRoutes.indexOf('listScansOfStudy'),
  );
  expect(responses[0]?.status).toBe(200);
  expect((await preload()).requestedRoutes).not.toContain('getVolume');
  expect((await preload({ hasScanInHash: true, disabled: true })).requestedRoutes).not.toContain(
    'getVolume',
  );
});

it('preloadStudy loads nothing of a disabled extension', async () => {
  const { loaded, previews } = await preload({ disabled: true });
  expect([loaded(), previews.length]).toEqual([0, 0]);
});

it('preloadStudy requests no findings without permission', async () => {
  const { requestedRoutes } = await preload({ user: { permissions: ['STUDY_VIEW'] } });
  expect(requestedRoutes).not.toContain('listFindings');
});

it('preloadStudy ends a failed preview and leaves the study to the program', async () => {
  const { ended, logged } = await preload({
    showPreview: () => Promise.reject(new Error('no card')),
  });
  expect(ended).toEqual(['over']);
  expect(logged).toEqual(['no card']);
});
