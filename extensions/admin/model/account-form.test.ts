import { describe, expect, it } from 'vitest';
import type { Account } from '#contracts';
import { anAccount } from '#testing';
import {
  accountFields,
  accountName,
  accountStatusOf,
  differingFields,
  entriesOf,
  NO_ENTRIES,
} from './account-form.ts';

const account = (change: Partial<Account> = {}): Account =>
  anAccount({ jobTitle: 'Radiologist', ...change });

describe('the account form', () => {
  it('reports errors by field, such as an invalid address or a missing role', () => {
    const empty = accountFields({ ...NO_ENTRIES, email: 'nobody' }, 'Choose a role');
    expect(empty).toEqual({
      errors: { email: 'Enter a valid e-mail address', roles: 'Choose a role' },
    });
    const long = accountFields(
      { ...NO_ENTRIES, email: 'a@b.example', lastName: 'x'.repeat(101), roles: ['VIEWER'] },
      'Choose a role',
    );
    expect('errors' in long && long.errors.lastName).toContain('100');
  });

  it('sends blank names as null', () => {
    const result = accountFields(
      { ...NO_ENTRIES, email: ' Ada@Clinic.example ', lastName: ' ', roles: ['VIEWER'] },
      '',
    );
    expect('body' in result && result.body).toEqual({
      email: 'ada@clinic.example',
      firstName: null,
      lastName: null,
      jobTitle: null,
      roles: [{ id: 'VIEWER' }],
    });
  });

  it('finds the fields in which two versions differ and ignores the order of roles', () => {
    const mine = entriesOf(account({ roles: [{ id: 'ADMIN' }, { id: 'PHYSICIAN' }] }));
    const same = entriesOf(account({ roles: [{ id: 'PHYSICIAN' }, { id: 'ADMIN' }] }));
    expect(differingFields(mine, same)).toEqual([]);
    expect(differingFields(mine, entriesOf(account({ lastName: 'Writer' })))).toEqual([
      'lastName',
      'roles',
    ]);
  });
});

describe('an account in the list', () => {
  it('is named by its address until it has a name', () => {
    expect(accountName(account())).toBe('Reader, Ada');
    expect(accountName(account({ firstName: null, lastName: null }))).toBe('ada@clinic.example');
  });

  it('has the status "asks" when the address is confirmed and no role is assigned', () => {
    expect(accountStatusOf(account({ state: 'CONFIRMED', roles: [] }))).toBe('asks');
    expect(accountStatusOf(account({ state: 'CONFIRMED' }))).toBe('CONFIRMED');
    expect(accountStatusOf(account({ askedForResetPassword: true }))).toBe('mustChange');
    expect(accountStatusOf(account({ askedForResetPassword: true, state: 'LOCKED' }))).toBe(
      'LOCKED',
    );
  });
});
