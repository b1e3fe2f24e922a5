import type { ReactNode } from 'react';
import type { Problem } from '#foundation';
import { ErrorCard, ProductMark } from '#ui/plain';
import { signInTexts } from '../texts/sign-in-texts.ts';
import styles from './start-failure.module.css';

/** Shown instead of a blank page when the application cannot start: the reason and a retry. */
export function StartFailure(props: { readonly problem: Problem; onRetry(): void }): ReactNode {
  return (
    <main className={styles.page}>
      <h1 className={styles.product}>
        <ProductMark size={32} />
        {signInTexts.product}
      </h1>
      <ErrorCard problem={props.problem} onRetry={() => props.onRetry()} />
    </main>
  );
}
