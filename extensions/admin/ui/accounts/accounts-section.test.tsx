// @vitest-environment jsdom

import { afterEach, describe, expect, it } from 'vitest';
import type { Account } from '#contracts';
import { errorResponse, type FakePlatform, okResponse } from '#core/testing';
import { anAccount } from '#testing';
import { click, unmountAll, until } from '#ui/testing';
import { button, openAdmin, pageOf } from '../test-support/admin-page.tsx';
import { AccountDialogs } from './account-dialogs.tsx';
import { AccountsSection } from './accounts-section.tsx';

afterEach(unmountAll);

const shown = () => document.body.textContent ?? '';
const withAccounts =
  (...accounts: readonly Account[]) =>
  ({ backend }: FakePlatform) =>
    backend.server.handle('listAccounts', () => pageOf(accounts));

describe('the accounts section', () => {
  it('shows a loading error inside the section and loads the accounts on retry', async () => {
    await openAdmin(<AccountsSection />, {
      prepare: (platform) => {
        withAccounts(anAccount({ lastName: 'Okafor' }))(platform);
        const forbidden = { status: 403, body: { message: 'You may not see accounts' } };
        // The page requests the accounts twice: for the list and for the count of the menu.
        platform.backend.server.once('listAccounts', forbidden);
        platform.backend.server.once('listAccounts', forbidden);
      },
    });
    await until(() => shown().includes('You may not see accounts'));
    expect(button('New account')).not.toBeNull();
    await click(button('Retry'));
    await until(() => shown().includes('Okafor'));
    expect(shown()).not.toContain('You may not see accounts');
  });

  it('distinguishes a failed mail from a sent mail', async () => {
    const mail = { kind: 'INVITATION', at: '2026-11-20T10:00:00.000Z' } as const;
    await openAdmin(<AccountsSection />, {
      prepare: withAccounts(
        anAccount({ state: 'INVITED', mail: { ...mail, state: 'FAILED' } }),
        anAccount({ state: 'INVITED', mail: { ...mail, state: 'SENT' } }),
      ),
    });
    await until(() => shown().includes('mail failed') && shown().includes('mail sent'));
  });

  it('lets the server sort, so that the order covers accounts that are not loaded yet', async () => {
    const { backend } = await openAdmin(<AccountsSection />, {
      prepare: withAccounts(anAccount({ lastName: 'Zahn' }), anAccount({ lastName: 'Adams' })),
    });
    await until(() => shown().includes('Zahn'));
    const requestedSorts = () =>
      backend.server.calls
        .filter(({ route, query }) => route === 'listAccounts' && query.has('sort'))
        .map(({ query }) => `${query.get('sort')} ${query.get('direction')}`);
    expect(requestedSorts().at(-1)).toBe('lastSeen desc');
    await click(document.querySelector('th[data-column=email]'));
    await until(() => requestedSorts().at(-1) === 'email asc');
    expect(shown().indexOf('Zahn')).toBeLessThan(shown().indexOf('Adams'));
  });

  it('shows access requests and an empty list', async () => {
    await openAdmin(<AccountsSection />, {
      prepare: withAccounts(anAccount({ state: 'CONFIRMED', roles: [] })),
    });
    await until(() => shown().includes('Access requested'));
    await unmountAll();
    await openAdmin(<AccountsSection />);
    await until(() => shown().includes('No accounts match these filters.'));
  });
});

describe('an action that ends sessions', () => {
  const confirmationDialog = (kind: 'lock' | 'delete', account: Account, done: () => void) => (
    <AccountDialogs open={{ kind, account }} onClose={() => undefined} onDone={done} />
  );

  it("asks for confirmation and explains why the last administrator can't be locked", async () => {
    let rejections = 0;
    const platform = await openAdmin(
      confirmationDialog('lock', anAccount(), () => undefined),
      {
        prepare: ({ backend }) =>
          backend.server.handle('lockAccountByAdmin', () => {
            rejections += 1;
            return errorResponse(409, 'LastAdministrator', 'No');
          }),
      },
    );
    expect(shown()).toContain('Lock Reader, Ada?');
    expect(rejections).toBe(0);
    await click(button('Lock Reader, Ada'));
    await until(() => platform.notices.store.getState().length > 0);
    expect(platform.notices.store.getState()[0]?.text).toContain(
      'This is the last account that can administer accounts.',
    );
  });

  it('deletes the displayed version', async () => {
    const versions: (string | null)[] = [];
    let done = false;
    await openAdmin(
      confirmationDialog('delete', anAccount({ version: 7 }), () => {
        done = true;
      }),
      {
        prepare: ({ backend }) =>
          backend.server.handle('deleteAccount', ({ headers }) => {
            versions.push(headers.get('if-match'));
            return okResponse(anAccount({ state: 'DELETED' }));
          }),
      },
    );
    await click(button('Delete Reader, Ada'));
    await until(() => done);
    expect(versions).toEqual(['"7"']);
  });
});
