import { type Problem, problem } from '#foundation';
import type { Vec3 } from '#geometry';
import type { FileAxes } from './file-axes.ts';

export const noSpacing = (): Problem =>
  problem(
    'IMPORT_NO_SPACING',
    'The file has no voxel size',
    'The NRRD header has neither spacings nor space directions.',
    'Export the file again with the voxel size in millimetres. Measurements need it.',
  );

export const notThreeAxes = (axes: number): Problem =>
  problem(
    'IMPORT_NOT_THREE_AXES',
    'The file is not a volume',
    `The image has ${axes} axes; a volume has three.`,
    'Select a file with one 3D image.',
  );

export const unknownSpace = (space: string): Problem =>
  problem(
    'IMPORT_UNKNOWN_SPACE',
    'The header names an unknown space',
    `The NRRD header has the space '${space.slice(0, 80)}', so the patient’s axes are unknown.`,
    'Export the file in the space left-posterior-superior, right-anterior-superior or left-anterior-superior.',
  );

export const notMillimetres = (unit: string): Problem =>
  problem(
    'IMPORT_UNITS',
    'The voxel size is not in millimetres',
    `The header states lengths in '${unit.slice(0, 80)}'.`,
    'Export the file again with all lengths in millimetres. Measurements need them.',
  );

export const notOrthogonal = (directions: readonly [Vec3, Vec3, Vec3]): Problem =>
  problem(
    'IMPORT_DIRECTIONS',
    "The file's axes are not at right angles",
    `Its directions are (${directions.map((step) => step.join(', ')).join('), (')}).`,
    'Resample the volume onto a grid with right angles and import the new file.',
  );

export const sameAxis = ({ depthAxis, headAxis }: FileAxes): Problem =>
  problem(
    'IMPORT_SAME_AXIS',
    'Depth and head lie on the same axis of the file',
    `Depth was given as ${depthAxis} and head as ${headAxis}.`,
    'Choose two different axes of the file for depth and head.',
  );

export const noOrientation = (): Problem =>
  problem(
    'IMPORT_NO_ORIENTATION',
    'The header does not state how the volume lies in the patient',
    'It names no patient space with directions, and no axes were entered.',
    'Enter the axes of depth and head.',
  );

export const contradiction = (stated: FileAxes, entered: FileAxes): Problem =>
  problem(
    'IMPORT_CONTRADICTION',
    'The header of the file contradicts the entered directions',
    `The header states depth ${stated.depthAxis} and head ${stated.headAxis}; entered were depth ${entered.depthAxis} and head ${entered.headAxis}.`,
    'Use the directions of the header, or confirm that the entered ones count instead.',
  );

export const sweepNotVolume = (): Problem =>
  problem(
    'IMPORT_IS_A_SWEEP',
    'The file contains the frames of a sweep, not a volume',
    'The header has a pose for every frame. Stacked frames would show a wrong shape.',
    'Reconstruct a volume from the sweep in the program that recorded it, and import that volume.',
  );

export const tooLargeResampled = (sizes: Vec3, maxImageBytes: number): Problem =>
  problem(
    'IMPORT_RESAMPLED_TOO_LARGE',
    'The volume is too large in the patient’s axes',
    `Its axes are oblique; resampled it has ${sizes.join(' × ')} voxels, more than ${maxImageBytes}.`,
    'Export a smaller region or a coarser spacing, or resample the volume to the patient’s axes before.',
  );
