import { type FormEvent, useState } from 'react';
import { type Account, accountSchema, routes } from '#contracts';
import type { CallProblem } from '#core';
import { newId } from '#foundation';
import {
  type AccountEntries,
  type AccountErrors,
  type AccountField,
  accountFields,
  entriesOf,
  NO_ENTRIES,
} from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { useAdmin } from '../admin-context.ts';
import { refusalText } from '../use-act.ts';

const { form, refusals } = accountTexts;

/** What is entered, what is wrong with it, what someone else saved meanwhile, and sending it. */
export function useAccountForm(account: Account | null, onSaved: (saved: Account) => void) {
  const { api, refreshCounts } = useAdmin();
  const [entries, setEntries] = useState<AccountEntries>(() =>
    account === null ? NO_ENTRIES : entriesOf(account),
  );
  // The same entries sent again, after an answer that was lost, are the same account.
  const [requestId, setRequestId] = useState(() => newId());
  const [version, setVersion] = useState(account?.version ?? 0);
  const [errors, setErrors] = useState<AccountErrors>({});
  const [theirs, setTheirs] = useState<Account | null>(null);
  const [busy, setBusy] = useState(false);

  const set = (change: Partial<AccountEntries>): void => {
    setEntries((before) => ({ ...before, ...change }));
    setRequestId(newId());
    setErrors(without(errors, Object.keys(change) as AccountField[]));
  };
  const send = async (over: number): Promise<void> => {
    const checked = accountFields(entries, form.rolesError);
    if ('errors' in checked) return setErrors(checked.errors);
    setBusy(true);
    const body = checked.fields;
    const answer =
      account === null
        ? await api.call(routes.createPerson, { body, idempotencyKey: requestId })
        : await api.call(routes.updateAccount, {
            ...{ params: { id: account.id }, body, version: over },
          });
    setBusy(false);
    if (answer.ok) {
      refreshCounts();
      return onSaved(answer.value);
    }
    const newer = newerOf(answer.problem);
    if (newer !== null) setTheirs(newer);
    else setErrors(errorsOf(answer.problem));
  };
  return {
    ...{ entries, errors, theirs, busy, set },
    submit(event: FormEvent): void {
      event.preventDefault();
      if (!busy) void send(version);
    },
    takeTheirs(): void {
      if (theirs === null) return;
      setEntries(entriesOf(theirs));
      setVersion(theirs.version);
      setTheirs(null);
    },
    keepMine(): void {
      if (theirs === null) return;
      setVersion(theirs.version);
      setTheirs(null);
      void send(theirs.version);
    },
  };
}

/** The account as someone else saved it, which a 412 carries. */
function newerOf(problem: CallProblem): Account | null {
  if (problem.status !== 412) return null;
  return accountSchema.safeParse(problem.data).data ?? null;
}

function errorsOf(problem: CallProblem): AccountErrors {
  if (problem.fields.length > 0) {
    return Object.fromEntries(
      problem.fields.map(({ field, message }) => [field.split('.').at(-1) ?? '', message]),
    );
  }
  const text = refusalText(problem, refusals);
  return problem.errorType === 'DuplicateEmail' ? { email: text } : { '': text };
}

function without(errors: AccountErrors, fields: readonly AccountField[]): AccountErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([field]) => field !== '' && !fields.includes(field as AccountField),
    ),
  );
}
