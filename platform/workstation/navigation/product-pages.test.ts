import { describe, expect, it } from 'vitest';
import { type Feature, featuresOf, type Role } from '#contracts';
import { pageTitle } from './page-titles.ts';
import { backTarget, PRODUCT_PAGES, productPage } from './product-pages.ts';

/** Access of each page, as the features that allow opening it; empty for every signed-in user. */
const ACCESS: readonly (readonly [path: string, access: string])[] = [
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

describe('the product pages', () => {
  it('require the listed features', () => {
    const actual = PRODUCT_PAGES.map(({ path, access }) => [
      path,
      access === 'anonymous' ? access : access.join(),
    ]);
    expect(actual).toEqual(ACCESS);
  });

  it('each have a title, except the root path', () => {
    const untitled = PRODUCT_PAGES.filter(({ path }) => pageTitle(path) === null);
    expect(untitled.map(({ path }) => path)).toEqual(['/']);
    expect(pageTitle('/nothing')).toBeNull();
    expect(pageTitle('constructor')).toBeNull();
  });

  it('do not include unknown paths', () => {
    expect(productPage('/nothing')).toBeUndefined();
  });
});

describe('the back action', () => {
  it('opens the parent of the page', () => {
    const canBoth = can('ADMIN', 'PHYSICIAN');
    expect(backTarget('/patient-create-success', canBoth)).toBe('/patient-list');
    expect(backTarget('/admin-dashboard', canBoth)).toBe('/patient-list');
    expect(backTarget('/register-device', canBoth)).toBe('/admin-dashboard');
  });

  it('is hidden when the user may not open the parent', () => {
    expect(backTarget('/admin-dashboard', can('ADMIN'))).toBeNull();
    expect(backTarget('/register-device', can('ADMIN'))).toBe('/admin-dashboard');
  });

  it('is absent from pages without a parent', () => {
    for (const path of ['/home', '/scan', '/patient-list', '/nothing']) {
      expect(backTarget(path, can('PHYSICIAN'))).toBeNull();
    }
  });
});
