import { defineTexts } from '#foundation';

/** Texts of the sign-in page; kept apart, because every visitor loads them first. */
export const signInTexts = defineTexts('sign-in', {
  product: 'Clockface',
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  forgot: 'Forgot password?',
  create: 'Create account',
  noEmail: 'Enter your e-mail address',
  noPassword: 'Enter your password',
  language: 'Language',
  version: (version: string) => `Version ${version}`,
  returnsTo: (title: string) => ` · After sign-in you return to ${title}`,
  fromLink: 'A link filled in this form. If this is your account, press Sign in.',
  unreachable: 'The server can’t be reached. Try again in a moment.',
  accountLocked: (wait: string) =>
    `Too many attempts. This account is locked. Try again ${wait} or contact an administrator.`,
  tooMany: (wait: string) =>
    `Too many attempts from this network. Try again ${wait} or contact an administrator.`,
  awaitingApproval:
    'This account has no role yet. An administrator must assign one. You will be notified by e-mail.',
  noMatch: 'E-mail and password don’t match. Check both and try again.',
  wait: {
    unknown: 'in 15 minutes',
    minute: 'in a minute',
    minutes: (minutes: number) => `in ${minutes} minutes`,
  },
});
