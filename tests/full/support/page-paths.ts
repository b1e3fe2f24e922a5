/** Pages that open without a sign-in. */
export const ANONYMOUS_PATHS = [
  '/login',
  '/activation',
  '/reset-password',
  '/confirm-reset-password?token=x',
  '/create-account',
  '/confirm-account?token=x',
  '/external-link',
] as const;

/**
 * Pages of a signed-in user with their titles and the features that open them, as listed in the
 * specification. Without the developer page, which a site has only with a flag.
 */
export const SIGNED_IN_PAGES = [
  { path: '/home', title: 'Home', requiredFeature: null },
  { path: '/welcome', title: 'Your details', requiredFeature: null },
  { path: '/change-password', title: 'Change password', requiredFeature: null },
  { path: '/preferences', title: 'Preferences', requiredFeature: null },
  { path: '/shortcuts', title: 'Keyboard shortcuts', requiredFeature: null },
  { path: '/patient-create-success', title: 'Patient created', requiredFeature: null },
  { path: '/no-previous-studies', title: 'No prior studies', requiredFeature: null },
  { path: '/patient-not-found', title: 'Patient not found', requiredFeature: null },
  { path: '/patient-list', title: 'Patients', requiredFeature: 'STUDY_VIEW' },
  { path: '/study-list', title: 'Studies', requiredFeature: 'STUDY_VIEW' },
  { path: '/prescan-info', title: 'Before the scan', requiredFeature: 'STUDY_VIEW' },
  { path: '/scan', title: 'Scan', requiredFeature: 'STUDY_VIEW' },
  { path: '/reader-studies', title: 'Reader studies', requiredFeature: 'ANTN_CREATE' },
  { path: '/follow-up', title: 'Follow-up', requiredFeature: 'REPORT_VIEW' },
  { path: '/report-statistics', title: 'Report statistics', requiredFeature: 'REPORT_VIEW' },
  { path: '/admin-dashboard', title: 'Administration', requiredFeature: 'ADMIN_ACCOUNT' },
  { path: '/register-device', title: 'Register device', requiredFeature: 'ADMIN_ACCOUNT' },
  { path: '/nowhere', title: 'Unknown path', requiredFeature: null },
] as const;
