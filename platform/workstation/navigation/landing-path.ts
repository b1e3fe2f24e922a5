import type { UserInfo } from '#contracts';

/**
 * Returns the landing page after sign-in: a forced password change first, then an incomplete
 * profile, then the administration for users with no other role, the worklist for users who report,
 * else the patient list.
 */
export function landingPath(
  user: Pick<
    UserInfo,
    'askedForResetPassword' | 'firstName' | 'lastName' | 'jobTitle' | 'roles' | 'permissions'
  >,
): string {
  if (user.askedForResetPassword) return '/change-password';
  const profile = [user.firstName, user.lastName, user.jobTitle];
  if (profile.some((part) => part === null || part.trim() === '')) return '/welcome';
  const [first, ...others] = user.roles;
  if (first?.id === 'ADMIN' && others.length === 0) return '/admin-dashboard';
  return user.permissions.includes('REPORT_CREATE') ? '/study-list' : '/patient-list';
}

/**
 * Returns the requested path unless the user must first change the password or complete the
 * profile.
 */
export function landingPathOr(
  user: Parameters<typeof landingPath>[0],
  requestedPath: string | null,
): string {
  const target = landingPath(user);
  const mustStop = target === '/change-password' || target === '/welcome';
  return mustStop ? target : (requestedPath ?? target);
}
