import { describe, expect, it } from 'vitest';
import { afterLogin, afterLoginOr } from './after-login.ts';

const physician = {
  askedForResetPassword: false,
  firstName: 'Hanne',
  lastName: 'Lund',
  jobTitle: 'Radiologist',
  roles: [{ id: 'PHYSICIAN' }],
} as const;

const person = (changes: object) =>
  ({ ...physician, ...changes }) as unknown as Parameters<typeof afterLogin>[0];

describe('after signing in', () => {
  it('a forced password change comes before everything', () => {
    expect(afterLogin(person({ askedForResetPassword: true, firstName: null }))).toBe(
      '/change-password',
    );
  });

  it('an unfinished profile comes next', () => {
    for (const field of ['firstName', 'lastName', 'jobTitle']) {
      expect(afterLogin(person({ [field]: null }))).toBe('/welcome');
      expect(afterLogin(person({ [field]: ' ' }))).toBe('/welcome');
    }
  });

  it('who is only an administrator lands on the dashboard', () => {
    expect(afterLogin(person({ roles: [{ id: 'ADMIN' }] }))).toBe('/admin-dashboard');
    expect(afterLogin(person({ roles: [{ id: 'ADMIN' }, { id: 'PHYSICIAN' }] }))).toBe(
      '/patient-list',
    );
  });

  it('everyone else lands on the patient list', () => {
    expect(afterLogin(person({}))).toBe('/patient-list');
  });

  it('the wanted path wins unless something must be done first', () => {
    expect(afterLoginOr(person({}), '/scan?scan=1')).toBe('/scan?scan=1');
    expect(afterLoginOr(person({ jobTitle: null }), '/scan?scan=1')).toBe('/welcome');
    expect(afterLoginOr(person({}), null)).toBe('/patient-list');
  });
});
