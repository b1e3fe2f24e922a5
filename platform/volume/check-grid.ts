import { fail, ok, type Problem, type Result } from '#foundation';
import { cross, dot, length, scale, type Vec3 } from '#geometry';
import type { FileGrid } from './file-grid.ts';
import { isPossibleExtent, isPossibleOrigin, isPossibleSpacing } from './grid-limits.ts';
import {
  flatDirections,
  impossibleExtent,
  impossibleOrigin,
  impossibleSpacing,
  notOrthogonal,
  notUnitLength,
  zeroDirection,
} from './grid-problems.ts';

/** Tolerance of lengths and cosines of directions, because headers round them. */
const TOLERANCE = 1e-3;

/**
 * Checks that a grid of a file can be one of breast ultrasound: directions of length 1 at right
 * angles, and voxel size, extent and location within the limits. Problems: those of
 * `checkDirections`, IMPORT_SPACING, IMPORT_EXTENT, IMPORT_ORIGIN.
 */
export function checkGrid(grid: FileGrid): Result<void> {
  const problem = directionProblem(grid.directions) ?? limitProblem(grid);
  return problem === null ? ok(undefined) : fail(problem);
}

/**
 * Checks that directions have length 1 and are at right angles. Problems: IMPORT_ZERO_DIRECTION,
 * IMPORT_DIRECTION_LENGTH, IMPORT_FLAT_DIRECTIONS, IMPORT_DIRECTIONS.
 */
export function checkDirections(directions: FileGrid['directions']): Result<void> {
  const problem = directionProblem(directions);
  return problem === null ? ok(undefined) : fail(problem);
}

function directionProblem(directions: FileGrid['directions']): Problem | null {
  const lengths: Vec3 = [length(directions[0]), length(directions[1]), length(directions[2])];
  const zeroAxis = lengths.indexOf(0);
  if (zeroAxis >= 0) return zeroDirection(zeroAxis);
  const [i, j, k] = unitVectors(directions);
  if (isSmall(dot(i, cross(j, k)))) return flatDirections(directions);
  if (!areOrthogonal(directions)) return notOrthogonal(directions);
  return lengths.every((value) => isSmall(value - 1)) ? null : notUnitLength(lengths);
}

type Vectors = FileGrid['directions'];

/** True if three vectors, none of length 0, are at right angles. */
export function areOrthogonal(vectors: Vectors): boolean {
  const [i, j, k] = unitVectors(vectors);
  return isSmall(dot(i, j)) && isSmall(dot(j, k)) && isSmall(dot(k, i));
}

const unitVectors = ([i, j, k]: Vectors): Vectors => [
  scale(i, 1 / length(i)),
  scale(j, 1 / length(j)),
  scale(k, 1 / length(k)),
];

function limitProblem({ sizes, spacingMm, offset }: FileGrid): Problem | null {
  if (!isPossibleSpacing(spacingMm)) return impossibleSpacing(spacingMm);
  const extentMm: Vec3 = [
    sizes[0] * spacingMm[0],
    sizes[1] * spacingMm[1],
    sizes[2] * spacingMm[2],
  ];
  if (!isPossibleExtent(extentMm)) return impossibleExtent(extentMm);
  return isPossibleOrigin(offset) ? null : impossibleOrigin(offset);
}

const isSmall = (value: number): boolean => Math.abs(value) < TOLERANCE;
