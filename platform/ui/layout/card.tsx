import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A panel of its own on the page, with 24 px inside. */
export function Card({ children }: { readonly children: ReactNode }): ReactNode {
  return <section className={styles.card}>{children}</section>;
}
