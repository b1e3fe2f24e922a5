import type { ReactNode } from 'react';
import { MAX_RISK_POINTS } from '#contracts';
import { formatNumber } from '#foundation';
import { patientTexts } from '../../texts/patient-texts.ts';
import styles from './patient-list.module.css';

/**
 * Shows the risk score as a number and a bar; the bar clamps values outside the built-in scale.
 * Shows nothing without a score.
 */
export function RiskBar({ score }: { readonly score: number | null }): ReactNode {
  if (score === null) return null;
  const fraction = Math.min(1, Math.max(0, score / MAX_RISK_POINTS));
  const scoreText = formatNumber(score, { maximumFractionDigits: 1 });
  return (
    <span className={styles.risk} title={patientTexts.riskOf(scoreText)}>
      {scoreText}
      <span className={styles.riskTrack} aria-hidden="true">
        <span className={styles.riskFill} style={{ width: `${fraction * 100}%` }} />
      </span>
    </span>
  );
}
