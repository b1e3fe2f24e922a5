import type { ReactNode } from 'react';
import { useStore } from '#ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { useApplication } from '../start/application-context.ts';
import styles from './page-failure.module.css';

export interface PageFailureProps {
  readonly title: string | null;
  /** The card that says what failed. */
  readonly children: ReactNode;
}

/** A page that has failed, or has not come: the bar stays, so that there is a way on. */
export function PageFailure({ title, children }: PageFailureProps): ReactNode {
  const { session } = useApplication().services;
  const user = useStore(session.store, (state) => state.user);
  const body = <div className={styles.body}>{children}</div>;
  if (user !== null) return <PageFrame title={title}>{body}</PageFrame>;
  return (
    <main>
      <h1 className={styles.title}>{title}</h1>
      {body}
    </main>
  );
}
