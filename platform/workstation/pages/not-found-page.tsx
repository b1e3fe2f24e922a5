import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, EmptyState, useStore } from '#ui';
import { SignedOutNotice } from '../accounts/signed-out-notice.tsx';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { homeTexts } from '../texts/home-texts.ts';
import { layoutTexts } from '../texts/layout-texts.ts';
import styles from './pages.module.css';

/** Page for unknown paths, with and without a session. */
export function NotFoundPage(): ReactNode {
  const { session } = useApplication().services;
  const navigate = useNavigate();
  if (useStore(session.store, ({ user }) => user === null)) {
    const title = layoutTexts.unknownPath;
    return <SignedOutNotice title={title} heading={title} text={homeTexts.notFound} />;
  }
  return (
    <PageFrame title={null}>
      <div className={styles.center}>
        <EmptyState icon="compass" text={homeTexts.notFound}>
          <Button onPress={() => void navigate('/home')}>{homeTexts.goHome}</Button>
        </EmptyState>
      </div>
    </PageFrame>
  );
}
