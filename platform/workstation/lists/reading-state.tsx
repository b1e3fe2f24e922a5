import type { ReactNode } from 'react';
import { type ReadingState, readingState } from '#contracts';
import styles from './lists.module.css';

/** Shows the reading state as a coloured shape and a label. */
export function ReadingStateMark(props: {
  readonly state: ReadingState | null;
  /** Shows the shape only; the label remains for screen readers. */
  readonly labelHidden?: boolean;
}): ReactNode {
  const { state } = props;
  if (state === null) return null;
  const label = readingState.labels[state];
  return (
    <span className={styles.state} data-state={state}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: labelled by aria-label or by the adjacent text */}
      <svg
        width={14}
        height={14}
        viewBox="0 0 14 14"
        {...(props.labelHidden === true ? { role: 'img', 'aria-label': label } : {})}
        aria-hidden={props.labelHidden === true ? undefined : true}
      >
        {SHAPES[state]}
      </svg>
      {props.labelHidden === true ? null : label}
    </span>
  );
}

const RING = <circle cx={7} cy={7} r={5.25} fill="none" stroke="currentColor" strokeWidth={1.5} />;
const DISC = <circle cx={7} cy={7} r={6} fill="currentColor" />;

/** Circles: empty, half filled, three quarters filled, with a tick, with a plus. */
const SHAPES: Readonly<Record<ReadingState, ReactNode>> = {
  NEW: RING,
  IN_PROGRESS: (
    <>
      {RING}
      <path d="M7 1.75a5.25 5.25 0 0 0 0 10.5z" fill="currentColor" />
    </>
  ),
  PRELIMINARY: (
    <>
      {RING}
      <path d="M7 7V1.75A5.25 5.25 0 1 1 1.75 7z" fill="currentColor" />
    </>
  ),
  SIGNED: (
    <>
      {DISC}
      <path d="M4.2 7.2l2 2 3.6-4" fill="none" stroke="var(--app)" strokeWidth={1.5} />
    </>
  ),
  ADDENDUM: (
    <>
      {DISC}
      <path d="M7 4v6M4 7h6" fill="none" stroke="var(--app)" strokeWidth={1.5} />
    </>
  ),
};
