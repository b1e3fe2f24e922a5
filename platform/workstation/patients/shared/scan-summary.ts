import { type Scan, scanState } from '#contracts';
import { dayTextOf, timeOf, withinSentence } from '#foundation';
import { recordTexts } from '../../texts/record-texts.ts';

/** Summarises a scan: 'scanned 10:12', 'imported, examined 2025-11-20', 'not started'. */
export function scanSummary(scan: Pick<Scan, 'scanState' | 'origin' | 'acquisitionTime'>): string {
  if (scan.scanState !== 'C') return withinSentence(scanState.labels[scan.scanState]);
  if (scan.origin === 'IMPORTED') {
    return scan.acquisitionTime === null
      ? recordTexts.scan.imported
      : recordTexts.scan.importedOf(dayTextOf(scan.acquisitionTime));
  }
  return scan.acquisitionTime === null
    ? recordTexts.scan.scanned
    : recordTexts.scan.scannedAt(timeOf(scan.acquisitionTime));
}

/** Returns the address where the scan is recorded or read, or `path` of another mode. */
export function scanAddress(scan: Pick<Scan, 'id' | 'studyId'>, path = '/scan'): string {
  return `${path}?study=${scan.studyId}&scan=${scan.id}`;
}
