import { type Account, accountSchema, routes } from '#contracts';
import { accountFields, entriesOf, NO_ENTRIES } from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useEdit } from '../shared/use-edit.ts';

const { form, errorMessages } = accountTexts;

/** Form state of an account; creates and invites an account if `account` is null. */
export function useAccountForm(account: Account | null, onSaved: (saved: Account) => void) {
  const { api } = useAdmin();
  return useEdit({
    stored: account,
    savedSchema: accountSchema,
    errorMessages,
    entriesOf,
    onSaved,
    initial: account === null ? NO_ENTRIES : entriesOf(account),
    errorFields: { DuplicateEmail: 'email' },
    check: (entries) => accountFields(entries, form.rolesError),
    send: (body, { id, version }) =>
      account === null
        ? api.call(routes.createPerson, { body, idempotencyKey: id })
        : api.call(routes.updateAccount, { params: { id: account.id }, body, version }),
  });
}
