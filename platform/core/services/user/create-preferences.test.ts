import { afterEach, expect, it } from 'vitest';
import { errorResponse, type FakePlatform, fakePlatform, okResponse } from '../../testing/index.ts';

const AT = '2026-11-20T10:12:00Z';
let platform: FakePlatform | null = null;
afterEach(() => platform?.dispose());

async function createHarness() {
  platform = await fakePlatform();
  const { backend, preferences } = platform;
  backend.server.handle('savePreference', ({ body }) =>
    okResponse({ ...(body as object), updatedAt: AT }),
  );
  const value = () => preferences.store.getState().values.get('dim');
  return { server: backend.server, preferences, value };
}

it('restores the server’s value when several changes are rejected in a row', async () => {
  const { server, preferences, value } = await createHarness();
  await preferences.save('dim', 'kept');
  server.handle('savePreference', () => errorResponse(507, 'StorageFull', 'No room'));
  await Promise.all([preferences.save('dim', 'first'), preferences.save('dim', 'second')]);
  expect(value()).toBe('kept');
});

it('restores the server’s value when a change is rejected before the list is read', async () => {
  const { server, preferences, value } = await createHarness();
  const { session } = platform as FakePlatform;
  const user = session.store.getState().user as NonNullable<
    ReturnType<typeof session.store.getState>['user']
  >;
  const accessToken = session.token() ?? '';
  await session.signOut();
  const item = { userId: user.id, prefCode: 'dim', value: 'kept', updatedAt: AT };
  server.handle('listPreferences', () => okResponse({ items: [item], total: 1, nextCursor: null }));
  server.handle('savePreference', () => errorResponse(507, 'StorageFull', 'No room'));
  session.adopt({ accessToken, organization: user.organization, userInfo: user });
  await preferences.save('dim', 'first');
  expect(value()).toBe('kept');
});

it('sends a value while the page is being left, without waiting for an unanswered one', async () => {
  const { server, preferences } = await createHarness();
  const sent: unknown[] = [];
  server.handle('savePreference', ({ body }) => {
    sent.push((body as { value: unknown }).value);
    return new Promise<never>(() => {});
  });
  void preferences.save('dim', 'first');
  void preferences.save('dim', 'second');
  await expect.poll(() => sent).toEqual(['first']);
  void preferences.save('dim', 'third', { keepalive: true });
  await expect.poll(() => sent).toEqual(['first', 'third']);
});
