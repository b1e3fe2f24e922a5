import type { ReactNode } from 'react';
import { type Finding, GENERATOR_LETTERS, type Scan } from '#contracts';
import { type ExtensionContext, viewStateToken } from '#core';
import { servicesOf } from '../commands/services.ts';
import { findingWords, positionOfFinding } from '../model/finding-words.ts';
import { nippleOf } from '../state/study-facts.ts';
import { findingTexts } from '../texts/finding-texts.ts';
import styles from './finding-list.module.css';
import { dayOf } from './plane-header.tsx';

/** Moves the planes of an earlier scan to one of its findings; linked ones of today follow. */
export function goToPrior(context: ExtensionContext, scan: Scan, finding: Finding): void {
  const { view, reading } = servicesOf(context);
  const volume = reading.store.getState().volumes[scan.id]?.geometry ?? null;
  const now = view.store.getState().positions[scan.id];
  if (volume === null || now === undefined) return;
  const shown = positionOfFinding(finding, volume, nippleOf(scan, volume), now.rad);
  if (shown !== null) context.use(viewStateToken).setPosition(scan.id, shown);
}

/** A finding of the earlier scan: its number, place and size, to be gone to and not to be changed. */
export function PriorRow(props: {
  readonly context: ExtensionContext;
  readonly scan: Scan;
  readonly finding: Finding;
}): ReactNode {
  const { context, scan, finding } = props;
  // As it was told when it was read: the place that is stored.
  const words = findingWords(finding, null, scan.laterality.id);
  const { id: source, labelColour } = finding.generator;
  const side = findingTexts.map.sideWords[scan.laterality.id];
  return (
    <button
      type="button"
      className={styles.prior}
      data-testid={`prior-finding-${finding.label}`}
      data-row=""
      title={findingTexts.prior.jump(dayOf(scan), side, finding.label)}
      onClick={() => goToPrior(context, scan, finding)}
    >
      <span className={styles.number} style={{ background: labelColour }} data-source={source}>
        {finding.label}
      </span>
      <span className={styles.where}>{words.title}</span>
      <span>{words.size}</span>
      {source === 'USER' ? null : <span>{GENERATOR_LETTERS[source]}</span>}
    </button>
  );
}
