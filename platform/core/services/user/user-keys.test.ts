import { afterEach, expect, it } from 'vitest';
import { type FakePlatform, fakePlatform, refused, settle } from '../../testing/index.ts';
import { createPreferences } from './create-preferences.ts';
import type { TabChannel } from './preferences.ts';
import { createUserKeys } from './user-keys.ts';

const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0).reverse()) one.dispose();
});

async function aClinic(): Promise<FakePlatform> {
  const platform = await fakePlatform();
  opened.push(platform);
  return platform;
}

/** Tabs that hear each other, as a BroadcastChannel does: not themselves. */
function tabs() {
  const all: { hear: ((event: MessageEvent) => void) | null }[] = [];
  return (): TabChannel => {
    const own: (typeof all)[number] = { hear: null };
    all.push(own);
    return {
      postMessage(data) {
        for (const tab of all) if (tab !== own) tab.hear?.({ data } as MessageEvent);
      },
      addEventListener: (_: string, hear: unknown) => {
        own.hear = hear as typeof own.hear;
      },
      removeEventListener: () => {
        own.hear = null;
      },
      close: () => undefined,
    };
  };
}

async function aTab(platform: FakePlatform, channel?: TabChannel) {
  const preferences = createPreferences({ ...platform, channel });
  const keys = createUserKeys(preferences);
  opened.push(preferences, keys);
  await settle();
  return { preferences, keys };
}

it('keys are kept on the server and are there after the next sign-in', async () => {
  const platform = await aClinic();
  const first = await aTab(platform);
  await first.keys.set({ 'views.undo': 'KeyU', 'views.length': null });
  await first.keys.setCharacterKeys(false);
  const later = await aTab(platform);
  expect(later.keys.store.getState()).toEqual({
    characterKeys: false,
    keys: { 'views.undo': 'KeyU', 'views.length': null },
  });
  await later.keys.set({ 'views.length': undefined });
  expect(later.keys.store.getState().keys).toEqual({ 'views.undo': 'KeyU' });
  await later.keys.resetAll();
  expect((await aTab(platform)).keys.store.getState()).toEqual({ characterKeys: true, keys: {} });
});

it('a change holds at once in the other tabs of the same person', async () => {
  const platform = await aClinic();
  const join = tabs();
  const [here, there] = [await aTab(platform, join()), await aTab(platform, join())];
  await here.keys.set({ 'views.undo': 'KeyU' });
  expect(there.keys.store.getState().keys).toEqual({ 'views.undo': 'KeyU' });
});

it('what another tab says of another person, or in another shape, is not taken', async () => {
  const platform = await aClinic();
  const join = tabs();
  const tab = await aTab(platform, join());
  const other = join();
  const foreign = '0198a000-0000-7000-8000-000000000000';
  for (const message of [
    { userId: foreign, code: 'keys', value: '{}' },
    { code: 'keys' },
    'x',
    null,
  ]) {
    other.postMessage(message);
  }
  expect(tab.preferences.store.getState().values.size).toBe(0);
});

it('a change that the server refuses is taken back and told', async () => {
  const platform = await aClinic();
  const { keys } = await aTab(platform);
  await keys.set({ 'views.undo': 'KeyU' });
  platform.clinic.server.once('savePreference', refused(422, 'TooMany', 'No more preferences'));
  const answer = await keys.set({ 'views.undo': 'KeyX' });
  expect(answer.ok).toBe(false);
  expect(keys.store.getState().keys).toEqual({ 'views.undo': 'KeyU' });
});

it('choices that could not be read are never overwritten by the next one', async () => {
  const platform = await aClinic();
  await (await aTab(platform)).keys.set({ 'views.undo': 'KeyU' });
  const { server } = platform.clinic;
  server.once('listPreferences', 'unreachable');
  server.once('listPreferences', 'unreachable');
  const { keys } = await aTab(platform);
  expect(keys.store.getState().keys).toEqual({});
  expect((await keys.set({ 'views.length': 'KeyD' })).ok).toBe(false);
  expect((await keys.set({ 'views.length': 'KeyD' })).ok).toBe(true);
  expect(keys.store.getState().keys).toEqual({ 'views.undo': 'KeyU', 'views.length': 'KeyD' });
});

it.each(['', 'not json', '[]', '{"characterKeys":"yes"}', '{"characterKeys":true,"keys":{"a":1}}'])(
  'a kept value that cannot be read (%s) leaves the default keys',
  async (value) => {
    const platform = await aClinic();
    const { preferences, keys } = await aTab(platform);
    await preferences.save('keys', value);
    expect(keys.store.getState()).toEqual({ characterKeys: true, keys: {} });
  },
);

it('nothing of a person stays for the next', async () => {
  const platform = await aClinic();
  const { preferences, keys } = await aTab(platform);
  await keys.set({ 'views.undo': 'KeyU' });
  await platform.session.signOut();
  expect(preferences.store.getState().values.size).toBe(0);
  expect(keys.store.getState().keys).toEqual({});
});
