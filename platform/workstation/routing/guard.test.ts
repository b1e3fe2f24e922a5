import { describe, expect, it } from 'vitest';
import { guard } from './guard.ts';

const anonymous = { signedIn: false, features: [] };
const viewer = { signedIn: true, features: ['STUDY_VIEW'] as const };

describe('the navigation guard', () => {
  it('opens anonymous pages to everyone', () => {
    expect(guard({ access: 'anonymous' }, anonymous, '/login').kind).toBe('open');
    expect(guard({ access: 'anonymous' }, viewer, '/login').kind).toBe('open');
  });

  it('sends who is not signed in to the sign-in page, which remembers the wanted path', () => {
    expect(guard({ access: [] }, anonymous, '/scan?scan=1')).toEqual({
      kind: 'sign-in',
      to: '/login?redirect=%2Fscan%3Fscan%3D1',
    });
  });

  it('cancels the way to a page whose feature is missing, without a word', () => {
    expect(guard({ access: ['ADMIN_ACCOUNT'] }, viewer, '/admin-dashboard')).toEqual({
      kind: 'cancel',
    });
  });

  it('opens a page to everyone who holds any of its features, or when it needs none', () => {
    const access = ['ADMIN_ACCOUNT', 'STUDY_VIEW'] as const;
    expect(guard({ access }, viewer, '/patient-list').kind).toBe('open');
    expect(guard({ access: [] }, { signedIn: true, features: [] }, '/home').kind).toBe('open');
  });
});
