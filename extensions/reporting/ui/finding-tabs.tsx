import type { ReactNode } from 'react';
import { GENERATOR_COLOURS } from '#contracts';
import { clockText } from '#geometry';
import type { ReportFinding } from '#report';
import type { ReportServices } from '../state/report-services.ts';
import { showFinding } from '../state/show-finding.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import styles from './report-panel.module.css';

const { finding: texts, sides } = reportPageTexts;

interface FindingTabsProps {
  readonly services: ReportServices;
  readonly findings: readonly ReportFinding[];
  /** Null while no finding of the opened breast is chosen. */
  readonly chosenId: string | null;
}

/** The findings of the report; a press selects one and moves every plane to it. */
export function FindingTabs({ services, findings, chosenId }: FindingTabsProps): ReactNode {
  return (
    <nav className={styles.tabs} aria-label={texts.tabs}>
      {findings.map((item) => {
        const { finding, side } = item;
        const place = placeOf(item);
        return (
          <button
            key={finding.id}
            type="button"
            className={styles.tab}
            aria-current={finding.id === chosenId}
            aria-label={texts.tabName(sides[side], finding.label, place)}
            onClick={() => void showFinding(services, finding.id)}
          >
            <span className={styles.badge} style={{ background: GENERATOR_COLOURS.USER }}>
              {finding.label}
            </span>
            {side} {place}
          </button>
        );
      })}
    </nav>
  );
}

function placeOf({ finding }: ReportFinding): string {
  const { clockPositionSec, quadrant } = finding;
  if (clockPositionSec === null) return quadrant ?? texts.unplaced;
  return clockText((clockPositionSec / 43_200) * 360, 60);
}
