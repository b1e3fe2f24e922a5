import type { ReactNode } from 'react';
import {
  type PatientPosition,
  patientPosition,
  type ScanProtocol,
  type ScanSide,
  scanProtocol,
} from '#contracts';
import { scanTexts } from '../../texts/scan-texts.ts';
import styles from './scan-heading.module.css';

const texts = scanTexts.heading;

/** Side in words, protocol, cup and position, at the top of every page of a scan. */
export function ScanHeading(props: {
  /** Null before a side is chosen. */
  readonly side: ScanSide | null;
  readonly protocol: ScanProtocol;
  /** Depth of the cup in mm; null if not known. */
  readonly cupDepth: number | null;
  /** Null if not known. */
  readonly position: PatientPosition | null;
}): ReactNode {
  const { side, protocol, cupDepth, position } = props;
  const details = [
    scanProtocol.labels[protocol],
    cupDepth === null ? texts.unknownCup : texts.cup(cupDepth),
    ...(position === null ? [] : [patientPosition.labels[position]]),
  ];
  return (
    <header className={styles.heading}>
      <h2>{side === null ? texts.none : texts.side[side]}</h2>
      <p>{details.join(' · ')}</p>
    </header>
  );
}
