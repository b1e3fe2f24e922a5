import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './plane-viewport.module.css';

export interface TypedFieldProps {
  readonly testId: string;
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  /** Validation message for invalid text. */
  readonly invalidText: string;
  /** Returns false for invalid text; the field then keeps the text and shows `invalidText`. */
  onType(typed: string): boolean;
  onAccept(): void;
}

/** Text field for a position: Enter accepts, Escape discards. */
export function TypedField(props: TypedFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const [invalid, setInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.setCustomValidity(invalid ? props.invalidText : '');
  }, [invalid, props.invalidText]);
  const finish = (commit: boolean): boolean => {
    const done = draft === null || !commit || props.onType(draft);
    setInvalid(!done);
    if (done) setDraft(null);
    return done;
  };
  return (
    <label className={styles.field} data-invalid={invalid || undefined}>
      <input
        ref={input}
        data-testid={props.testId}
        aria-label={props.label}
        aria-invalid={invalid}
        value={draft ?? props.value}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => {
          finish(true);
          setInvalid(false);
          setDraft(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && finish(true)) props.onAccept();
          if (event.key === 'Escape') finish(false);
        }}
      />
      <span className={styles.unit}>{props.unit}</span>
    </label>
  );
}
