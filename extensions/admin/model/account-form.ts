import { type Account, type AccountFields, accountFieldsSchema, type Role } from '#contracts';

/** What the form of an account holds. */
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
  ...(['email', 'lastName', 'firstName', 'jobTitle', 'roles'] as const),
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

/** Fields that two states of the form do not agree in. */
export function differing(mine: AccountEntries, theirs: AccountEntries): readonly AccountField[] {
  return ACCOUNT_FIELDS.filter((field) =>
    field === 'roles'
      ? [...mine.roles].sort().join() !== [...theirs.roles].sort().join()
      : mine[field].trim() !== theirs[field].trim(),
  );
}

export type AccountErrors = Readonly<Partial<Record<AccountField | '', string>>>;

/**
 * The entries as the server takes them, or what is wrong, by field. A role is asked for here: the
 * server would make an account that may do nothing.
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

/** `Brandt, Jonas`; the address where there is no name yet. */
export function accountName(account: Pick<Account, 'firstName' | 'lastName' | 'email'>): string {
  const parts = [account.lastName, account.firstName].filter(
    (part) => part !== null && part !== '',
  );
  return parts.length === 0 ? account.email : parts.join(', ');
}

/** Where an account stands for its administrators. */
export type AccountStatus = Account['state'] | 'asks' | 'mustChange';

/** A confirmed account without a role waits for an administrator's word. */
export function accountStatusOf(account: Account): AccountStatus {
  if (account.state === 'CONFIRMED' && account.roles.length === 0) return 'asks';
  const isOpen = account.state === 'ACTIVE' || account.state === 'CONFIRMED';
  return isOpen && account.askedForResetPassword ? 'mustChange' : account.state;
}

/** What the list is sorted by, on the server. */
export type AccountColumn = 'name' | 'email' | 'roles' | 'jobTitle' | 'state' | 'lastSeen';
