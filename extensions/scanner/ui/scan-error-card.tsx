import { type ReactNode, useId } from 'react';
import { type ScanErrorButton, scanError } from '#contracts';
import { Button, Icon } from '#ui';
import type { ScanProgress } from '../state/scan-progress.ts';
import styles from './live-scan.module.css';
import { keptSentence } from './phase-words.ts';

/** The error over the live image: what happened, what is kept, two ways on. */
export function ScanErrorCard(props: {
  readonly progress: ScanProgress;
  readonly errorCode: string;
  readonly busy: boolean;
  onPress(button: ScanErrorButton): void;
}): ReactNode {
  const { progress, errorCode, busy, onPress } = props;
  const { title, message, during } = scanError(errorCode);
  const [primary, link] = during;
  const titleId = useId();
  const textId = useId();
  return (
    <div className={styles.veil}>
      <div
        className={styles.errorCard}
        role="alertdialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
      >
        <Icon name="warning" size={24} />
        <div>
          <h2 id={titleId}>{title}</h2>
          <p id={textId} className={styles.errorMessage}>
            {message}
          </p>
          <p className={styles.quiet}>{keptSentence(progress)}</p>
          <div className={styles.errorActions}>
            <Button kind="primary" size={40} busy={busy} autoFocus onPress={() => onPress(primary)}>
              {primary}
            </Button>
            <Button kind="link" onPress={() => onPress(link)}>
              {link}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}
