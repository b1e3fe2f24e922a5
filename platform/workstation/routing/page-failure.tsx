import type { ReactNode } from 'react';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import styles from './page-failure.module.css';

export interface PageFailureProps {
  readonly title: string | null;
  /** Card with the error. */
  readonly children: ReactNode;
}

/** Page that failed or could not be loaded; keeps the app bar for navigation. */
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
