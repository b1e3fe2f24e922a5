import { ok, type Result } from '#foundation';
import { checkGrid } from './check-grid.ts';
import { type FileAxes, namedAxes, statedAxes } from './file-axes.ts';
import type { FileGrid } from './file-grid.ts';
import { type MetaImageHeader, parseMetaImageHeader } from './meta-image-header.ts';
import { nrrdGrid } from './nrrd-grid.ts';
import { parseNrrdHeader } from './nrrd-header.ts';
import { isOblique } from './orient-volume.ts';
import { checkVolume } from './reorient.ts';
import { volumeFormatOf } from './volume-format.ts';

/** What the header of a volume file states about its axes. */
export interface StatedOrientation {
  /** Null if the header leaves the axes of the patient open. */
  readonly axes: FileAxes | null;
  /** True if the stated axes lie at an angle to those of the patient. */
  readonly isOblique: boolean;
  /** Axes by the matrix and by the AnatomicalOrientation of a MetaImage file, if they differ. */
  readonly conflict: { readonly matrix: FileAxes; readonly named: FileAxes } | null;
  /** Space that the header names although it has no patient axes; null without one. */
  readonly openSpace: string | null;
  /** False if the header states no location of the first voxel, which is then placed at 0, 0, 0. */
  readonly statesOrigin: boolean;
}

/**
 * Reads the orientation from the beginning of an NRRD or MetaImage file, which holds the header.
 * Fails for a header that the import would refuse.
 */
export function readOrientation(bytes: Uint8Array): Result<StatedOrientation> {
  if (volumeFormatOf(bytes) === 'MetaImage') {
    const header = parseMetaImageHeader(bytes);
    if (!header.ok) return header;
    const checked = checkVolume(header.value);
    const { Offset, Position, Origin } = header.value.header;
    const statesOrigin = (Offset ?? Position ?? Origin) !== undefined;
    const conflict = conflictIn(header.value);
    return checked.ok ? statedBy(header.value, { conflict, statesOrigin }) : checked;
  }
  const parsed = parseNrrdHeader(bytes);
  if (!parsed.ok) return parsed;
  const { header } = parsed.value;
  const grid = nrrdGrid(header);
  const statesOrigin = header.spaceOrigin !== undefined;
  return grid.ok ? statedBy(grid.value, { conflict: null, statesOrigin }) : grid;
}

function statedBy(
  grid: FileGrid,
  rest: Pick<StatedOrientation, 'conflict' | 'statesOrigin'>,
): Result<StatedOrientation> {
  const checked = checkGrid(grid);
  if (!checked.ok) return checked;
  const axes = statedAxes(grid);
  const openSpace = grid.openSpace ?? null;
  return ok({ axes, isOblique: axes !== null && isOblique(grid), openSpace, ...rest });
}

/** Returns both statements of a MetaImage header that contradicts itself; null for any other. */
function conflictIn(header: MetaImageHeader): StatedOrientation['conflict'] {
  const { AnatomicalOrientation: named, TransformMatrix, Rotation, Orientation } = header.header;
  const isOpen = !header.isInPatient && (TransformMatrix ?? Rotation ?? Orientation) !== undefined;
  const matrix = statedAxes({ ...header, isInPatient: true });
  const axes = named === undefined ? null : namedAxes(named);
  return isOpen && matrix !== null && axes !== null ? { matrix, named: axes } : null;
}
