import type { ReactNode } from 'react';
import type { Scan } from '#contracts';
import { sortBySide } from '#core';
import { reviewTexts } from '../texts/review-texts.ts';
import styles from './reviews.module.css';
import { useVerdictText } from './use-verdict-text.ts';

/** Verdicts on the scans of a study with reviewer, time and reason; nothing before any review. */
export function ReviewLines({ scans }: { readonly scans: readonly Scan[] }): ReactNode {
  const reviewed = sortBySide(scans).filter(({ review }) => review !== null);
  if (reviewed.length === 0) return null;
  return (
    <ul className={styles.lines} data-testid="scan-reviews">
      {reviewed.map((scan) => (
        <ReviewLine key={scan.id} scan={scan} />
      ))}
    </ul>
  );
}

function ReviewLine({ scan }: { readonly scan: Scan }): ReactNode {
  const verdict = useVerdictText(scan);
  const reason = scan.review?.reason ?? null;
  return (
    <li data-verdict={scan.review?.verdict}>
      {reviewTexts.line(scan.label, verdict ?? '')}
      {reason === null ? null : <p className={styles.reason}>{reason}</p>}
    </li>
  );
}
