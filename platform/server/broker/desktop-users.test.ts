import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { desktopUsers } from '#contracts';
import { authenticateShell, desktopIdOfWindow } from './desktop-users.ts';

const SECRET = 'q'.repeat(43);
const idOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const ID = idOf(SECRET);

it('a shell is authenticated only by the secret whose hash is its name', () => {
  expect(authenticateShell(desktopUsers.shell(ID), SECRET)).toEqual({
    kind: 'desktop',
    clientId: ID,
  });
  for (const [user, password] of [
    [desktopUsers.shell(ID), 'r'.repeat(43)],
    [desktopUsers.shell(ID), ''],
    [desktopUsers.shell(ID), ID],
    [desktopUsers.window(ID), SECRET],
    [desktopUsers.shell('+'), SECRET],
    [desktopUsers.shell(`${ID}/#`), SECRET],
    // A short secret that could be guessed.
    [desktopUsers.shell(idOf('guess')), 'guess'],
    ['desktop', SECRET],
    ['', ''],
  ] as const) {
    expect(authenticateShell(user, password), user).toBeNull();
  }
});

it('a window names its desktop with an id that fits one topic level', () => {
  expect(desktopIdOfWindow(desktopUsers.window(ID))).toBe(ID);
  for (const user of ['session', 'session:', 'session:+', 'session:#', `session:${ID}/`, ID]) {
    expect(desktopIdOfWindow(user), user).toBeNull();
  }
});
