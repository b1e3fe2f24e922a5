import type { Scan } from '#contracts';
import { type ExtensionHost, selectMode } from '#core';
import { scanAddress } from '../patients/shared/scan-summary.ts';

/** Returns the address of a scan at the path of a mode, if a mode there fits the scan. */
export function addressInMode(
  { modes }: Pick<ExtensionHost, 'modes'>,
  path: string,
  scan: Pick<Scan, 'id' | 'studyId' | 'scanState'>,
): string {
  const selected = selectMode(modes, path, { scanState: scan.scanState });
  return selected?.ok === true ? scanAddress(scan, path) : scanAddress(scan);
}
