import { type FormEvent, type ReactNode, useState } from 'react';
import { type Account, passwordProblems, routes } from '#contracts';
import { Button, Dialog, DialogActions, TextField } from '#ui';
import { accountName } from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import styles from '../shared/dashboard.module.css';
import { problemText } from '../shared/use-action.ts';

const texts = accountTexts.password;

/** Sets a password for another account; its user must change the password at the next sign-in. */
export function PasswordDialog(props: {
  readonly account: Account;
  onClose(): void;
  onSet(): void;
}): ReactNode {
  const { account } = props;
  const { api } = useAdmin();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const passwordProblem = passwordProblems(password, account.email)[0];
    if (passwordProblem !== undefined) return setError(passwordProblem.message);
    setBusy(true);
    const body = { id: account.id, newPassword: password };
    const response = await api.call(routes.changePasswordByAdmin, { body });
    setBusy(false);
    if (response.ok) return props.onSet();
    setError(problemText(response.problem, accountTexts.errorMessages));
  };
  return (
    <Dialog title={texts.title(accountName(account))} open onClose={props.onClose}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.note}>{texts.text}</p>
        <TextField
          label={texts.field}
          type="password"
          required
          autoFocus
          autoComplete="new-password"
          value={password}
          error={error}
          onChange={(typed) => {
            setPassword(typed);
            setError(null);
          }}
        />
        <DialogActions>
          <Button onPress={() => props.onClose()}>{adminTexts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {busy ? texts.setting : texts.set}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
