import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { Label, Text } from 'react-aria-components/TextField';
import styles from './field.module.css';
import { RequiredMark } from './required-mark.tsx';

/** Locale with dates as yyyy-mm-dd, used regardless of the system locale. */
export const ISO_LOCALE = 'en-CA';

/** Common properties of all fields. */
export interface FieldProps {
  /** Shown above the field; with `labelHidden` for screen readers only. */
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly help?: string;
  readonly error?: string | null;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

/** Label of a React Aria field, linked through the field's context. */
export function AriaLabel(props: Pick<FieldProps, 'label' | 'labelHidden' | 'required'>) {
  if (props.labelHidden === true) return null;
  return (
    <Label className={styles.label ?? ''}>
      {props.label}
      <RequiredMark required={props.required} />
    </Label>
  );
}

/** Returns the aria-label of a React Aria field with a hidden label. */
export function hiddenName(props: Pick<FieldProps, 'label' | 'labelHidden'>): {
  'aria-label'?: string;
} {
  return props.labelHidden === true ? { 'aria-label': props.label } : {};
}

/** Help and error of a React Aria field, both announced with the field. */
export function AriaNotes(props: Pick<FieldProps, 'help' | 'error'>): ReactNode {
  return (
    <>
      {props.error === undefined || props.error === null ? null : (
        <Text slot="errorMessage" elementType="p" className={styles.error ?? ''}>
          <CircleAlert size={14} strokeWidth={1.5} aria-hidden />
          <span>{props.error}</span>
        </Text>
      )}
      {props.help === undefined ? null : (
        <Text slot="description" elementType="p" className={styles.help ?? ''}>
          {props.help}
        </Text>
      )}
    </>
  );
}
