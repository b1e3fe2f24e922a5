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

async function startWatch(initial: object) {
  platform = await fakePlatform();
  let response = state(initial);
  const { backend, clock } = platform;
  backend.server.handle('cloudSyncState', () => okResponse(response));
  watch = watchSync(platform);
  await settle();
  const calls = (): number =>
    backend.server.calls.filter(({ route }) => route === 'cloudSyncState').length;
  const setState = (change: object): void => {
    response = state(change);
  };
  return { server: backend.server, clock, calls, setState, syncStore: watch.store };
}

it('updates the sync state by polling', async () => {
  const { clock, setState, syncStore } = await startWatch({ status: 'SYNCING' });
  expect(syncStore.getState()?.status).toBe('SYNCING');
  setState({ status: 'FAILED' });
  await clock.advance(30_000);
  expect(syncStore.getState()?.status).toBe('FAILED');
});

it('stays null and stops polling when no cloud is configured', async () => {
  const { clock, calls, syncStore } = await startWatch({ configured: false });
  await clock.advance(300_000);
  expect(syncStore.getState()).toBeNull();
  expect(calls()).toBe(1);
});

it('keeps the last state while the server is offline', async () => {
  const { server, clock, setState, syncStore } = await startWatch({ status: 'DONE' });
  server.reachable = false;
  await clock.advance(30_000);
  expect(syncStore.getState()?.status).toBe('DONE');
  server.reachable = true;
  setState({ status: 'OFFLINE' });
  await clock.advance(30_000);
  expect(syncStore.getState()?.status).toBe('OFFLINE');
});
