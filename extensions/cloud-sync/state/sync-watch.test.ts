import { afterEach, expect, it } from 'vitest';
import { type FakePlatform, fakePlatform, okResponse, settle } from '#core/testing';
import { type SyncWatch, watchSync } from './sync-watch.ts';

let watch: SyncWatch | null = null;
let platform: FakePlatform | null = null;
afterEach(() => {
  watch?.dispose();
  platform?.dispose();
});

const state = (change: object) => ({
  status: 'DONE',
  message: null,
  lastSyncAt: null,
  configured: true,
  job: null,
  ...change,
});

async function open(first: object) {
  platform = await fakePlatform();
  let response = state(first);
  const { backend, clock } = platform;
  backend.server.handle('cloudSyncState', () => okResponse(response));
  watch = watchSync(platform);
  await settle();
  const calls = (): number =>
    backend.server.calls.filter(({ route }) => route === 'cloudSyncState').length;
  const set = (next: object): void => {
    response = state(next);
  };
  return { server: backend.server, clock, calls, set, now: watch.store };
}

it('updates the sync state by polling', async () => {
  const { clock, set, now } = await open({ status: 'SYNCING' });
  expect(now.getState()?.status).toBe('SYNCING');
  set({ status: 'FAILED' });
  await clock.advance(30_000);
  expect(now.getState()?.status).toBe('FAILED');
});

it('stays null and stops polling when no cloud is configured', async () => {
  const { clock, calls, now } = await open({ configured: false });
  await clock.advance(300_000);
  expect([now.getState(), calls()]).toEqual([null, 1]);
});

it('keeps the last state while the server is offline', async () => {
  const { server, clock, set, now } = await open({ status: 'DONE' });
  server.reachable = false;
  await clock.advance(30_000);
  expect(now.getState()?.status).toBe('DONE');
  server.reachable = true;
  set({ status: 'OFFLINE' });
  await clock.advance(30_000);
  expect(now.getState()?.status).toBe('OFFLINE');
});
