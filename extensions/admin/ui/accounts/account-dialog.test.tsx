// @vitest-environment jsdom

import { afterEach, describe, expect, it } from 'vitest';
import type { Account, AccountFields } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { anAccount } from '#testing';
import { click, type, unmountAll, until } from '#ui/testing';
import { button, field, openAdmin } from '../test-support/admin-page.tsx';
import { AccountDialog } from './account-dialog.tsx';

afterEach(unmountAll);

const saved: Account[] = [];
const dialog = (account: Account | null) => (
  <AccountDialog
    account={account}
    onClose={() => undefined}
    onSaved={(account) => void saved.push(account)}
  />
);
const clickCheckbox = (label: string) =>
  click(
    [...document.querySelectorAll('label')]
      .find((element) => element.textContent === label)
      ?.querySelector('input'),
  );
const shown = () => document.body.textContent ?? '';

describe('a new account', () => {
  it('is not sent without a role or with an invalid address', async () => {
    const { backend } = await openAdmin(dialog(null));
    await type(field('E-mail'), 'nobody');
    await click(button('Create and invite'));
    expect(shown()).toContain('Enter a valid e-mail address');
    expect(shown()).toContain('Choose at least one role');
    expect(backend.server.calls.some(({ route }) => route === 'createPerson')).toBe(false);
  });

  it('shows a duplicate address as an error of the address field', async () => {
    await openAdmin(dialog(null), {
      prepare: ({ backend }) =>
        backend.server.handle('createPerson', () => errorResponse(409, 'DuplicateEmail', 'Taken')),
    });
    await type(field('E-mail'), 'ada@clinic.example');
    await clickCheckbox('Viewer');
    await click(button('Create and invite'));
    await until(() => shown().includes('Another account has this e-mail address.'));
    expect(field('E-mail')?.getAttribute('aria-invalid')).toBe('true');
  });

  it('is sent again with the same idempotency key after a lost response', async () => {
    const keys: (string | null)[] = [];
    await openAdmin(dialog(null), {
      prepare: ({ backend }) => {
        backend.server.handle('createPerson', ({ headers }) => {
          keys.push(headers.get('idempotency-key'));
          return okResponse(anAccount());
        });
        backend.server.once('createPerson', 'response-lost');
      },
    });
    await type(field('E-mail'), 'ada@clinic.example');
    await clickCheckbox('Viewer');
    await click(button('Create and invite'));
    await until(() => button('Create and invite')?.getAttribute('aria-busy') !== 'true');
    await click(button('Create and invite'));
    await until(() => saved.length > 0);
    expect(keys).toHaveLength(2);
    expect(keys[0]).not.toBeNull();
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('an access request', () => {
  it('is approved by assigning a role, based on the displayed version', async () => {
    const sent: { version: string | null; body: AccountFields }[] = [];
    const requestingAccount = anAccount({ state: 'CONFIRMED', roles: [], version: 3 });
    await openAdmin(dialog(requestingAccount), {
      prepare: ({ backend }) =>
        backend.server.handle('updateAccount', ({ headers, body }) => {
          sent.push({ version: headers.get('if-match'), body: body as AccountFields });
          return okResponse({ ...requestingAccount, roles: [{ id: 'VIEWER' }] });
        }),
    });
    expect(shown()).toContain('Approve Reader, Ada');
    await click(button('Approve'));
    expect(shown()).toContain('Choose at least one role');
    expect(sent).toEqual([]);
    await clickCheckbox('Viewer');
    await click(button('Approve'));
    await until(() => sent.length === 1);
    expect(sent[0]).toMatchObject({ version: '"3"', body: { roles: [{ id: 'VIEWER' }] } });
  });
});

describe('an account that someone else saved meanwhile', () => {
  const mine = anAccount();
  const theirs = { ...mine, version: 5, lastName: 'Writer' };
  const open = async () => {
    const sent: { version: string | null; body: AccountFields }[] = [];
    await openAdmin(dialog(mine), {
      prepare: ({ backend }) =>
        backend.server.handle('updateAccount', ({ headers, body }) => {
          const version = headers.get('if-match');
          sent.push({ version, body: body as AccountFields });
          return version === '"5"'
            ? okResponse({ ...theirs, version: 6 })
            : errorResponse(412, 'VersionConflict', 'Changed', theirs);
        }),
    });
    await type(field('Job title'), 'Radiologist');
    await click(button('Save'));
    await until(() => shown().includes('Someone else changed this record'));
    return sent;
  };

  it('shows the other version and overwrites it on request', async () => {
    const sent = await open();
    expect(shown()).toContain('Last name: now Writer');
    await click(button('Save mine'));
    await until(() => sent.length === 2);
    expect(sent[1]).toMatchObject({
      version: '"5"',
      body: { lastName: 'Reader', jobTitle: 'Radiologist' },
    });
  });

  it('loads the other version on request and does not save automatically', async () => {
    const sent = await open();
    await click(button('Use theirs'));
    expect(field('Last name')?.value).toBe('Writer');
    expect(field('Job title')?.value).toBe('');
    expect(sent).toHaveLength(1);
  });
});
