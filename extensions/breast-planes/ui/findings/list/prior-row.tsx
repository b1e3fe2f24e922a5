import type { ReactNode } from 'react';
import { type Finding, GENERATOR_LETTERS, type Scan } from '#contracts';
import type { ExtensionContext } from '#core';
import { showPriorFinding } from '../../../commands/findings/walk-prior.ts';
import { servicesOf } from '../../../commands/services.ts';
import { formatFinding } from '../../../model/findings/format-finding.ts';
import { scanDay } from '../../../model/views/scan-day.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import styles from './finding-list.module.css';

/**
 * Row of a prior's finding with number, location and size; the finding can be shown but not
 * changed.
 */
export function PriorRow(props: {
  readonly context: ExtensionContext;
  readonly scan: Scan;
  readonly finding: Finding;
}): ReactNode {
  const { context, scan, finding } = props;
  // A null reference selects the location stored with the finding.
  const summary = formatFinding(finding, null, scan.laterality.id);
  const { id: source, labelColour } = finding.generator;
  const side = findingTexts.map.sideNames[scan.laterality.id];
  return (
    <button
      type="button"
      className={styles.prior}
      data-testid={`prior-finding-${finding.label}`}
      data-row=""
      title={findingTexts.prior.jump(scanDay(scan), side, finding.label)}
      onClick={() => showPriorFinding(servicesOf(context), scan, finding)}
    >
      <span className={styles.number} style={{ background: labelColour }} data-source={source}>
        {finding.label}
      </span>
      <span className={styles.location}>{summary.title}</span>
      <span>{summary.size}</span>
      {source === 'USER' ? null : <span>{GENERATOR_LETTERS[source]}</span>}
    </button>
  );
}
