import { afterEach, expect, it } from 'vitest';
import { errorResponse, type FakePlatform, fakePlatform, settle } from '../../testing/index.ts';
import { createPreferences } from './create-preferences.ts';
import type { TabChannel } from './preferences.ts';
import { createUserKeys } from './user-keys.ts';

const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const disposable of opened.splice(0).reverse()) disposable.dispose();
});

async function setup(): Promise<FakePlatform> {
  const platform = await fakePlatform();
  opened.push(platform);
  return platform;
}

/** Creates connected tabs; like a BroadcastChannel, a tab does not receive its own messages. */
function createTabChannels() {
  const tabs: { onMessage: ((event: MessageEvent) => void) | null }[] = [];
  return (): TabChannel => {
    const ownTab: (typeof tabs)[number] = { onMessage: null };
    tabs.push(ownTab);
    return {
      postMessage(data) {
        for (const tab of tabs) if (tab !== ownTab) tab.onMessage?.({ data } as MessageEvent);
      },
      addEventListener: (_: string, listener: unknown) => {
        ownTab.onMessage = listener as typeof ownTab.onMessage;
      },
      removeEventListener: () => {
        ownTab.onMessage = null;
      },
      close: () => undefined,
    };
  };
}

async function openTab(platform: FakePlatform, channel?: TabChannel) {
  const preferences = createPreferences({ ...platform, channel });
  const keys = createUserKeys(preferences);
  opened.push(preferences, keys);
  await settle();
  return { preferences, keys };
}

it('restores stored keys after the next sign-in', async () => {
  const platform = await setup();
  const first = await openTab(platform);
  await first.keys.set({ 'views.undo': 'KeyU', 'views.length': null });
  await first.keys.setCharacterKeys(false);
  const second = await openTab(platform);
  expect(second.keys.store.getState()).toEqual({
    characterKeys: false,
    keys: { 'views.undo': 'KeyU', 'views.length': null },
  });
  await second.keys.set({ 'views.length': undefined });
  expect(second.keys.store.getState().keys).toEqual({ 'views.undo': 'KeyU' });
  await second.keys.resetAll();
  expect((await openTab(platform)).keys.store.getState()).toEqual({
    characterKeys: true,
    keys: {},
  });
});

it('applies a change at once in the same user’s other tabs', async () => {
  const platform = await setup();
  const openChannel = createTabChannels();
  const firstTab = await openTab(platform, openChannel());
  const secondTab = await openTab(platform, openChannel());
  await firstTab.keys.set({ 'views.undo': 'KeyU' });
  expect(secondTab.keys.store.getState().keys).toEqual({ 'views.undo': 'KeyU' });
});

it('ignores messages from other tabs for another user or of an invalid shape', async () => {
  const platform = await setup();
  const openChannel = createTabChannels();
  const tab = await openTab(platform, openChannel());
  const otherChannel = openChannel();
  const otherUserId = '0198a000-0000-7000-8000-000000000000';
  for (const message of [
    { userId: otherUserId, code: 'keys', value: '{}' },
    { code: 'keys' },
    'x',
    null,
  ]) {
    otherChannel.postMessage(message);
  }
  expect(tab.preferences.store.getState().values.size).toBe(0);
});

it('reverts a rejected change and returns the Problem', async () => {
  const platform = await setup();
  const { keys } = await openTab(platform);
  await keys.set({ 'views.undo': 'KeyU' });
  platform.backend.server.once(
    'savePreference',
    errorResponse(422, 'TooMany', 'No more preferences'),
  );
  const result = await keys.set({ 'views.undo': 'KeyX' });
  expect(result.ok).toBe(false);
  expect(keys.store.getState().keys).toEqual({ 'views.undo': 'KeyU' });
});

it('never overwrites choices that could not be read', async () => {
  const platform = await setup();
  await (await openTab(platform)).keys.set({ 'views.undo': 'KeyU' });
  const { server } = platform.backend;
  server.once('listPreferences', 'unreachable');
  server.once('listPreferences', 'unreachable');
  const { keys } = await openTab(platform);
  expect(keys.store.getState().keys).toEqual({});
  expect((await keys.set({ 'views.length': 'KeyD' })).ok).toBe(false);
  expect((await keys.set({ 'views.length': 'KeyD' })).ok).toBe(true);
  expect(keys.store.getState().keys).toEqual({ 'views.undo': 'KeyU', 'views.length': 'KeyD' });
});

it.each(['', 'not json', '[]', '{"characterKeys":"yes"}', '{"characterKeys":true,"keys":{"a":1}}'])(
  'uses the default keys for an unreadable stored value (%s)',
  async (value) => {
    const platform = await setup();
    const { preferences, keys } = await openTab(platform);
    await preferences.save('keys', value);
    expect(keys.store.getState()).toEqual({ characterKeys: true, keys: {} });
  },
);

it('clears a user’s keys for the next user', async () => {
  const platform = await setup();
  const { preferences, keys } = await openTab(platform);
  await keys.set({ 'views.undo': 'KeyU' });
  await platform.session.signOut();
  expect(preferences.store.getState().values.size).toBe(0);
  expect(keys.store.getState().keys).toEqual({});
});
