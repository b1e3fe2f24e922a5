import type { ReactNode } from 'react';
import { Button, Icon, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/**
 * Shows an edit conflict on a finding and offers to keep either version. Hidden while a visible
 * panel handles conflicts.
 */
export function ConflictStrip(): ReactNode {
  const { services } = useApplication();
  const conflict = useStore(services.study.store, (state) => state.conflict);
  const isShownInPanel = useStore(services.viewState.store, (state) => state.handlesConflicts);
  if (conflict === null || isShownInPanel) return null;
  const resolve = (side: 'mine' | 'theirs') => (): void => {
    const result = services.study.resolveConflict(side);
    if (!result.ok) services.notices.showProblem(result.problem);
  };
  const label = conflict.mine?.label ?? conflict.theirs?.label;
  return (
    <div className={styles.conflict} role="alert">
      <Icon name="warning" />
      <p>
        {modeTexts.conflict.finding(
          String(label ?? ''),
          conflict.problem.title,
          conflict.theirs === null,
        )}
      </p>
      <Button size={24} onPress={resolve('mine')}>
        {conflict.mine === null ? modeTexts.conflict.deleteIt : modeTexts.conflict.acceptMine}
      </Button>
      <Button size={24} onPress={resolve('theirs')}>
        {modeTexts.conflict.acceptTheirs}
      </Button>
    </div>
  );
}
