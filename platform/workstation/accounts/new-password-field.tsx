import { type ReactNode, useId } from 'react';
import { passwordProblems } from '#contracts';
import { Icon, TextField, type TextFieldProps } from '#ui';
import { accountTexts } from '../texts/account-texts.ts';
import styles from './accounts.module.css';

/**
 * Codes of the rules that are always listed: those that an empty password breaks. Other broken
 * rules appear as the error of the field.
 */
const LISTED_RULES = passwordProblems('').map(({ code }) => code);
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
  const unlisted = broken.find(({ code }) => !LISTED_RULES.includes(code));
  const error = field.error ?? (field.value === '' ? null : (unlisted?.message ?? null));
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
          {LISTED_RULES.map((code) => (
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
          : accountTexts.rules.count(LISTED_RULES.filter(isMet).length, LISTED_RULES.length)}
      </p>
    </>
  );
}
