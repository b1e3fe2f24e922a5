/** Errors of sign-in, accounts and their links. */
export const accountMessages = {
  CREDENTIALS_INVALID: 'The e-mail address or the password is wrong.',
  AWAITING_APPROVAL: 'This account has no role yet. Ask an administrator to assign one.',
  SIGN_IN_LOCKED: ({ minutes }: { readonly minutes: number }) =>
    `Too many failed sign-ins. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, or ask an administrator.`,
  LINK_INVALID: 'This link is no longer valid. Request a new one.',
  EMAIL_TAKEN: 'Another account has this e-mail address.',
  OWN_ACCOUNT_DELETE: 'You can’t delete your own account. Ask another administrator.',
  OWN_ACCOUNT_LOCK: 'You can’t lock your own account. Ask another administrator.',
  OWN_PASSWORD_RESET: 'You can’t reset your own password. Change it with your current password.',
  LAST_ADMINISTRATOR: 'No other account can manage accounts. Give another account that role first.',
  TOO_MANY_RECORD_LOOKUPS:
    'Too many searches for record or accession numbers that do not exist. Try again later.',
  TOO_MANY_CODE_CHECKS: 'Too many checks of record numbers that do not exist. Try again later.',
};
