import type { ReactNode } from 'react';
import { useStore } from '#ui';
import type { ReaderSession } from '../../state/reader-session.ts';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import styles from './reader-studies.module.css';

/** Time of the open case as minutes and seconds; not announced by screen readers every second. */
export function ReadingTime({ reader }: { readonly reader: ReaderSession }): ReactNode {
  const seconds = useStore(reader.store, ({ activeMs }) => Math.floor(activeMs / 1_000));
  return (
    <span className={styles.time} role="timer" aria-label={readerStudyTexts.panel.timer}>
      {timeText(seconds)}
    </span>
  );
}

/** Formats seconds as `12:05`. */
const timeText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
