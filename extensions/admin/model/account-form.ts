import { type Account, type AccountFields, accountFieldsSchema, type Role } from '#contracts';

/** Entries of the account form. */
export interface AccountEntries {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly jobTitle: string;
  readonly roles: readonly Role[];
}

export const NO_ENTRIES: AccountEntries = {
  email: '',
  firstName: '',
  lastName: '',
  jobTitle: '',
  roles: [],
};

export type AccountField = keyof AccountEntries;
export const ACCOUNT_FIELDS: readonly AccountField[] = [
  'email',
  'lastName',
  'firstName',
  'jobTitle',
  'roles',
];

export function entriesOf(account: Account): AccountEntries {
  return {
    email: account.email,
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    jobTitle: account.jobTitle ?? '',
    roles: account.roles.map(({ id }) => id),
  };
}

/** Returns the fields in which two states of the form differ; the order of roles does not count. */
export function differingFields(
  mine: AccountEntries,
  theirs: AccountEntries,
): readonly AccountField[] {
  return ACCOUNT_FIELDS.filter((field) =>
    field === 'roles'
      ? [...mine.roles].sort().join() !== [...theirs.roles].sort().join()
      : mine[field].trim() !== theirs[field].trim(),
  );
}

/** Errors by field; the empty name holds the error of the whole form. */
export type AccountErrors = Readonly<Partial<Record<AccountField | '', string>>>;

/**
 * Converts the entries to the request body, or returns errors by field. Requires at least one role,
 * because the server also accepts an account without roles, which has no permissions; `noRole` is
 * the error text for that case.
 */
export function accountFields(
  entries: AccountEntries,
  noRole: string,
): { readonly body: AccountFields } | { readonly errors: AccountErrors } {
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  const parsed = accountFieldsSchema.safeParse({
    email: entries.email,
    firstName: orNull(entries.firstName),
    lastName: orNull(entries.lastName),
    jobTitle: orNull(entries.jobTitle),
    roles: entries.roles.map((id) => ({ id })),
  });
  const errors: Partial<Record<AccountField, string>> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    errors[path[0] as AccountField] ??= message;
  }
  if (entries.roles.length === 0) errors.roles = noRole;
  return parsed.success && errors.roles === undefined ? { body: parsed.data } : { errors };
}

/** Returns `Brandt, Jonas`, or the e-mail address while the account has no name. */
export function accountName(account: Pick<Account, 'firstName' | 'lastName' | 'email'>): string {
  const parts = [account.lastName, account.firstName].filter(
    (part) => part !== null && part !== '',
  );
  return parts.length === 0 ? account.email : parts.join(', ');
}

/**
 * Account status as shown to administrators. `asks` waits for approval; `mustChange` must set a new
 * password at the next sign-in.
 */
export type AccountStatus = Account['state'] | 'asks' | 'mustChange';

/** Returns the status; a confirmed account without a role waits for approval. */
export function accountStatusOf(account: Account): AccountStatus {
  if (account.state === 'CONFIRMED' && account.roles.length === 0) return 'asks';
  const isOpen = account.state === 'ACTIVE' || account.state === 'CONFIRMED';
  return isOpen && account.askedForResetPassword ? 'mustChange' : account.state;
}

/** Columns by which the server can sort the list. */
export type AccountColumn = 'name' | 'email' | 'roles' | 'jobTitle' | 'state' | 'lastSeen';
