import type { ReactNode } from 'react';
import { Card } from '#ui';
import styles from './links.module.css';

/** Centred card with the outcome of a link: title, text and buttons. */
export function LinkCard(props: {
  readonly title: string;
  readonly text: string;
  /** Announces the card immediately, for errors. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
}): ReactNode {
  return (
    <div className={styles.center}>
      <div className={styles.width}>
        <Card>
          <div className={styles.card} role={props.alert === true ? 'alert' : undefined}>
            <h2>{props.title}</h2>
            <p className={styles.text}>{props.text}</p>
            {props.children}
          </div>
          <div className={styles.actions}>{props.actions}</div>
        </Card>
      </div>
    </div>
  );
}
