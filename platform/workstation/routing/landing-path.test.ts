import { describe, expect, it } from 'vitest';
import { landingPath, landingPathOr } from './landing-path.ts';

const physician = {
  askedForResetPassword: false,
  firstName: 'Hanne',
  lastName: 'Lund',
  jobTitle: 'Radiologist',
  roles: [{ id: 'PHYSICIAN' }],
} as const;

const person = (changes: object) =>
  ({ ...physician, ...changes }) as unknown as Parameters<typeof landingPath>[0];

describe('after signing in', () => {
  it('a forced password change comes before everything', () => {
    expect(landingPath(person({ askedForResetPassword: true, firstName: null }))).toBe(
      '/change-password',
    );
  });

  it('an unfinished profile comes next', () => {
    for (const field of ['firstName', 'lastName', 'jobTitle']) {
      expect(landingPath(person({ [field]: null }))).toBe('/welcome');
      expect(landingPath(person({ [field]: ' ' }))).toBe('/welcome');
    }
  });

  it('who is only an administrator lands on the dashboard', () => {
    expect(landingPath(person({ roles: [{ id: 'ADMIN' }] }))).toBe('/admin-dashboard');
    expect(landingPath(person({ roles: [{ id: 'ADMIN' }, { id: 'PHYSICIAN' }] }))).toBe(
      '/patient-list',
    );
  });

  it('everyone else lands on the patient list', () => {
    expect(landingPath(person({}))).toBe('/patient-list');
  });

  it('the wanted path wins unless something must be done first', () => {
    expect(landingPathOr(person({}), '/scan?scan=1')).toBe('/scan?scan=1');
    expect(landingPathOr(person({ jobTitle: null }), '/scan?scan=1')).toBe('/welcome');
    expect(landingPathOr(person({}), null)).toBe('/patient-list');
  });
});
