import type { Role } from './enumerations.ts';

/** Permission ids, as listed in an account's user info. */
export const FEATURES = [
  'ADMIN_ACCOUNT',
  'ADMIN_DEVICE',
  'PATIENT_VIEW',
  'PATIENT_CREATE',
  'STUDY_VIEW',
  'STUDY_CREATE',
  'ANTN_VIEW',
  'ANTN_CREATE',
  'REPORT_VIEW',
  'REPORT_CREATE',
  'DEV_SET_VIEW',
  'DEV_SET_UPDATE',
  'CRON_JOB_VIEW',
  'CRON_JOB_UPDATE',
  'PATIENT_ATTACH_V',
  'PATIENT_ATTACH_C',
  'PATIENT_ATTACH_U',
  'PATIENT_ATTACH_D',
  'USER_PREF_V',
  'USER_PREF_C',
  'USER_PREF_U',
  'USER_PREF_D',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Features to save own device settings; the route of saved settings also serves presets. */
export const OWN_SETTINGS_FEATURES: readonly Feature[] = ['DEV_SET_UPDATE'];

const USER_PREF: readonly Feature[] = ['USER_PREF_V', 'USER_PREF_C', 'USER_PREF_U', 'USER_PREF_D'];

/** Built-in mapping of roles to features, which a site may override. */
export const ROLE_FEATURES: Readonly<Record<Role, readonly Feature[]>> = {
  ADMIN: ['ADMIN_ACCOUNT', 'ADMIN_DEVICE', 'CRON_JOB_VIEW', 'CRON_JOB_UPDATE', ...USER_PREF],
  OPERATOR: [
    'PATIENT_VIEW',
    'PATIENT_CREATE',
    'STUDY_VIEW',
    'STUDY_CREATE',
    'ANTN_VIEW',
    'REPORT_VIEW',
    'DEV_SET_VIEW',
    'DEV_SET_UPDATE',
    'PATIENT_ATTACH_V',
    'PATIENT_ATTACH_C',
    'PATIENT_ATTACH_U',
    ...USER_PREF,
  ],
  PHYSICIAN: [
    'PATIENT_VIEW',
    'PATIENT_CREATE',
    'STUDY_VIEW',
    'STUDY_CREATE',
    'ANTN_VIEW',
    'ANTN_CREATE',
    'REPORT_VIEW',
    'REPORT_CREATE',
    'DEV_SET_VIEW',
    'PATIENT_ATTACH_V',
    'PATIENT_ATTACH_C',
    'PATIENT_ATTACH_U',
    'PATIENT_ATTACH_D',
    ...USER_PREF,
  ],
  VIEWER: [
    'PATIENT_VIEW',
    'STUDY_VIEW',
    'ANTN_VIEW',
    'REPORT_VIEW',
    'DEV_SET_VIEW',
    'PATIENT_ATTACH_V',
    ...USER_PREF,
  ],
  BLIND_ANNOTATOR: ['STUDY_VIEW', 'ANTN_VIEW', 'ANTN_CREATE', ...USER_PREF],
};

export type RoleFeatures = Readonly<Record<Role, readonly Feature[]>>;

/** Returns the combined features of several roles, without duplicates. */
export function featuresOf(
  roles: readonly Role[],
  mapping: RoleFeatures = ROLE_FEATURES,
): readonly Feature[] {
  const granted = new Set(roles.flatMap((role) => mapping[role]));
  return FEATURES.filter((feature) => granted.has(feature));
}

/** Roles redefined by a site. */
export type RoleOverrides = Readonly<Partial<Record<Role, readonly Feature[] | undefined>>>;

/** Returns the built-in mapping with the site's redefined roles. */
export function roleFeaturesWith(overrides: RoleOverrides): RoleFeatures {
  const redefined = Object.entries(overrides).filter(([, features]) => features !== undefined);
  return { ...ROLE_FEATURES, ...Object.fromEntries(redefined) };
}

/** Returns why a site's role overrides are invalid; null if they are valid. */
export function roleIssue(overrides: RoleOverrides): string | null {
  const allowed = ROLE_FEATURES.BLIND_ANNOTATOR;
  const excess = (overrides.BLIND_ANNOTATOR ?? []).filter((feature) => !allowed.includes(feature));
  if (excess.length > 0) {
    return `roles gives BLIND_ANNOTATOR ${excess.join(', ')}, but blind annotators can’t see other users.`;
  }
  const mapping = Object.values(roleFeaturesWith(overrides));
  if (mapping.some((features) => features.includes('ADMIN_ACCOUNT'))) return null;
  return 'roles gives ADMIN_ACCOUNT to no role, so no user could manage accounts.';
}

/** Kinds of callers. Humans are authorised by feature, the others by the route's `principals`. */
export const PRINCIPALS = ['human', 'device', 'worker', 'peer'] as const;
export type Principal = (typeof PRINCIPALS)[number];
