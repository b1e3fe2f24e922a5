import type { ReactNode } from 'react';
import { Button, Icon, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import styles from './mode.module.css';

/** Someone else changed a finding that was edited here: both versions are named, one is kept. */
export function ConflictStrip(): ReactNode {
  const { services } = useApplication();
  const conflict = useStore(services.study.store, (state) => state.conflict);
  if (conflict === null) return null;
  const keep = (which: 'mine' | 'theirs') => (): void => {
    const result = services.study.resolveConflict(which);
    if (!result.ok) services.notices.showProblem(result.problem);
  };
  const label = conflict.mine?.label ?? conflict.theirs?.label;
  return (
    <div className={styles.conflict} role="alert">
      <Icon name="warning" />
      <p>
        Finding {label}: {conflict.problem.title}
        {conflict.theirs === null ? ' It was deleted there.' : ''}
      </p>
      <Button size={24} onPress={keep('mine')}>
        {conflict.mine === null ? 'Delete it' : 'Keep mine'}
      </Button>
      <Button size={24} onPress={keep('theirs')}>
        Take theirs
      </Button>
    </div>
  );
}
