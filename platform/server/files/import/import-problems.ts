import { type Problem, problem } from '#foundation';

export const unknownFormat = (): Problem =>
  problem(
    'IMPORT_UNKNOWN_FORMAT',
    'Unknown file format',
    'The file is not a MetaImage, NRRD or DICOM file.',
    'Choose a .mha or .nrrd volume, or a DICOM ultrasound image.',
  );

export const rawSweep = (): Problem =>
  problem(
    'IMPORT_IS_A_SWEEP',
    'The file contains the frames of a sweep, not a volume',
    'The header has an angle for every frame. Stacked frames would show a wrong shape.',
    'Reconstruct a volume from the sweep, and import that volume.',
  );

export const notNumbers = (): Problem =>
  problem(
    'IMPORT_NOT_NUMBERS',
    'The image contains invalid values',
    'At least one voxel is infinite or not a number.',
    'Export the volume again from its source.',
  );

export const tooSlow = (seconds: number): Problem =>
  problem(
    'IMPORT_TOO_LARGE',
    'Reading the file took too long',
    `Reading was stopped after ${seconds} s.`,
    'Export a smaller region or a coarser spacing.',
  );

export const stoppedReading = (): Problem =>
  problem(
    'IMPORT_FAILED',
    'The file can’t be read',
    'Reading stopped before the end of the file.',
    'Copy the file again. If it fails again, export the file again from its source.',
  );
