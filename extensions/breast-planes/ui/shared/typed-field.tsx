import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './plane-viewport.module.css';

export interface TypedFieldProps {
  readonly testId: string;
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  /** Validation message for invalid text. */
  readonly invalidText: string;
  /** Applies the text; returns false if invalid: the field then keeps it and shows `invalidText`. */
  onType(typed: string): boolean;
  /** Called after Enter accepted the text. */
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
  /** Accepts or discards the typed text; returns false if the text is invalid. */
  const finish = (accepts: boolean): boolean => {
    const isValid = draft === null || !accepts || props.onType(draft);
    setInvalid(!isValid);
    if (isValid) setDraft(null);
    return isValid;
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
          // An invalid text is discarded when the field loses the focus.
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
