import { type ReactNode, useId } from 'react';
import { scanError, scanErrorButton } from '#contracts';
import { Button, Icon } from '#ui';
import { canResumeAttempt } from '../../state/scan/scan-gaps.ts';
import type { ScanProgress } from '../../state/scan/scan-progress.ts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import styles from '../shared/live-scan.module.css';
import { storedFramesText } from '../shared/phase-text.ts';
import { type ErrorAction, errorAction } from './error-actions.ts';
import { GapList } from './gap-list.tsx';
import card from './scan-error.module.css';

export interface ScanErrorCardProps {
  readonly progress: ScanProgress;
  readonly errorCode: string;
  readonly busy: boolean;
  /** True if the scan service was offline and is online again. */
  readonly isReconnected: boolean;
  /** False if the user may only watch. */
  readonly canControl: boolean;
  onAction(action: ErrorAction): void;
}

/**
 * Error card over the live image: what happened, stored and missing frames, and the next actions.
 */
export function ScanErrorCard(props: ScanErrorCardProps): ReactNode {
  const { progress, errorCode, busy, isReconnected, onAction } = props;
  const { title, message, during } = scanError(errorCode);
  const [primary, link] = during;
  const titleId = useId();
  const textId = useId();
  return (
    <div className={card.backdrop}>
      <div
        className={card.errorCard}
        role="alertdialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
      >
        <Icon name="warning" size={24} />
        <div className={card.errorBody}>
          <h2 id={titleId}>{title}</h2>
          <p id={textId} className={card.errorMessage}>
            {message}
          </p>
          <p className={styles.quiet}>{storedFramesText(progress)}</p>
          {isReconnected ? <p role="status">{scanStateTexts.scannerReconnected}</p> : null}
          <div className={card.errorActions}>
            <Button
              kind="primary"
              size={40}
              busy={busy}
              autoFocus
              onPress={() => onAction(errorAction(primary, progress))}
            >
              {scanErrorButton(primary)}
            </Button>
            <Button kind="link" onPress={() => onAction(errorAction(link, progress))}>
              {scanErrorButton(link)}
            </Button>
          </div>
          <Resume {...props} isOffered={link !== 'continue'} />
        </div>
      </div>
    </div>
  );
}

/** Offers to record the missing frames after an error that ended the recording. */
function Resume(props: ScanErrorCardProps & { readonly isOffered: boolean }): ReactNode {
  const { progress, busy, canControl, isOffered, onAction } = props;
  if (!canResumeAttempt(progress)) return null;
  return (
    <div className={card.errorGap}>
      <GapList progress={progress} />
      {isOffered && canControl ? (
        <Button busy={busy} onPress={() => onAction('scanner.go-on')}>
          {scanTexts.controls.resumeAttempt}
        </Button>
      ) : null}
    </div>
  );
}
