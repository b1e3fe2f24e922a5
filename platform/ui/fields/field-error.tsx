import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './field.module.css';

export interface FieldErrorProps {
  readonly id: string;
  /** For a whole form: larger, announced at once. */
  readonly alert?: boolean;
  readonly children: ReactNode;
}

/** Error beside a field, marked by an icon and a colour. */
export function FieldError({ id, alert = false, children }: FieldErrorProps): ReactNode {
  const element = useRef<HTMLParagraphElement>(null);
  // Scrolls the error into view, because a long form may hide it.
  useEffect(() => {
    if (alert) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [alert]);
  return (
    <p
      ref={element}
      id={id}
      className={classNames(styles.error, alert && styles.alert)}
      role={alert ? 'alert' : undefined}
    >
      <CircleAlert size={alert ? 18 : 14} strokeWidth={1.5} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
