import type { ReactNode } from 'react';
import { Button, IconButton, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import styles from './notices-view.module.css';

/** Short words at the top right; spoken politely, gone by themselves. */
export function NoticesView(): ReactNode {
  const { notices } = useApplication().services;
  const shown = useStore(notices.store);
  return (
    <section className={styles.region} aria-label="Notices" aria-live="polite">
      {shown.map((notice) => (
        <div key={notice.id} className={styles.notice} data-kind={notice.kind}>
          <p className={styles.text}>{notice.text}</p>
          {notice.action === null ? null : (
            <Button
              kind="quiet"
              size={24}
              onPress={() => {
                notice.action?.run();
                notices.dismiss(notice.id);
              }}
            >
              {notice.action.label}
            </Button>
          )}
          <IconButton
            icon="close"
            size={24}
            label="Dismiss"
            onPress={() => notices.dismiss(notice.id)}
          />
        </div>
      ))}
    </section>
  );
}
