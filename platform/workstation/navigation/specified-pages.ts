import type { Feature } from '#contracts';
import type { GuardedRoute } from './guard.ts';

export interface SpecifiedPage extends GuardedRoute {
  readonly path: string;
  /** Target of the back action; absent on pages that only the breadcrumb leaves. */
  readonly back?: string;
}

const anonymous = (path: string): SpecifiedPage => ({ path, access: 'anonymous' });
const forAll = (path: string, back?: string): SpecifiedPage => ({
  path,
  access: [],
  ...(back === undefined ? {} : { back }),
});

/** Pages of specification 2, implemented by the platform or by extensions. */
export const SPECIFIED_PAGES: readonly SpecifiedPage[] = [
  anonymous('/'),
  anonymous('/login'),
  anonymous('/activation'),
  anonymous('/reset-password'),
  anonymous('/confirm-reset-password'),
  anonymous('/create-account'),
  anonymous('/confirm-account'),
  anonymous('/external-link'),
  forAll('/welcome'),
  forAll('/change-password'),
  forAll('/home'),
  forAll('/patient-create-success', '/patient-list'),
  { path: '/patient-list', access: ['STUDY_VIEW'] },
  { path: '/admin-dashboard', access: ['ADMIN_ACCOUNT'], back: '/patient-list' },
  { path: '/prescan-info', access: ['STUDY_VIEW'] },
  { path: '/scan', access: ['STUDY_VIEW'] },
  forAll('/no-previous-studies'),
  forAll('/patient-not-found'),
  { path: '/study-list', access: ['STUDY_VIEW'] },
  { path: '/register-device', access: ['ADMIN_ACCOUNT'], back: '/admin-dashboard' },
];

/** Returns the specified page of a path; undefined for paths that only extensions declare. */
export function specifiedPage(path: string): SpecifiedPage | undefined {
  return SPECIFIED_PAGES.find((page) => page.path === path);
}

/**
 * Returns the target of the back action; null hides the action when no target exists or the user
 * may not open the target.
 */
export function backTarget(
  path: string,
  can: (anyOf: readonly Feature[]) => boolean,
): string | null {
  const target = specifiedPage(path)?.back;
  if (target === undefined) return null;
  const access = specifiedPage(target)?.access ?? [];
  return access === 'anonymous' || can(access) ? target : null;
}
