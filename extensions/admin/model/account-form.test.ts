import { describe, expect, it } from 'vitest';
import type { Account } from '#contracts';
import {
  accountFields,
  accountName,
  accountStatusOf,
  differing,
  entriesOf,
  NO_ENTRIES,
} from './account-form.ts';

const AT = '2026-11-20T10:00:00.000Z';
const account = (change: Partial<Account> = {}): Account => ({
  id: '0198a0c0-0000-7000-8000-000000000001',
  version: 1,
  createdAt: AT,
  createdBy: null,
  updatedAt: AT,
  updatedBy: null,
  email: 'ada@clinic.example',
  firstName: 'Ada',
  lastName: 'Reader',
  jobTitle: 'Radiologist',
  roles: [{ id: 'PHYSICIAN' }],
  organization: { id: '0198a0c0-0000-7000-8000-000000000002', name: 'Clinic' },
  askedForResetPassword: false,
  state: 'ACTIVE',
  lockedAt: null,
  lastSignInAt: AT,
  deletedAt: null,
  deletedBy: null,
  mail: null,
  ...change,
});

describe('the account form', () => {
  it('reports errors by field, such as an invalid address or a missing role', () => {
    const empty = accountFields({ ...NO_ENTRIES, email: 'nobody' }, 'Choose a role');
    expect(empty).toEqual({
      errors: { email: 'This is not an e-mail address', roles: 'Choose a role' },
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
    expect(differing(mine, same)).toEqual([]);
    expect(differing(mine, entriesOf(account({ lastName: 'Writer' })))).toEqual([
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
