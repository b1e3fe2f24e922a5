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
  version: (version: string) => `Version ${version}`,
  returnsTo: (title: string) => ` · After sign-in you return to ${title}`,
  fromLink: 'A link has filled in this form. Press Sign in if it is yours.',
  unreachable: 'The server cannot be reached. Nothing was sent twice; try again in a moment.',
  accountLocked: (wait: string) =>
    `Too many tries: this account is locked. Try again ${wait}, or ask an administrator.`,
  tooMany: (wait: string) =>
    `Too many tries from here. Try again ${wait}, or ask an administrator.`,
  awaitingApproval:
    'This account has no role yet. An administrator has to give it one; you are told by mail.',
  noMatch: (next: string) => `E-mail and password don’t match. ${next}`,
  checkBoth: 'Check both and try again.',
  attemptsLeft: (remaining: number) =>
    `After ${remaining} more ${remaining === 1 ? 'try' : 'tries'} this account is locked for 15 minutes.`,
  wait: {
    unknown: 'in 15 minutes',
    minute: 'in a minute',
    minutes: (minutes: number) => `in ${minutes} minutes`,
  },
});
