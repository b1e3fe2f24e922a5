import type { ReactNode } from 'react';
import type { ScanReader } from '#contracts';
import { type PanelProps, readersToken, studyToken } from '#core';
import { positionToMm } from '#geometry';
import { useStore } from '#ui';
import { formatLocation } from '../../model/findings/format-location.ts';
import { inVolume } from '../../state/volumes/study-selectors.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { useScanGeometry } from '../shared/use-scan-geometry.ts';
import styles from './findings-panel.module.css';

const NO_READERS: readonly ScanReader[] = [];
const texts = findingTexts.readers;

/** Shows the other readers of the target scan by initials, with name and location as tooltip. */
export function Readers({ context }: PanelProps): ReactNode {
  const scanId = useStore(context.use(studyToken).store, (state) => state.targetScanId) ?? '';
  const readers = useStore(context.use(readersToken), (byScan) => byScan[scanId] ?? NO_READERS);
  const { geometry, reference } = useScanGeometry(context, scanId);
  if (readers.length === 0) return null;
  const describeReader = ({ name, place: position }: ScanReader): string => {
    if (position === null || geometry === null || reference === null) return texts.readsToo(name);
    const details = formatLocation(reference, positionToMm(geometry, inVolume(geometry, position)));
    return texts.at(name, details.join(' · '));
  };
  return (
    <ul className={styles.readers} aria-label={texts.label} data-testid="readers">
      {readers.map((reader) => (
        <li key={reader.accountId} title={describeReader(reader)}>
          <span aria-hidden="true">{initials(reader.name)}</span>
          <span className={styles.srOnly}>{describeReader(reader)}</span>
        </li>
      ))}
    </ul>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase();
