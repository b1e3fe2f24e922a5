import { defineTexts } from '#foundation';

/** Texts of the first page, of paths that are no page, and of the moments before a page is there. */
export const homeTexts = defineTexts('home', {
  title: 'Home',
  welcome: (name: string) => `Welcome, ${name}`,
  welcomeAll: 'Welcome',
  pages: 'Pages',
  patients: 'Patients',
  findOrAdd: 'Find or add a patient, scan, read studies',
  find: 'Find a patient and read studies',
  none: 'None of the pages of this site is open to your account. It may need another role, or the page’s extension may be switched off: ask whoever looks after the site.',
  notFound: 'There is no page at this address.',
  goHome: 'Go to Home',
  loading: 'Loading',
  signingIn: 'Signing in',
});
