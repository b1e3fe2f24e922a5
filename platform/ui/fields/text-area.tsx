import { type ReactNode, useId } from 'react';
import { classNames } from '../styles/class-names.ts';
import { fieldTexts } from '../texts/field-texts.ts';
import type { FieldProps } from './aria-field.tsx';
import styles from './field.module.css';
import { FieldError } from './field-error.tsx';
import { lengthError } from './length-error.ts';
import { RequiredMark } from './required-mark.tsx';

export interface TextAreaProps extends FieldProps {
  readonly value: string;
  /** Number of visible lines; further lines scroll. */
  readonly rows?: number;
  /** Maximum number of characters; a longer text is kept and shown with an error. */
  readonly maxLength?: number;
  /** Takes the focus on mount. */
  readonly autoFocus?: boolean;
  onChange(text: string): void;
  /** Called on Ctrl + Enter, because Enter alone starts a new line. */
  onSubmit?(): void;
}

/**
 * Fraction of `maxLength` from which the number of characters is shown; an earlier count would
 * distract.
 */
const COUNT_FROM = 0.8;

/** A labelled multi-line text field. Shows the number of characters near `maxLength`. */
export function TextArea(props: TextAreaProps): ReactNode {
  const id = useId();
  const { maxLength } = props;
  const tooLong = maxLength === undefined ? null : lengthError(props.value, maxLength);
  const error = tooLong ?? props.error ?? null;
  const counts = maxLength !== undefined && props.value.length >= maxLength * COUNT_FROM;
  const described = [
    error === null ? null : `${id}-error`,
    props.help === undefined ? null : `${id}-help`,
    counts ? `${id}-count` : null,
  ];
  return (
    <div className={styles.field}>
      {props.labelHidden === true ? null : (
        <label className={styles.label} htmlFor={id}>
          {props.label}
          <RequiredMark required={props.required} />
        </label>
      )}
      <textarea
        id={id}
        className={classNames(styles.input, styles.area)}
        rows={props.rows ?? 3}
        value={props.value}
        // biome-ignore lint/a11y/noAutofocus: the first field of a form that the user has opened
        autoFocus={props.autoFocus ?? false}
        disabled={props.disabled ?? false}
        required={props.required ?? false}
        aria-label={props.labelHidden === true ? props.label : undefined}
        aria-invalid={error !== null || undefined}
        aria-describedby={classNames(...described) || undefined}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          if (props.onSubmit === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          props.onSubmit();
        }}
      />
      {error === null ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
      {props.help === undefined ? null : (
        <p id={`${id}-help`} className={styles.help}>
          {props.help}
        </p>
      )}
      {counts ? (
        <p id={`${id}-count`} className={styles.help}>
          {fieldTexts.textLength(props.value.length, maxLength)}
        </p>
      ) : null}
    </div>
  );
}
