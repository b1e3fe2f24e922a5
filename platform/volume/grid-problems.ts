import { type Problem, problem } from '#foundation';
import type { Vec3 } from '#geometry';
import type { FileAxes } from './file-axes.ts';
import { EXTENT_LIMITS_MM, MAX_ORIGIN_MM, SPACING_LIMITS_MM } from './grid-limits.ts';

/** For a header without spacings and directions, or without the spacing of one axis (from 0). */
export const noSpacing = (axis: number | null): Problem =>
  problem(
    'IMPORT_NO_SPACING',
    'The file has no voxel size',
    axis === null
      ? 'The NRRD header has neither spacings nor space directions.'
      : `The NRRD header has no spacing of axis ${axis + 1}.`,
    'Export the file again with the voxel size in millimetres. Measurements need it.',
  );

export const notThreeAxes = (axes: number): Problem =>
  problem(
    'IMPORT_NOT_THREE_AXES',
    'The file is not a volume',
    `The image has ${axes} axes; a volume has three.`,
    'Select a file with one 3D image.',
  );

/** For an axis (from 0) of time, colours or other values. */
export const notSpatial = (axis: number, kind: string): Problem =>
  problem(
    'IMPORT_NOT_SPATIAL',
    'The file is not a volume of one image',
    `Axis ${axis + 1} of the image is of the kind '${kind.slice(0, 80)}'.`,
    'Export one 3D image of grey levels, without an axis of time or colour.',
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

export const impossibleSpacing = (spacingMm: readonly number[]): Problem =>
  problem(
    'IMPORT_SPACING',
    'The voxel size is impossible for breast ultrasound',
    `The voxels are ${lengths(spacingMm)} mm; each side can have ${SPACING_LIMITS_MM.min} mm to ${SPACING_LIMITS_MM.max} mm.`,
    'Check the unit of the voxel size, and export the file again in millimetres. Measurements need it.',
  );

export const impossibleExtent = (extentMm: Vec3): Problem =>
  problem(
    'IMPORT_EXTENT',
    'The size of the volume is impossible for breast ultrasound',
    `It measures ${lengths(extentMm)} mm; each side can have ${EXTENT_LIMITS_MM.min} mm to ${EXTENT_LIMITS_MM.max} mm, and the longest at least ${EXTENT_LIMITS_MM.longest} mm.`,
    'Check the unit of the voxel size, and export the file again in millimetres. Measurements need it.',
  );

export const impossibleOrigin = (originMm: Vec3): Problem =>
  problem(
    'IMPORT_ORIGIN',
    'The location of the volume is impossible',
    `The header places the first voxel at ${vector(originMm)} mm; each coordinate can have at most ${MAX_ORIGIN_MM} mm.`,
    'Check the unit of the origin, and export the file again in millimetres.',
  );

/** For an axis (from 0) whose direction is `none`. */
export const noDirection = (axis: number): Problem =>
  problem(
    'IMPORT_NO_DIRECTION',
    'An axis of the file has no direction',
    `The space directions say 'none' for axis ${axis + 1}.`,
    'Export one 3D image, with a direction for each of its three axes.',
  );

/** For an axis (from 0) whose direction has another number of components than the space. */
export const directionComponents = (axis: number, components: number): Problem =>
  problem(
    'IMPORT_DIRECTION_COMPONENTS',
    'The directions of the file are not three-dimensional',
    `The direction of axis ${axis + 1} has ${components} components; it needs 3.`,
    'Export one 3D image in a three-dimensional space.',
  );

/** For an axis (from 0) whose direction is a vector of zeros. */
export const zeroDirection = (axis: number): Problem =>
  problem(
    'IMPORT_ZERO_DIRECTION',
    'A direction of the file has length 0',
    `The direction of axis ${axis + 1} contains only zeros.`,
    'Export the file again with the direction of each axis.',
  );

export const notUnitLength = (stated: Vec3): Problem =>
  problem(
    'IMPORT_DIRECTION_LENGTH',
    'The directions of the file do not have length 1',
    `They have the lengths ${stated.map(rounded).join(', ')}. The voxel size belongs in the spacing alone.`,
    'Export the file again with directions of length 1.',
  );

export const flatDirections = (directions: readonly [Vec3, Vec3, Vec3]): Problem =>
  problem(
    'IMPORT_FLAT_DIRECTIONS',
    'The axes of the file lie in one plane',
    `Its directions are ${directions.map(vector).join(', ')}. A volume needs three different directions.`,
    'Export the file again with the directions of all three axes.',
  );

export const notOrthogonal = (directions: readonly [Vec3, Vec3, Vec3]): Problem =>
  problem(
    'IMPORT_DIRECTIONS',
    "The file's axes are not at right angles",
    `Its directions are ${directions.map(vector).join(', ')}.`,
    'Resample the volume onto a grid with right angles and import the new file.',
  );

export const sameAxis = ({ depthAxis, headAxis }: FileAxes): Problem =>
  problem(
    'IMPORT_SAME_AXIS',
    'Depth and head lie on the same axis of the file',
    `Depth was given as ${depthAxis} and head as ${headAxis}.`,
    'Choose two different axes of the file for depth and head.',
  );

/** For a header without directions in the patient, with the space that it names instead. */
export const noOrientation = (openSpace: string | undefined): Problem =>
  problem(
    'IMPORT_NO_ORIENTATION',
    'The header does not state how the volume lies in the patient',
    openSpace === undefined
      ? 'It names no patient space with directions, and no axes were entered.'
      : `The header names the space '${openSpace}', ${
          isScannerSpace(openSpace)
            ? 'which has the directions of the scanner, not of the patient'
            : 'which has no directions of the patient'
        }, and no axes were entered.`,
    'Enter the axes of depth and head.',
  );

/** Returns whether a space of NRRD is based on the scanner instead of the patient. */
export const isScannerSpace = (space: string): boolean => /^scanner/i.test(space);

export const contradiction = (stated: FileAxes, entered: FileAxes): Problem =>
  problem(
    'IMPORT_CONTRADICTION',
    'The header of the file contradicts the entered directions',
    `The header states depth ${stated.depthAxis} and head ${stated.headAxis}; entered were depth ${entered.depthAxis} and head ${entered.headAxis}.`,
    'Use the directions of the header, or confirm that the entered ones count instead.',
  );

/** For a file that states `each` ('a pose', 'an angle') for every frame. */
export const sweepNotVolume = (each: string): Problem =>
  problem(
    'IMPORT_IS_A_SWEEP',
    'The file contains the frames of a sweep, not a volume',
    `The header has ${each} for every frame. Stacked frames would show a wrong shape.`,
    'Reconstruct a volume from the sweep in the program that recorded it, and import that volume.',
  );

export const tooLargeResampled = (sizes: Vec3, maxImageBytes: number): Problem =>
  problem(
    'IMPORT_RESAMPLED_TOO_LARGE',
    'The volume is too large in the patient’s axes',
    `Its axes are oblique; resampled it has ${sizes.join(' × ')} voxels, more than ${maxImageBytes}.`,
    'Export a smaller region or a coarser spacing, or resample the volume to the patient’s axes before.',
  );

/** Formats a number with four significant digits. */
const rounded = (value: number): string => String(Number(value.toPrecision(4)));
const lengths = (valuesMm: readonly number[]): string => valuesMm.map(rounded).join(' × ');
const vector = (values: Vec3): string => `(${values.map(rounded).join(', ')})`;
