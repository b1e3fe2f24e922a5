import type { FormEvent, ReactNode } from 'react';
import { ProductMark } from '#ui/plain';
import { signInTexts } from '../texts/sign-in-texts.ts';
import styles from './sign-in-page.module.css';

export interface CardPageProps {
  /** Below the product's name: whose place it is. Null while it is not known. */
  readonly organization: string | null;
  /** Small words below the card. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A page of one card in the middle, for whatever comes before the work: sign-in, passwords, names. */
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

/** The card as a form; `onSubmit` hears Enter and the main button. */
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

/** The same card where nothing is entered: what has happened, and what comes next. */
export function CardSection({ children }: { readonly children: ReactNode }): ReactNode {
  return <section className={styles.card}>{children}</section>;
}

/** Ways that lead elsewhere, at the foot of a card. */
export function CardLinks({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.links}>{children}</p>;
}
