import type { ReactNode } from 'react';
import type { ScanSide } from '#contracts';
import { Button } from '#ui';
import { scanTexts } from '../../texts/scan-texts.ts';
import styles from '../shared/live-scan.module.css';

const texts = scanTexts.next;

/** Next scans of the same visit: the other breast, or a repeat of this breast. */
export function NextScans(props: {
  readonly side: ScanSide;
  run(command: string): () => void;
}): ReactNode {
  const { side, run } = props;
  return (
    <nav className={styles.nextScans} aria-label={texts.label}>
      <Button size={40} onPress={run('scanner.other-side')}>
        {side === 'R' ? texts.left : texts.right}
      </Button>
      <Button size={40} kind="link" onPress={run('scanner.repeat-side')}>
        {texts.repeat}
      </Button>
    </nav>
  );
}
