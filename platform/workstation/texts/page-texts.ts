import { defineTexts } from '#foundation';

/** Titles of the platform pages by path, for breadcrumb and window title. */
export const pageTexts = defineTexts('pages', {
  titles: {
    '/login': 'Sign in',
    '/activation': 'Activation',
    '/reset-password': 'Forgot password',
    '/confirm-reset-password': 'New password',
    '/create-account': 'Create account',
    '/confirm-account': 'Confirm account',
    '/external-link': 'Link from another program',
    '/welcome': 'Your details',
    '/change-password': 'Change password',
    '/home': 'Home',
    '/preferences': 'Preferences',
    '/shortcuts': 'Keyboard shortcuts',
    '/patient-create-success': 'Patient created',
    '/patient-list': 'Patients',
    '/admin-dashboard': 'Administration',
    '/prescan-info': 'Before the scan',
    '/scan': 'Scan',
    '/no-previous-studies': 'No prior studies',
    '/patient-not-found': 'Patient not found',
    '/study-list': 'Studies',
    '/register-device': 'Register device',
    '/developer': 'Developer mode',
  },
  back: (title: string) => `Back to ${title}`,
});
