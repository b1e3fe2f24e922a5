import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, EmptyState } from '#ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { homeTexts } from '../texts/home-texts.ts';
import styles from './pages.module.css';

/** Page for unknown paths. */
export function NotFoundPage(): ReactNode {
  const navigate = useNavigate();
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
