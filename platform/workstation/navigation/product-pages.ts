import type { Feature } from '#contracts';
import type { GuardedRoute } from './guard.ts';

/** Page with a fixed path and access. */
export interface ProductPage extends GuardedRoute {
  readonly path: string;
  /** Target of the back action; absent on pages that only the breadcrumb leaves. */
  readonly back?: string;
}

const anonymous = (path: string): ProductPage => ({ path, access: 'anonymous' });
const signedIn = (path: string, back?: string): ProductPage => ({
  path,
  access: [],
  ...(back === undefined ? {} : { back }),
});

/**
 * Pages of the product with their access. The platform or an extension implements each page; an
 * extension cannot change its access.
 */
export const PRODUCT_PAGES: readonly ProductPage[] = [
  anonymous('/'),
  anonymous('/login'),
  anonymous('/activation'),
  anonymous('/reset-password'),
  anonymous('/confirm-reset-password'),
  anonymous('/create-account'),
  anonymous('/confirm-account'),
  anonymous('/external-link'),
  signedIn('/welcome'),
  signedIn('/change-password'),
  signedIn('/home'),
  signedIn('/patient-create-success', '/patient-list'),
  { path: '/patient-list', access: ['STUDY_VIEW'] },
  { path: '/admin-dashboard', access: ['ADMIN_ACCOUNT'], back: '/patient-list' },
  { path: '/prescan-info', access: ['STUDY_VIEW'] },
  { path: '/scan', access: ['STUDY_VIEW'] },
  signedIn('/no-previous-studies'),
  signedIn('/patient-not-found'),
  { path: '/study-list', access: ['STUDY_VIEW'] },
  { path: '/register-device', access: ['ADMIN_ACCOUNT'], back: '/admin-dashboard' },
];

/** Returns the product page of a path; undefined for paths that only extensions declare. */
export function productPage(path: string): ProductPage | undefined {
  return PRODUCT_PAGES.find((page) => page.path === path);
}

/**
 * Returns the target of the back action; null hides the action when no target exists or the user
 * may not open the target.
 */
export function backTarget(
  path: string,
  can: (anyOf: readonly Feature[]) => boolean,
): string | null {
  const target = productPage(path)?.back;
  if (target === undefined) return null;
  const access = productPage(target)?.access ?? [];
  return access === 'anonymous' || can(access) ? target : null;
}
