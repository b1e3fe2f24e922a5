import type { ReactNode } from 'react';
import { type ReadingCounts, type ReadingState, readingState } from '#contracts';
import { formatNumber } from '#foundation';
import { recordTexts } from '../../texts/record-texts.ts';
import styles from '../lists.module.css';

/** Filters a list by reading state; the counts respect search and filters. */
export function StateTabs(props: {
  readonly label: string;
  /** Null until loaded. */
  readonly counts: ReadingCounts | null;
  readonly value: ReadingState | null;
  onChange(value: ReadingState | null): void;
}): ReactNode {
  const { counts, value } = props;
  const tab = (state: ReadingState | null, title: string, count: number | undefined): ReactNode => (
    <button
      key={title}
      type="button"
      className={styles.tab}
      aria-pressed={value === state}
      onClick={() => props.onChange(state)}
    >
      {title}
      <span>{count === undefined || count === null ? '' : formatNumber(count)}</span>
    </button>
  );
  return (
    <fieldset className={styles.tabs} aria-label={props.label}>
      {tab(null, recordTexts.allStates, counts?.total)}
      {readingState.codes.map((state) =>
        tab(state, readingState.labels[state], counts?.byReadingState[state]),
      )}
    </fieldset>
  );
}
