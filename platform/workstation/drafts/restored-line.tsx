import type { ReactNode } from 'react';
import { Button } from '#ui';
import { sessionTexts } from '../texts/session-texts.ts';
import styles from './restored-line.module.css';

/** Reports that unsaved entries were restored and offers to start over. */
export function RestoredLine(props: { readonly shown: boolean; onStartOver(): void }): ReactNode {
  if (!props.shown) return null;
  return (
    <p role="status" className={styles.line}>
      {sessionTexts.draft.restored}
      <Button kind="link" size={24} onPress={() => props.onStartOver()}>
        {sessionTexts.draft.startOver}
      </Button>
    </p>
  );
}
