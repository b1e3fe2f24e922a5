import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { classNames } from '../styles/class-names.ts';
import { fieldTexts } from '../texts/field-texts.ts';
import styles from './field.module.css';
import { FieldError } from './field-error.tsx';
import { RequiredMark } from './required-mark.tsx';

export interface TextFieldProps {
  /** Shown above the field; with `labelHidden` for screen readers only. */
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: string;
  readonly type?: 'text' | 'email' | 'password' | 'search';
  readonly size?: 32 | 40;
  readonly name?: string;
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly help?: string;
  readonly error?: string | null;
  /** True if an error shown elsewhere concerns this field, e.g. a wrong password. */
  readonly invalid?: boolean;
  readonly describedBy?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly maxLength?: number;
  readonly icon?: ReactNode;
  /** Short text at the right inside the field; shown while the field is empty. */
  readonly hint?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  onChange(value: string): void;
  onKeyDown?(event: React.KeyboardEvent<HTMLInputElement>): void;
}

/**
 * A labelled single-line text field; passwords can be shown. Errors appear below and are announced.
 */
export function TextField(props: TextFieldProps): ReactNode {
  const id = useId();
  const [shown, setShown] = useState(false);
  const isPassword = props.type === 'password';
  const error = props.error ?? null;
  const described = [
    error === null ? null : `${id}-error`,
    props.help === undefined ? null : `${id}-help`,
    props.describedBy,
  ];
  return (
    <div className={classNames(styles.field, props.size === 40 && styles.large)}>
      {props.labelHidden === true ? null : (
        <label className={styles.label} htmlFor={id}>
          {props.label}
          <RequiredMark required={props.required} />
        </label>
      )}
      <div
        className={classNames(
          styles.frame,
          isPassword && styles.withAfter,
          props.icon !== undefined && styles.withBefore,
        )}
      >
        {props.icon === undefined ? null : <span className={styles.before}>{props.icon}</span>}
        <input
          ref={props.inputRef}
          id={id}
          className={styles.input}
          type={isPassword && shown ? 'text' : (props.type ?? 'text')}
          name={props.name}
          value={props.value}
          aria-label={props.labelHidden === true ? props.label : undefined}
          autoComplete={props.autoComplete ?? 'off'}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          required={props.required ?? false}
          disabled={props.disabled ?? false}
          aria-invalid={error !== null || props.invalid === true ? true : undefined}
          aria-describedby={classNames(...described) || undefined}
          // biome-ignore lint/a11y/noAutofocus: the first field of a form that the user has opened
          autoFocus={props.autoFocus ?? false}
          spellCheck={false}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={props.onKeyDown}
        />
        {props.hint === undefined || props.value !== '' ? null : (
          <span className={styles.hint}>{props.hint}</span>
        )}
        {isPassword ? <ShowToggle shown={shown} onToggle={() => setShown(!shown)} /> : null}
      </div>
      {error === null ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
      {props.help === undefined ? null : (
        <p id={`${id}-help`} className={styles.help}>
          {props.help}
        </p>
      )}
    </div>
  );
}

function ShowToggle({ shown, onToggle }: { readonly shown: boolean; onToggle(): void }): ReactNode {
  const Mark = shown ? EyeOff : Eye;
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={shown ? fieldTexts.hidePassword : fieldTexts.showPassword}
      aria-pressed={shown}
      onClick={onToggle}
    >
      <Mark size={18} strokeWidth={1.5} aria-hidden />
    </button>
  );
}
