import type { FormEvent, ReactNode } from 'react';
import { ProductMark } from '#ui/plain';
import { signInTexts } from '../texts/sign-in-texts.ts';
import styles from './sign-in-page.module.css';

export interface CardPageProps {
  /** Shown below the product name; null while unknown. */
  readonly organization: string | null;
  /** Small text below the card. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** Page with a centred card, for sign-in, passwords and names. */
export function CardPage({ organization, foot, children }: CardPageProps): ReactNode {
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.product}>
          <ProductMark size={32} />
          {signInTexts.product}
        </h1>
        <p className={styles.organization}>{organization}</p>
      </div>
      {children}
      {foot === undefined ? null : <p className={styles.foot}>{foot}</p>}
    </main>
  );
}

/** Card as a form; `onSubmit` handles Enter and the main button. */
export function CardForm(props: {
  readonly children: ReactNode;
  onSubmit(event: FormEvent): void;
}): ReactNode {
  return (
    <form className={styles.card} onSubmit={(event) => props.onSubmit(event)} noValidate>
      {props.children}
    </form>
  );
}

/** Card without inputs: the outcome and the next step. */
export function CardSection({ children }: { readonly children: ReactNode }): ReactNode {
  return <section className={styles.card}>{children}</section>;
}

/** Links at the bottom of a card. */
export function CardLinks({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.links}>{children}</p>;
}
