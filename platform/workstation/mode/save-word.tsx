import type { ReactNode } from 'react';
import { Button, useStore } from '#ui';
import { timeOf } from '../patients/patient-words.ts';
import { useApplication } from '../start/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/** Whether what was edited is safe on the server, in a word. */
export function SaveWord(): ReactNode {
  const { services } = useApplication();
  const save = useStore(services.study.store, (state) => state.save);
  if (save.kind === 'saved' && save.atMs === null) return null;
  if (save.kind === 'failed') {
    return (
      <span className={styles.unsaved} role="status">
        {modeTexts.save.failed(save.problem.title)}
        <Button kind="link" size={24} onPress={() => void services.study.flush()}>
          {modeTexts.save.again}
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.second} role="status">
      {save.kind === 'saving'
        ? modeTexts.save.saving
        : modeTexts.save.saved(timeOf(save.atMs ?? 0))}
    </span>
  );
}
