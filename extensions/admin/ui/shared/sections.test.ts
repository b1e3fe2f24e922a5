import { describe, expect, it } from 'vitest';
import { permitsCall, ROLE_FEATURES, type Role } from '#contracts';
import { SECTIONS, sectionOf, sectionPath } from './sections.ts';

const allowed = (role: Role) =>
  SECTIONS.filter(({ needs }) => permitsCall(needs, ROLE_FEATURES[role]));

describe('the sections', () => {
  it('are limited to those that the account can open', () => {
    expect(allowed('ADMIN').map(({ id }) => id)).toEqual(SECTIONS.map(({ id }) => id));
    expect(allowed('VIEWER').map(({ id }) => id)).toEqual(['devices', 'jobs', 'sync']);
    expect(sectionOf('accounts', allowed('VIEWER'))?.id).toBe('devices');
    expect(sectionOf('audit', [])).toBeNull();
  });

  it('have one address each; an unknown address opens the first section', () => {
    expect(sectionPath('devices')).toBe('/admin-dashboard?section=devices');
    expect(sectionOf('devices', SECTIONS)?.id).toBe('devices');
    expect(sectionOf('no-such', SECTIONS)?.id).toBe('accounts');
    expect(sectionOf(null, SECTIONS)?.id).toBe('accounts');
  });
});
