import { type Problem, problem } from '#foundation';
import type { ImportLimits } from './import-limits.ts';

export const unknownFormat = (): Problem =>
  problem(
    'IMPORT_UNKNOWN_FORMAT',
    'Unknown file format',
    'The file is not a MetaImage, NRRD or DICOM file.',
    'Choose a .mha or .nrrd volume, or a DICOM ultrasound image.',
  );

export const notNumbers = (): Problem =>
  problem(
    'IMPORT_NOT_NUMBERS',
    'The image contains invalid values',
    'At least one voxel is infinite or not a number.',
    'Export the volume again from its source.',
  );

/** For an image above `limits.importUnpackedMb`; `detail` states its size and the limit. */
export const unpackedTooLarge = (detail: string): Problem =>
  problem(
    'IMPORT_UNPACKED_SIZE',
    'The unpacked image is too large for this site',
    detail,
    'Export a smaller region or a coarser spacing, or ask an administrator to raise limits.importUnpackedMb.',
  );

export const outOfMemory = ({ memoryBytes }: ImportLimits): Problem =>
  problem(
    'IMPORT_OUT_OF_MEMORY',
    'Reading the file needed too much memory',
    `Reading was stopped at ${memoryBytes / 1024 ** 2} MiB of memory.`,
    'Export a smaller region or a coarser spacing, or ask an administrator to raise limits.importMemoryMb.',
  );

export const tooSlow = ({ milliseconds }: ImportLimits): Problem =>
  problem(
    'IMPORT_TOO_SLOW',
    'Reading the file took too long',
    `Reading was stopped after ${milliseconds / 1000} s.`,
    'Export a smaller region or a coarser spacing, or ask an administrator to raise limits.importSeconds.',
  );

export const importStopped = (): Problem =>
  problem(
    'IMPORT_STOPPED',
    'The import was cancelled',
    'The connection ended, or the server stopped. Nothing was stored.',
    'Import the file again.',
  );

export const stoppedReading = (): Problem =>
  problem(
    'IMPORT_FAILED',
    'The file can’t be read',
    'Reading stopped before the end of the file.',
    'Copy the file again. If it fails again, export the file again from its source.',
  );
