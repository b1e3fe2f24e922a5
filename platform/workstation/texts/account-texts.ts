import { defineTexts } from '#foundation';

/** Texts of the account pages: passwords, new accounts, names and activation. */
export const accountTexts = defineTexts('accounts', {
  signIn: 'Sign in',
  toSignIn: 'Back to sign in',
  signOut: 'Sign out',
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  jobTitle: 'Job title',
  newPassword: 'New password',
  currentPassword: 'Present password',
  sending: 'Sending…',
  saving: 'Saving…',
  mailedLink: {
    title: 'Demonstration: the link of that message',
    open: 'Open the link',
  },
  rules: {
    title: 'A password has',
    met: 'met',
    open: 'not yet met',
    count: (met: number, of: number) => `${met} of ${of} rules met`,
    byCode: {
      TOO_SHORT: 'at least 12 characters',
      NO_DIGIT: 'a digit',
      NO_UPPER_CASE: 'an upper-case letter',
      NO_LOWER_CASE: 'a lower-case letter',
      NO_SPECIAL: 'a special character',
      COMMON: 'nothing easy to guess',
    },
  },
  reset: {
    title: 'Forgot password',
    lead: 'Enter your e-mail address. You get a message with a link that sets a new password.',
    send: 'Send the link',
    done: (email: string) =>
      `If ${email} has an account here, a message with a link is on its way. The link works once, within 15 minutes.`,
    noMail: 'Nothing has come? Look among unwanted mail, or send it again.',
    again: 'Send it again',
  },
  confirmReset: {
    title: 'New password',
    lead: 'Choose the password that you will sign in with from now on.',
    save: 'Set password',
    done: (email: string) =>
      `The password of ${email} is set. Every session of this account has ended.`,
  },
  create: {
    title: 'Create account',
    lead: 'Ask for an account. You get a message to confirm your address; then an administrator gives the account its role.',
    send: 'Ask for an account',
    done: (email: string) =>
      `A message is on its way to ${email}. Open its link within 24 hours and choose a password. After that an administrator has to give the account its role, and you are told by mail.`,
  },
  invited: {
    title: 'Your account',
    lead: 'You were invited. Tell who you are and choose a password.',
    save: 'Create account',
    done: 'Your account is ready. Sign in with the address that the invitation came to.',
  },
  confirm: {
    title: 'Confirm account',
    lead: 'Your address is confirmed when you choose a password here.',
    save: 'Confirm',
    done: (email: string) =>
      `${email} is confirmed. An administrator has to give the account its role before you can sign in; you are told by mail.`,
  },
  linkInvalid: {
    title: 'This link does not work any more',
    text: 'It was used already, its time is over, or a newer one has replaced it. Nothing has changed.',
    requestReset: 'Ask for a new link',
    requestAccount: 'Ask again for an account',
    contactAdministrator: 'Ask the administrator who invited you to send another invitation.',
  },
  change: {
    title: 'Change password',
    forced: 'An administrator has set your password. Choose one that only you know, then go on.',
    voluntary: 'Afterwards every other session of this account has ended; this one goes on.',
    save: 'Change password',
    done: 'Your password is changed. Your other sessions have ended.',
  },
  welcome: {
    title: 'Welcome',
    lead: 'Tell who you are: your name stands with what you mark and sign.',
    editLead: 'Your name stands with what you mark and sign.',
    save: 'Go on',
    saveEdit: 'Save',
    done: 'Your details are saved.',
  },
  activation: {
    title: 'Activation',
    lead: (host: string) =>
      `No organization is activated for “${host}” yet. Enter the activation code that its administrator has.`,
    code: 'Activation code',
    help: 'Three groups of four letters, as in ABCD-EFGH-IJKL',
    save: 'Activate',
    busy: 'Activating…',
    done: (name: string) => `${name} is activated for this address.`,
    already: (name: string) => `${name} is activated for this address already. You can sign in.`,
    invalidCode:
      'This code is wrong, was used already or is older than a week. Check the letters, or ask the administrator for a new code.',
    hostInUse:
      'Another organization is activated for this address. Ask whoever looks after this installation.',
  },
});
