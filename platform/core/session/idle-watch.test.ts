import { describe, expect, it } from 'vitest';
import {
  createPlatformServices,
  type PlatformServices,
} from '../services/platform/create-platform-services.ts';
import {
  fakeBackend,
  type ManualClock,
  manualClock,
  memoryBroker,
  memoryStorage,
  settle,
  testConfig,
} from '../testing/index.ts';
import type { KeyValueStorage } from './token-store.ts';

const MINUTE_MS = 60_000;

interface Tab extends PlatformServices {
  readonly page: EventTarget;
  /** Moves the pointer in this tab. */
  move(): void;
}

/** Creates tabs of a browser that share backend, storage and clock; forwards storage events. */
function createBrowser(idleMinutes = 15) {
  const backend = fakeBackend();
  const clock = manualClock();
  const tabs: Tab[] = [];
  const storage = memoryStorage();
  const open = async (): Promise<Tab> => {
    const page = new EventTarget();
    const notifyTabs = (key: string | null): void => {
      for (const other of tabs) {
        if (other.page === page) continue;
        other.page.dispatchEvent(Object.assign(new Event('storage'), { key }));
      }
    };
    const services = createPlatformServices(
      { ...testConfig, session: { idleMinutes } },
      {
        navigation: { go: () => undefined },
        origin: 'http://localhost',
        storage: notifyingStorage(storage, notifyTabs),
        events: page,
        clock,
        fetch: backend.server.fetch,
        connect: memoryBroker().connect,
      },
    );
    await services.session.restore();
    const tab = { ...services, page, move: () => page.dispatchEvent(new Event('pointermove')) };
    tabs.push(tab);
    return tab;
  };
  return { backend, clock, storage, open };
}

function notifyingStorage(
  storage: KeyValueStorage,
  notify: (key: string | null) => void,
): KeyValueStorage {
  return {
    get length() {
      return storage.length;
    },
    key: (index) => storage.key(index),
    getItem: (key) => storage.getItem(key),
    setItem(key, value) {
      storage.setItem(key, value);
      notify(key);
    },
    removeItem(key) {
      storage.removeItem(key);
      notify(key);
    },
    clear() {
      storage.clear();
      notify(null);
    },
  };
}

const statusOf = (tab: Tab) => tab.session.store.getState();
const isWarning = (tab: Tab): boolean => tab.idle.store.getState().endsAtMs !== null;

async function openSignedIn(idleMinutes?: number) {
  const fixture = createBrowser(idleMinutes);
  const tab = await fixture.open();
  await tab.session.signIn('reader@example.org', 'secret');
  return { ...fixture, tab };
}

describe('an idle browser', () => {
  it('warns a minute before, then signs out and gives the reason', async () => {
    const { tab, clock, backend, storage } = await openSignedIn();
    await clock.advance(14 * MINUTE_MS - 1);
    expect(isWarning(tab)).toBe(false);
    await clock.advance(1);
    expect(tab.idle.store.getState().endsAtMs).toBe(clock.now() + MINUTE_MS);
    await clock.advance(MINUTE_MS);
    expect(statusOf(tab)).toMatchObject({
      status: 'signed-out',
      problem: { code: 'SESSION_IDLE' },
    });
    expect(isWarning(tab)).toBe(false);
    expect(storage.getItem('clockface.token')).toBeNull();
    expect(backend.server.calls.some(({ route }) => route === 'logOff')).toBe(true);
  });

  it('keeps unsaved input for its author', async () => {
    const { tab, clock } = await openSignedIn();
    tab.formDrafts.write('/patient-list#new', { lastName: 'Verho' });
    await clock.advance(15 * MINUTE_MS);
    expect(statusOf(tab).status).toBe('signed-out');
    expect(tab.formDrafts.read('/patient-list#new')).toBeNull();
    await tab.session.signIn('reader@example.org', 'secret');
    expect(tab.formDrafts.read('/patient-list#new')).toEqual({ lastName: 'Verho' });
  });

  it('counts the time from the last input, but input does not dismiss the warning', async () => {
    const { tab, clock } = await openSignedIn();
    await clock.advance(10 * MINUTE_MS);
    tab.move();
    await clock.advance(13 * MINUTE_MS);
    expect(isWarning(tab)).toBe(false);
    await clock.advance(MINUTE_MS);
    expect(isWarning(tab)).toBe(true);
    tab.move();
    expect(isWarning(tab)).toBe(true);
    tab.idle.extendSession();
    expect(isWarning(tab)).toBe(false);
    await clock.advance(13 * MINUTE_MS);
    expect(statusOf(tab).status).toBe('signed-in');
  });

  it('keeps the server session alive while the user works without calls', async () => {
    const { tab, clock, backend } = await openSignedIn();
    const calls = (): number => backend.server.calls.filter(({ route }) => route === 'me').length;
    const callsBefore = calls();
    await clock.advance(4 * MINUTE_MS);
    tab.move();
    expect(calls()).toBe(callsBefore);
    await clock.advance(MINUTE_MS);
    tab.move();
    await settle();
    expect(calls()).toBe(callsBefore + 1);
  });

  it('stays signed in while a background task runs', async () => {
    const { tab, clock } = await openSignedIn();
    const scan = tab.idle.keepActive();
    await clock.advance(60 * MINUTE_MS);
    expect(statusOf(tab).status).toBe('signed-in');
    expect(isWarning(tab)).toBe(false);
    scan.dispose();
    await clock.advance(15 * MINUTE_MS + 30_000);
    expect(statusOf(tab).status).toBe('signed-out');
  });

  it('is not kept signed in by a stored activity time in the future', async () => {
    const { tab, clock, storage } = await openSignedIn();
    storage.setItem('clockface.lastActivity', new Date(clock.now() + 90 * MINUTE_MS).toISOString());
    tab.page.dispatchEvent(new Event('focus'));
    await clock.advance(15 * MINUTE_MS);
    expect(statusOf(tab).status).toBe('signed-out');
  });

  it('never signs out if the site disables the timeout', async () => {
    const { tab, clock } = await openSignedIn(0);
    await clock.advance(2 * 60 * MINUTE_MS);
    expect(statusOf(tab).status).toBe('signed-in');
  });

  it('signs out at once after a sleep longer than the timeout', async () => {
    const { tab, clock } = await openSignedIn();
    const realNow: ManualClock['now'] = clock.now;
    Object.assign(clock, { now: () => realNow() + 3 * 60 * MINUTE_MS });
    tab.page.dispatchEvent(new Event('focus'));
    await settle();
    expect(statusOf(tab)).toMatchObject({ problem: { code: 'SESSION_IDLE' } });
  });

  it('does not restore a session that was idle for too long', async () => {
    const { clock, backend, open } = await openSignedIn();
    backend.server.reachable = false;
    await clock.advance(1);
    Object.assign(clock, { now: () => Date.UTC(2026, 0, 6, 9) });
    const tab = await open();
    await settle();
    expect(statusOf(tab)).toMatchObject({
      status: 'signed-out',
      problem: { code: 'SESSION_IDLE' },
    });
  });
});

describe('two tabs', () => {
  it('share the last activity and the response to the warning', async () => {
    const { tab, open, clock } = await openSignedIn();
    const otherTab = await open();
    await clock.advance(10 * MINUTE_MS);
    tab.move();
    await clock.advance(10 * MINUTE_MS);
    expect([isWarning(tab), isWarning(otherTab)]).toEqual([false, false]);
    await clock.advance(4 * MINUTE_MS);
    expect([isWarning(tab), isWarning(otherTab)]).toEqual([true, true]);
    otherTab.idle.extendSession();
    expect([isWarning(tab), isWarning(otherTab)]).toEqual([false, false]);
  });

  it('sign out and in together, and distinguish sign-out from an ended session', async () => {
    const { tab, open, backend } = await openSignedIn();
    const otherTab = await open();
    await tab.session.signOut();
    expect(statusOf(otherTab)).toMatchObject({ status: 'signed-out', problem: null });
    await otherTab.session.signIn('reader@example.org', 'secret');
    await settle();
    expect(statusOf(tab).status).toBe('signed-in');
    backend.server.once('getStudy', { status: 401, body: { message: 'Revoked' } });
    await tab.study.open(backend.studyId, null);
    expect(statusOf(otherTab)).toMatchObject({
      status: 'signed-out',
      problem: { code: 'SESSION_ENDED' },
    });
  });
});
