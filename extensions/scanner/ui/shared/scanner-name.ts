import type { Device } from '#contracts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';

/**
 * Returns the name of a scanner at this site, e.g. its room; with the serial number if another
 * scanner has the same name.
 */
export function scannerName(scanner: Device, scanners: readonly Device[]): string {
  const { id, model, serialNumber } = scanner;
  const isAmbiguous = scanners.some((other) => other.id !== id && other.model === model);
  return isAmbiguous ? scanStateTexts.choose.serial(model, serialNumber) : model;
}
