import { type Problem, problem } from '#foundation';

export const unknownFormat = (): Problem =>
  problem(
    'IMPORT_UNKNOWN_FORMAT',
    'This kind of file is not known',
    'It is neither a MetaImage, nor an NRRD, nor a DICOM file.',
    'Choose a .mha or .nrrd volume, or a DICOM ultrasound image.',
  );

export const noSpacing = (): Problem =>
  problem(
    'IMPORT_NO_SPACING',
    'The file does not say how large its voxels are',
    'The NRRD header has neither spacings nor space directions.',
    'Export it again with the voxel size in millimetres; without it nothing can be measured.',
  );

export const notThreeAxes = (axes: number): Problem =>
  problem(
    'IMPORT_NOT_THREE_AXES',
    'The file is no volume',
    `It has ${axes} axes; a volume has three.`,
    'Choose a file with one 3D image.',
  );

export const rawSweep = (): Problem =>
  problem(
    'IMPORT_IS_A_SWEEP',
    'The file holds the frames of a sweep, not a volume',
    'Its header gives an angle for every frame; stacking such frames would show a false shape.',
    'Reconstruct a volume from the sweep, and import that volume.',
  );

export const notNumbers = (): Problem =>
  problem(
    'IMPORT_NOT_NUMBERS',
    'The image holds values that are no numbers',
    'At least one voxel is infinite or not a number.',
    'Export the volume again from the program that made it.',
  );

export const tooSlow = (seconds: number): Problem =>
  problem(
    'IMPORT_TOO_LARGE',
    'Reading the file took too long',
    `It was not read after ${seconds} seconds.`,
    'Export a smaller region or a coarser spacing.',
  );

export const stoppedReading = (): Problem =>
  problem(
    'IMPORT_FAILED',
    'The file cannot be read',
    'Its reader ended before the end of the file.',
    'Copy the file again; if that changes nothing, export it again from its source.',
  );
