import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './field.module.css';

export interface FieldErrorProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** What is wrong with a field, beside it, with a shape as well as a colour. */
export function FieldError({ id, children }: FieldErrorProps): ReactNode {
  return (
    <p id={id} className={styles.error}>
      <CircleAlert size={14} strokeWidth={1.5} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
