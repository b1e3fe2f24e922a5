import { describe, expect, it } from 'vitest';
import { type Feature, featuresOf, type Role } from '#contracts';
import { pageTitle } from './page-titles.ts';
import { backTarget, SPECIFIED_PAGES, specifiedPage } from './specified-pages.ts';

/** Table of specification 2. */
const TABLE: readonly (readonly [path: string, access: string])[] = [
  ['/', 'anonymous'],
  ['/login', 'anonymous'],
  ['/activation', 'anonymous'],
  ['/reset-password', 'anonymous'],
  ['/confirm-reset-password', 'anonymous'],
  ['/create-account', 'anonymous'],
  ['/confirm-account', 'anonymous'],
  ['/external-link', 'anonymous'],
  ['/welcome', ''],
  ['/change-password', ''],
  ['/home', ''],
  ['/patient-create-success', ''],
  ['/patient-list', 'STUDY_VIEW'],
  ['/admin-dashboard', 'ADMIN_ACCOUNT'],
  ['/prescan-info', 'STUDY_VIEW'],
  ['/scan', 'STUDY_VIEW'],
  ['/no-previous-studies', ''],
  ['/patient-not-found', ''],
  ['/study-list', 'STUDY_VIEW'],
  ['/register-device', 'ADMIN_ACCOUNT'],
];

const can =
  (...roles: readonly Role[]) =>
  (anyOf: readonly Feature[]): boolean =>
    anyOf.length === 0 || anyOf.some((feature) => featuresOf(roles).includes(feature));

describe('the specified pages', () => {
  it('require the features of the table', () => {
    const actual = SPECIFIED_PAGES.map(({ path, access }) => [
      path,
      access === 'anonymous' ? access : access.join(),
    ]);
    expect(actual).toEqual(TABLE);
  });

  it('each have a title, except the root path', () => {
    const untitled = SPECIFIED_PAGES.filter(({ path }) => pageTitle(path) === null);
    expect(untitled.map(({ path }) => path)).toEqual(['/']);
    expect(pageTitle('/nothing')).toBeNull();
    expect(pageTitle('constructor')).toBeNull();
  });

  it('do not include unknown paths', () => {
    expect(specifiedPage('/nothing')).toBeUndefined();
  });
});

describe('the back action', () => {
  it('opens the target of the table', () => {
    const both = can('ADMIN', 'PHYSICIAN');
    expect(backTarget('/patient-create-success', both)).toBe('/patient-list');
    expect(backTarget('/admin-dashboard', both)).toBe('/patient-list');
    expect(backTarget('/register-device', both)).toBe('/admin-dashboard');
  });

  it('is hidden when the user may not open the target', () => {
    expect(backTarget('/admin-dashboard', can('ADMIN'))).toBeNull();
    expect(backTarget('/register-device', can('ADMIN'))).toBe('/admin-dashboard');
  });

  it('is absent from pages without a target', () => {
    for (const path of ['/home', '/scan', '/patient-list', '/nothing']) {
      expect(backTarget(path, can('PHYSICIAN'))).toBeNull();
    }
  });
});
