import { type Scan, scanState } from '#contracts';
import { recordTexts } from '../texts/record-texts.ts';
import { timeOf } from './patient-words.ts';

/** What a scan is, in a few words: 'scanned 10:12', 'imported', 'not started'. */
export function scanWords(scan: Pick<Scan, 'scanState' | 'origin' | 'acquisitionTime'>): string {
  if (scan.scanState !== 'C') return scanState.labels[scan.scanState].toLowerCase();
  if (scan.origin === 'IMPORTED') return recordTexts.scan.imported;
  return scan.acquisitionTime === null
    ? recordTexts.scan.scanned
    : recordTexts.scan.scannedAt(timeOf(scan.acquisitionTime));
}

/** The place where a scan is made or read. */
export function scanAddress(scan: Pick<Scan, 'id' | 'studyId'>): string {
  return `/scan?study=${scan.studyId}&scan=${scan.id}`;
}

/** Right before left, as they stand on the screen; each side in the order of its labels. */
export function sidesFirst<S extends Pick<Scan, 'laterality' | 'label'>>(
  scans: readonly S[],
): readonly S[] {
  const rank = (scan: S): number => (scan.laterality.id === 'R' ? 0 : 1);
  return [...scans].sort(
    (a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en', { numeric: true }),
  );
}
