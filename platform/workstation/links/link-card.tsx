import type { ReactNode } from 'react';
import { Card } from '#ui';
import styles from './links.module.css';

/** What a link has led to, in the middle of the page: title, words, the buttons. */
export function LinkCard(props: {
  readonly title: string;
  readonly text: string;
  /** Spoken at once, because something went wrong. */
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
