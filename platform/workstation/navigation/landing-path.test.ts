import { describe, expect, it } from 'vitest';
import { landingPath, landingPathOr } from './landing-path.ts';

const physician = {
  askedForResetPassword: false,
  firstName: 'Hanne',
  lastName: 'Lund',
  jobTitle: 'Radiologist',
  roles: [{ id: 'PHYSICIAN' }],
  permissions: ['STUDY_CREATE', 'REPORT_CREATE'],
} as const;

const person = (changes: object) =>
  ({ ...physician, ...changes }) as unknown as Parameters<typeof landingPath>[0];

describe('the landing page', () => {
  it('is the password page while a change is forced', () => {
    expect(landingPath(person({ askedForResetPassword: true, firstName: null }))).toBe(
      '/change-password',
    );
  });

  it('is the welcome page while the profile is incomplete', () => {
    for (const field of ['firstName', 'lastName', 'jobTitle']) {
      expect(landingPath(person({ [field]: null }))).toBe('/welcome');
      expect(landingPath(person({ [field]: ' ' }))).toBe('/welcome');
    }
  });

  it('is the dashboard for users who are only administrators', () => {
    expect(landingPath(person({ roles: [{ id: 'ADMIN' }] }))).toBe('/admin-dashboard');
    expect(landingPath(person({ roles: [{ id: 'ADMIN' }, { id: 'PHYSICIAN' }] }))).toBe(
      '/study-list',
    );
  });

  it('is the password page, then the welcome page, also for users who are only administrators', () => {
    const admin = { roles: [{ id: 'ADMIN' }], jobTitle: null };
    expect(landingPath(person({ ...admin, askedForResetPassword: true }))).toBe('/change-password');
    expect(landingPath(person(admin))).toBe('/welcome');
  });

  it('is the worklist for users who write reports, else the patient list', () => {
    expect(landingPath(person({}))).toBe('/study-list');
    const operator = { roles: [{ id: 'OPERATOR' }], permissions: ['STUDY_CREATE'] };
    expect(landingPath(person(operator))).toBe('/patient-list');
  });

  it('gives way to the requested path unless a required step is pending', () => {
    expect(landingPathOr(person({}), '/scan?scan=1')).toBe('/scan?scan=1');
    expect(landingPathOr(person({ jobTitle: null }), '/scan?scan=1')).toBe('/welcome');
    expect(landingPathOr(person({}), null)).toBe('/study-list');
  });
});
