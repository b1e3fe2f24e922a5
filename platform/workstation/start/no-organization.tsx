import type { ReactNode } from 'react';
import { Button, ProductMark } from '#ui/plain';
import styles from './start-failure.module.css';

/** Shown at /activation while no organization is activated for the host name of this page. */
export function NoOrganization(props: { readonly host: string; onRetry(): void }): ReactNode {
  return (
    <main className={styles.page}>
      <h1 className={styles.product}>
        <ProductMark size={32} />
        Clockface
      </h1>
      <p className={styles.text}>
        No organization is activated for “{props.host}”, so nobody can sign in here yet. Ask the
        administrator of this installation to activate it, then try again.
      </p>
      <Button onPress={() => props.onRetry()}>Try again</Button>
    </main>
  );
}
