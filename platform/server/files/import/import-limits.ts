import type { SiteConfig } from '#contracts';
import type { ProcessLimits } from '../../processes/watch-process.ts';

/**
 * Maximum size of an imported file; smaller than for other files, because it is read into memory.
 */
export const MAX_IMPORT_BYTES = 512 * 1024 ** 2;

/** Limits of one import, from `limits` of the site configuration. */
export interface ImportLimits extends ProcessLimits {
  /** Size of the unpacked image. */
  readonly unpackedBytes: number;
}

export function importLimits({
  importUnpackedMb,
  importMemoryMb,
  importSeconds,
}: SiteConfig['limits']): ImportLimits {
  return {
    unpackedBytes: importUnpackedMb * 1024 ** 2,
    memoryBytes: importMemoryMb * 1024 ** 2,
    milliseconds: importSeconds * 1000,
  };
}
