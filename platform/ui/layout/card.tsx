import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A panel with 24 px padding. */
export function Card({ children }: { readonly children: ReactNode }): ReactNode {
  return <section className={styles.card}>{children}</section>;
}
