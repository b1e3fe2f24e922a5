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
  currentPassword: 'Current password',
  sending: 'Sending…',
  saving: 'Saving…',
  mailedLink: {
    title: 'Demonstration: link from the e-mail',
    open: 'Open link',
  },
  rules: {
    title: 'Password requirements',
    met: 'met',
    open: 'not yet met',
    count: (met: number, of: number) => `${met} of ${of} requirements met`,
    byCode: {
      TOO_SHORT: 'at least 12 characters',
      NO_DIGIT: 'a digit',
      NO_UPPER_CASE: 'an upper-case letter',
      NO_LOWER_CASE: 'a lower-case letter',
      NO_SPECIAL: 'a special character',
      COMMON: 'not easy to guess',
    },
  },
  reset: {
    title: 'Forgot password',
    lead: 'Enter your e-mail address. You will receive an e-mail with a link to set a new password.',
    send: 'Send link',
    done: (email: string) =>
      `If ${email} has an account, an e-mail with a link is on its way. The link works once and expires after 15 minutes.`,
    leadOutbox:
      'Enter your e-mail address. This site sends no e-mail: your administrator gives you the link to set a new password.',
    doneOutbox: (email: string) =>
      `If ${email} has an account, a link was created. This site sends no e-mail: ask your administrator for the link. It works once and expires after 15 minutes.`,
    noMail: 'No e-mail? Check your spam folder or send it again.',
    again: 'Send again',
  },
  confirmReset: {
    title: 'New password',
    lead: 'Choose a new password for your account.',
    save: 'Set password',
    done: (email: string) =>
      `The password of ${email} was changed. All sessions of this account were signed out.`,
  },
  create: {
    title: 'Create account',
    lead: 'Request an account. You will receive an e-mail to confirm your address. An administrator then assigns a role.',
    send: 'Request account',
    done: (email: string) =>
      `An e-mail to ${email} is on its way. Open its link within 24 hours and choose a password. An administrator then assigns a role, and you will be notified by e-mail.`,
    leadOutbox:
      'Request an account. This site sends no e-mail: your administrator gives you a link to confirm your address, and then assigns a role.',
    doneOutbox: (email: string) =>
      `The account for ${email} was requested. This site sends no e-mail: ask your administrator for the link, open it within 24 hours and choose a password. An administrator then assigns a role.`,
  },
  invited: {
    title: 'Your account',
    lead: 'You were invited. Enter your details and choose a password.',
    save: 'Create account',
    done: 'Your account is ready. Sign in with the e-mail address that received the invitation.',
  },
  confirm: {
    title: 'Confirm account',
    lead: 'Choose a password to confirm your address.',
    save: 'Confirm',
    done: (email: string) =>
      `${email} is confirmed. An administrator must assign a role before you can sign in. You will be notified by e-mail.`,
  },
  linkInvalid: {
    title: 'This link is no longer valid',
    text: 'It was already used, has expired or was replaced by a newer link. Nothing was changed.',
    requestReset: 'Request new link',
    requestAccount: 'Request account again',
    contactAdministrator: 'Ask the administrator who invited you for a new invitation.',
  },
  change: {
    title: 'Change password',
    forced: 'An administrator set your password. Choose a new one to continue.',
    voluntary: 'Your other sessions will be signed out.',
    save: 'Change password',
    done: 'Your password was changed. Your other sessions were signed out.',
  },
  welcome: {
    title: 'Welcome',
    lead: 'Enter your details. Your name appears with the findings and reports that you create.',
    editLead: 'Your name appears with the findings and reports that you create.',
    save: 'Continue',
    saveEdit: 'Save',
    done: 'Your details were saved',
  },
  activation: {
    title: 'Activation',
    lead: (host: string) =>
      `No organization is activated for “${host}” yet. Enter the activation code from your administrator.`,
    code: 'Activation code',
    help: 'Three groups of four letters, e.g. ABCD-EFGH-IJKL',
    save: 'Activate',
    busy: 'Activating…',
    done: (name: string) => `${name} was activated for this address.`,
    already: (name: string) => `${name} is already activated for this address. You can sign in.`,
    invalidCode:
      'This code is wrong, already used or older than a week. Check the letters or ask your administrator for a new code.',
    hostInUse: 'Another organization is activated for this address. Contact your administrator.',
  },
});
