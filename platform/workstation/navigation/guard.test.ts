import { describe, expect, it } from 'vitest';
import { guard } from './guard.ts';

const anonymous = { signedIn: false, features: [] };
const viewer = { signedIn: true, features: ['STUDY_VIEW'] as const };

describe('the navigation guard', () => {
  it('opens anonymous pages to everyone', () => {
    expect(guard({ access: 'anonymous' }, anonymous, '/login').kind).toBe('open');
    expect(guard({ access: 'anonymous' }, viewer, '/login').kind).toBe('open');
  });

  it('redirects to sign-in with the requested path when not signed in', () => {
    expect(guard({ access: [] }, anonymous, '/scan?scan=1')).toEqual({
      kind: 'sign-in',
      to: '/login?redirect=%2Fscan%3Fscan%3D1',
    });
  });

  it('cancels navigation without the required feature', () => {
    expect(guard({ access: ['ADMIN_ACCOUNT'] }, viewer, '/admin-dashboard')).toEqual({
      kind: 'cancel',
    });
  });

  it('opens a page for any of its features, or when it needs none', () => {
    const access = ['ADMIN_ACCOUNT', 'STUDY_VIEW'] as const;
    expect(guard({ access }, viewer, '/patient-list').kind).toBe('open');
    expect(guard({ access: [] }, { signedIn: true, features: [] }, '/home').kind).toBe('open');
  });
});
