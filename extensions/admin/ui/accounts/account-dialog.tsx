import { type ReactNode, useId } from 'react';
import { type Account, role } from '#contracts';
import { Checkbox, FieldError, TextField } from '#ui';
import {
  accountName,
  accountStatusOf,
  differingFields,
  entriesOf,
} from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import styles from '../shared/dashboard.module.css';
import { EditDialog } from '../shared/edit-dialog.tsx';
import { EditForm } from '../shared/edit-form.tsx';
import { useAccountForm } from './use-account-form.ts';

const { form } = accountTexts;

export interface AccountDialogProps {
  /** Null creates a new account. */
  readonly account: Account | null;
  onClose(): void;
  onSaved(saved: Account): void;
}

/** Edits address, names and roles of an account, to invite, change or approve. */
export function AccountDialog(props: AccountDialogProps): ReactNode {
  const { account } = props;
  return (
    <EditDialog title={titleOf(account)} onClose={props.onClose}>
      <AccountForm {...props} />
    </EditDialog>
  );
}

const requestsAccess = (account: Account | null): boolean =>
  account !== null && accountStatusOf(account) === 'asks';

function titleOf(account: Account | null): string {
  if (account === null) return form.create;
  const name = accountName(account);
  return requestsAccess(account) ? form.approve(name) : form.edit(name);
}

function AccountForm({ account, onSaved }: AccountDialogProps): ReactNode {
  const editing = useAccountForm(account, onSaved);
  const { entries, errors, busy, set } = editing;
  return (
    <EditForm
      editing={editing}
      submitLabel={submitLabelOf(account, busy)}
      differing={(theirs) =>
        differingFields(entries, entriesOf(theirs)).map((field) => ({
          field: form[field],
          value: valueText(theirs, field),
        }))
      }
    >
      {requestsAccess(account) ? <p className={styles.note}>{form.approveHint}</p> : null}
      <TextField
        label={form.email}
        type="email"
        required
        autoFocus
        value={entries.email}
        maxLength={254}
        {...(account === null ? { help: form.emailHelp } : {})}
        error={errors.email ?? null}
        onChange={(email) => set({ email })}
      />
      <Names editing={editing} />
      <RoleChoice editing={editing} isNew={account === null} />
    </EditForm>
  );
}

function submitLabelOf(account: Account | null, busy: boolean): string {
  if (account === null) return busy ? form.inviting : form.invite;
  if (busy) return adminTexts.saving;
  return requestsAccess(account) ? form.approveButton : adminTexts.save;
}

type Editing = ReturnType<typeof useAccountForm>;

function Names({ editing }: { readonly editing: Editing }): ReactNode {
  const { entries, errors, set } = editing;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={form.lastName}
          value={entries.lastName}
          maxLength={100}
          error={errors.lastName ?? null}
          onChange={(lastName) => set({ lastName })}
        />
        <TextField
          label={form.firstName}
          value={entries.firstName}
          maxLength={100}
          error={errors.firstName ?? null}
          onChange={(firstName) => set({ firstName })}
        />
      </div>
      <TextField
        label={form.jobTitle}
        value={entries.jobTitle}
        maxLength={100}
        help={form.namesHelp}
        error={errors.jobTitle ?? null}
        onChange={(jobTitle) => set({ jobTitle })}
      />
    </>
  );
}

function RoleChoice(props: { readonly editing: Editing; readonly isNew: boolean }): ReactNode {
  const { entries, errors, set } = props.editing;
  const errorId = useId();
  const isBlind = entries.roles.includes('BLIND_ANNOTATOR') && entries.roles.length > 1;
  return (
    <fieldset className={styles.checks} aria-describedby={errors.roles ? errorId : undefined}>
      <legend>{form.roles}</legend>
      {role.codes.map((id) => (
        <Checkbox
          key={id}
          label={role.labels[id]}
          checked={entries.roles.includes(id)}
          onChange={(checked) =>
            set({
              roles: role.codes.filter((roleId) =>
                roleId === id ? checked : entries.roles.includes(roleId),
              ),
            })
          }
        />
      ))}
      {errors.roles === undefined ? null : <FieldError id={errorId}>{errors.roles}</FieldError>}
      {isBlind ? <p className={styles.note}>{form.blindNote}</p> : null}
      {props.isNew ? null : <p className={styles.note}>{form.roleRemovalNote}</p>}
    </fieldset>
  );
}

function valueText(account: Account, field: keyof ReturnType<typeof entriesOf>): string {
  const value = entriesOf(account)[field];
  return typeof value === 'string' ? value : value.map((id) => role.labels[id]).join(', ');
}
