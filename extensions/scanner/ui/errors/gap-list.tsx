import type { ReactNode } from 'react';
import { gapsOf } from '../../state/scan/scan-gaps.ts';
import { framesStored, type ScanProgress } from '../../state/scan/scan-progress.ts';
import styles from '../shared/live-scan.module.css';
import { gapsSentence } from './gap-text.ts';

/**
 * Lists the missing frames of an idle scan; empty before the first frame and for a complete scan.
 */
export function GapList({ progress }: { readonly progress: ScanProgress }): ReactNode {
  const { phase } = progress;
  const isStopped = phase === 'interrupted' || phase === 'failed';
  if (!isStopped || framesStored(progress) === 0) return null;
  return <p className={styles.gaps}>{gapsSentence(gapsOf(progress))}</p>;
}
