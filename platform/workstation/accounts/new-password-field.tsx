import { type ReactNode, useId } from 'react';
import { passwordProblems } from '#contracts';
import { Icon, TextField, type TextFieldProps } from '#ui';
import { accountTexts } from '../texts/account-texts.ts';
import styles from './accounts.module.css';

/** Rules shown in advance: the ones that an empty password breaks. */
const LISTED = passwordProblems('').map(({ code }) => code);
const RULE_LABELS: Readonly<Record<string, string>> = accountTexts.rules.byCode;

export interface NewPasswordFieldProps
  extends Pick<TextFieldProps, 'value' | 'error' | 'name' | 'autoFocus' | 'onChange'> {
  /** E-mail address of the account, if known; a password must not equal it. */
  readonly email?: string;
}

/** Field for a new password with its rules, ticked off during typing. */
export function NewPasswordField({ email = '', ...field }: NewPasswordFieldProps): ReactNode {
  const id = useId();
  const broken = passwordProblems(field.value, email);
  const other = broken.find(({ code }) => !LISTED.includes(code));
  const error = field.error ?? (field.value === '' ? null : (other?.message ?? null));
  const isMet = (code: string): boolean => !broken.some((problem) => problem.code === code);
  return (
    <>
      <TextField
        label={accountTexts.newPassword}
        type="password"
        autoComplete="new-password"
        size={40}
        {...field}
        error={error}
        describedBy={id}
      />
      <div id={id} className={styles.rules}>
        <span>{accountTexts.rules.title}</span>
        <ul>
          {LISTED.map((code) => (
            <li key={code} data-met={isMet(code) || undefined}>
              <Icon name={isMet(code) ? 'done' : 'circle'} size={14} />
              {RULE_LABELS[code] ?? code}
              <span className={styles.srOnly}>
                {isMet(code) ? accountTexts.rules.met : accountTexts.rules.open}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.srOnly} role="status">
        {field.value === ''
          ? ''
          : accountTexts.rules.count(LISTED.filter(isMet).length, LISTED.length)}
      </p>
    </>
  );
}
