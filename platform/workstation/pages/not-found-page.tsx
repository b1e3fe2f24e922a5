import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, EmptyState } from '#ui';
import { PageFrame } from '../layout/page-frame.tsx';
import styles from './pages.module.css';

/** For every path that is no page. */
export function NotFoundPage(): ReactNode {
  const navigate = useNavigate();
  return (
    <PageFrame title={null}>
      <div className={styles.center}>
        <EmptyState icon="compass" text="There is no page at this address.">
          <Button onPress={() => void navigate('/home')}>Go to Home</Button>
        </EmptyState>
      </div>
    </PageFrame>
  );
}
