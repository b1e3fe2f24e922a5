import { afterEach, expect, it } from 'vitest';
import { errorResponse, type FakePlatform, fakePlatform, okResponse } from '../../testing/index.ts';

const AT = '2026-11-20T10:12:00Z';
let platform: FakePlatform | null = null;
afterEach(() => platform?.dispose());

async function open() {
  platform = await fakePlatform();
  const { backend, preferences } = platform;
  backend.server.handle('savePreference', ({ body }) =>
    okResponse({ ...(body as object), updatedAt: AT }),
  );
  const value = () => preferences.store.getState().values.get('dim');
  return { server: backend.server, preferences, value };
}

it('goes back to what the server has when several changes are refused, one after the other', async () => {
  const { server, preferences, value } = await open();
  await preferences.save('dim', 'kept');
  server.handle('savePreference', () => errorResponse(507, 'StorageFull', 'No room'));
  await Promise.all([preferences.save('dim', 'first'), preferences.save('dim', 'second')]);
  expect(value()).toBe('kept');
});

it('goes back to what the server has when a change is refused before that was read', async () => {
  const { server, preferences, value } = await open();
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
