import type { ReactNode } from 'react';
import { patientTexts } from '../texts/patient-texts.ts';
import styles from './patient-list.module.css';

/** A bar is full here; a site's model may write higher scores, whose figure then says it. */
export const FULL_RISK = 10;

/** The risk score as a figure with a bar; nothing where there is none. */
export function RiskBar({ score }: { readonly score: number | null }): ReactNode {
  if (score === null) return null;
  const share = Math.min(1, Math.max(0, score / FULL_RISK));
  const words = score.toLocaleString('en-GB', { maximumFractionDigits: 1 });
  return (
    <span className={styles.risk} title={patientTexts.riskOf(words)}>
      {words}
      <span className={styles.riskTrack} aria-hidden="true">
        <span className={styles.riskFill} style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
