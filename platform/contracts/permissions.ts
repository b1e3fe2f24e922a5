import type { Role } from './enumerations.ts';

/** Permission ids of the application, as an account's user info lists them. */
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

const USER_PREF: readonly Feature[] = ['USER_PREF_V', 'USER_PREF_C', 'USER_PREF_U', 'USER_PREF_D'];

/** The built-in mapping of roles to features; a site may override it. */
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

/** Which features each role has. */
export type RoleFeatures = Readonly<Record<Role, readonly Feature[]>>;

/** Features of several roles together, each once. */
export function featuresOf(
  roles: readonly Role[],
  mapping: RoleFeatures = ROLE_FEATURES,
): readonly Feature[] {
  const granted = new Set(roles.flatMap((role) => mapping[role]));
  return FEATURES.filter((feature) => granted.has(feature));
}

/** The roles that a site redefines. */
export type RoleOverrides = Readonly<Partial<Record<Role, readonly Feature[] | undefined>>>;

/** The mapping of a site: the built-in one, with the roles that it redefines. */
export function roleFeaturesWith(overrides: RoleOverrides): RoleFeatures {
  const redefined = Object.entries(overrides).filter(([, features]) => features !== undefined);
  return { ...ROLE_FEATURES, ...Object.fromEntries(redefined) };
}

/** Why a site can't work with the roles that it redefines; null when it can. */
export function roleIssue(overrides: RoleOverrides): string | null {
  const allowed = ROLE_FEATURES.BLIND_ANNOTATOR;
  const excess = (overrides.BLIND_ANNOTATOR ?? []).filter((feature) => !allowed.includes(feature));
  if (excess.length > 0) {
    return `roles gives BLIND_ANNOTATOR ${excess.join(', ')}, but blind annotators learn of nobody.`;
  }
  const mapping = Object.values(roleFeaturesWith(overrides));
  if (mapping.some((features) => features.includes('ADMIN_ACCOUNT'))) return null;
  return 'roles leaves no role with ADMIN_ACCOUNT: nobody could administer accounts.';
}

/** Who a call can come from. Humans act by feature, the others by being named on the route. */
export const PRINCIPALS = ['human', 'device', 'worker', 'peer'] as const;
export type Principal = (typeof PRINCIPALS)[number];
