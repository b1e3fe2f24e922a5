import { afterEach, describe, expect, it } from 'vitest';
import { type LoginResponse, type Note, routes } from '#contracts';
import { newId } from '#foundation';
import {
  errorResponse,
  type FakePlatform,
  fakePlatform,
  memoryStorage,
  okResponse,
  settle,
  testConfig,
} from '../../testing/index.ts';
import { createPlatformServices } from '../platform/create-platform-services.ts';
import { UNDO_MS } from './notices.ts';

const PATIENT = newId();
const LOST_TEXT = 'A note may still be there.';
const AT = '2026-11-20T10:31:00Z';
const aNote = (id = newId()): Note => ({
  id,
  version: 2,
  createdAt: AT,
  updatedAt: AT,
  createdBy: null,
  updatedBy: null,
  deletedAt: AT,
  deletedBy: null,
  entityRow: { kind: 'patients', id: PATIENT },
  text: 'Note',
});

const loginOf = (userInfo: LoginResponse['userInfo']): LoginResponse => ({
  accessToken: newId(),
  userInfo,
  organization: userInfo.organization,
});

const deleteRequest = (noteId: string) => ({ params: { id: PATIENT, noteId }, version: 1 });

let platform: FakePlatform | null = null;
afterEach(() => {
  platform?.dispose();
  platform = null;
});

async function createHarness(options: Parameters<typeof fakePlatform>[1] = {}) {
  platform = await fakePlatform('PHYSICIAN', options);
  const { pendingActions, notices, backend, api } = platform;
  backend.server.handle('deletePatientNote', ({ params }) => okResponse(aNote(params.noteId)));
  const scheduleDelete = (id: string, settled?: () => Promise<unknown>): void =>
    pendingActions.schedule({
      id,
      text: 'Note deleted',
      undo: 'Undo',
      lostText: LOST_TEXT,
      run: ({ keepalive }) =>
        api.call(routes.deletePatientNote, { ...deleteRequest(id), keepalive }),
      ...(settled === undefined ? {} : { settled }),
    });
  return {
    ...platform,
    scheduleDelete,
    sent: () => backend.server.calls.filter(({ route }) => route === 'deletePatientNote'),
    pendingIds: () => [...pendingActions.store.getState()],
    undo: () =>
      notices.store
        .getState()
        .find(({ action }) => action !== null)
        ?.action?.run(),
  };
}

describe('a delayed action', () => {
  it('waits as long as its notice with Undo is visible', async () => {
    const { clock, notices, scheduleDelete, sent, pendingIds } = await createHarness();
    const id = newId();
    scheduleDelete(id);
    expect(notices.store.getState()).toMatchObject([{ kind: 'info', action: { label: 'Undo' } }]);
    await clock.advance(UNDO_MS - 1);
    expect(notices.store.getState()).toHaveLength(1);
    expect([sent().length, pendingIds()]).toEqual([0, [id]]);
    const reading = notices.pause();
    await clock.advance(60_000);
    expect(sent()).toHaveLength(0);
    reading.dispose();
    await clock.advance(1);
    expect(notices.store.getState()).toEqual([]);
    await settle();
    expect([sent().length, pendingIds()]).toEqual([1, []]);
  });

  it('is never sent after Undo', async () => {
    const { clock, notices, scheduleDelete, sent, undo, pendingIds } = await createHarness();
    scheduleDelete(newId());
    undo();
    expect([notices.store.getState(), pendingIds()]).toEqual([[], []]);
    await clock.advance(60_000);
    expect(sent()).toEqual([]);
  });

  it('keeps its own Undo when a second notice has the same text', async () => {
    const { scheduleDelete, sent, undo, pendingIds } = await createHarness();
    const first = newId();
    const second = newId();
    scheduleDelete(first);
    scheduleDelete(second);
    expect([sent().length, pendingIds()]).toEqual([0, [first, second]]);
    undo();
    expect(pendingIds()).toEqual([second]);
  });

  it('is sent at once when its notice is dismissed', async () => {
    const { notices, scheduleDelete, sent } = await createHarness();
    scheduleDelete(newId());
    for (const { id } of notices.store.getState()) notices.dismiss(id);
    await settle();
    expect(sent()).toHaveLength(1);
  });

  it('stays pending until the list is read again, so that the item does not reappear briefly', async () => {
    const { notices, scheduleDelete, pendingIds } = await createHarness();
    const read = Promise.withResolvers<void>();
    const id = newId();
    scheduleDelete(id, () => read.promise);
    for (const notice of notices.store.getState()) notices.dismiss(notice.id);
    await settle();
    expect(pendingIds()).toEqual([id]);
    read.resolve();
    await settle();
    expect(pendingIds()).toEqual([]);
  });

  it("shows the server's error and is no longer pending", async () => {
    const { backend, clock, notices, scheduleDelete, pendingIds } = await createHarness();
    backend.server.once('deletePatientNote', errorResponse(409, 'InUse', 'A report shows it'));
    scheduleDelete(newId());
    await clock.advance(UNDO_MS);
    await settle();
    expect(pendingIds()).toEqual([]);
    expect(notices.store.getState().map(({ text }) => text)).toEqual([
      expect.stringContaining('A report shows it'),
    ]);
  });
});

describe('the end of a session', () => {
  it.each(['signOut', 'endIdle'] as const)(
    "by %s first sends pending actions with the requesting user's bearer",
    async (method) => {
      const { backend, scheduleDelete, sent, session, pendingIds } = await createHarness();
      scheduleDelete(newId());
      await session[method]();
      expect(sent().map(({ headers }) => headers.get('authorization'))).toEqual([
        'Bearer token-of-a-test',
      ]);
      const order = backend.server.calls.map(({ route }) => route);
      expect(order.indexOf('deletePatientNote')).toBeLessThan(order.indexOf('logOff'));
      expect(pendingIds()).toEqual([]);
    },
  );

  it('waits at most 3 s when the server does not respond', async () => {
    const { backend, clock, scheduleDelete, session, notices } = await createHarness();
    const deferred = Promise.withResolvers<void>();
    backend.server.handle('deletePatientNote', async () => {
      await deferred.promise;
      return errorResponse(401, 'Unauthorized', 'Too late');
    });
    scheduleDelete(newId());
    const signingOut = session.signOut();
    await clock.advance(3_000);
    await signingOut;
    expect(session.store.getState().status).toBe('signed-out');
    deferred.resolve();
    await settle();
    expect(notices.store.getState(), 'notices of the next user').toEqual([]);
    session.adopt(loginOf(backend.user));
    expect(notices.store.getState().map(({ text }) => text)).toEqual([LOST_TEXT]);
  });

  it("by another tab sends nothing with the next user's bearer", async () => {
    const { clock, scheduleDelete, sent, storage } = await createHarness();
    scheduleDelete(newId());
    storage.setItem('clockface.token', 'token-of-the-next');
    await clock.advance(UNDO_MS);
    await settle();
    expect(sent()).toEqual([]);
  });

  it('by another tab deletes nothing and notifies the user at the next sign-in', async () => {
    const { backend, notices, scheduleDelete, sent, session, storage } = await createHarness();
    const visibleTexts = () => notices.store.getState().map(({ text }) => text);
    scheduleDelete(newId());
    scheduleDelete(newId());
    storage.clear();
    await session.restore();
    await settle();
    expect([session.store.getState().status, sent(), visibleTexts()]).toEqual([
      'signed-out',
      [],
      [],
    ]);
    session.adopt(loginOf({ ...backend.user, id: newId() }));
    expect(visibleTexts(), 'notices of the next user').toEqual([]);
    await session.signOut();
    session.adopt(loginOf(backend.user));
    expect(visibleTexts()).toEqual([LOST_TEXT]);
    session.update(backend.user);
    expect(visibleTexts()).toEqual([LOST_TEXT]);
  });

  it('by a rejected bearer drops pending actions', async () => {
    const { api, backend, clock, scheduleDelete, sent, pendingIds } = await createHarness();
    scheduleDelete(newId());
    backend.server.once('listColleagues', errorResponse(401, 'Unauthorized', 'Revoked'));
    await api.call(routes.listColleagues, {});
    expect(pendingIds()).toEqual([]);
    await clock.advance(60_000);
    expect(sent()).toEqual([]);
  });
});

it('sends pending actions with keepalive when the page closes', async () => {
  const { backend } = await createHarness();
  const storage = memoryStorage();
  storage.setItem('clockface.token', 'token-of-a-test');
  const page = new EventTarget();
  const keepaliveFlags: (boolean | undefined)[] = [];
  const services = createPlatformServices(testConfig, {
    navigation: { go: () => undefined },
    origin: 'http://localhost',
    storage,
    events: page,
    fetch: (input, init) => {
      if (init?.method === 'DELETE') keepaliveFlags.push(init.keepalive);
      return backend.server.fetch(input, init);
    },
  });
  await services.session.restore();
  const id = newId();
  services.pendingActions.schedule({
    id,
    text: 'Note deleted',
    undo: 'Undo',
    lostText: LOST_TEXT,
    run: ({ keepalive }) =>
      services.api.call(routes.deletePatientNote, { ...deleteRequest(id), keepalive }),
  });
  page.dispatchEvent(new Event('pagehide'));
  expect(keepaliveFlags).toEqual([true]);
  services.dispose();
});
