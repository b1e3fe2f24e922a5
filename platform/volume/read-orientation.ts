import { ok, type Result } from '#foundation';
import { type FileAxes, statedAxes } from './file-axes.ts';
import type { FileGrid } from './file-grid.ts';
import { parseMetaImageHeader } from './meta-image-header.ts';
import { nrrdGrid } from './nrrd-grid.ts';
import { parseNrrdHeader } from './nrrd-header.ts';
import { isOblique } from './orient-volume.ts';

/** What the header of a volume file states about its axes. */
export interface StatedOrientation {
  /** Null if the header leaves the axes of the patient open. */
  readonly axes: FileAxes | null;
  /** True if the stated axes lie at an angle to those of the patient. */
  readonly isOblique: boolean;
}

/** Reads the orientation from the beginning of an NRRD or MetaImage file, which holds the header. */
export function readOrientation(bytes: Uint8Array): Result<StatedOrientation> {
  const grid = readGrid(bytes);
  if (!grid.ok) return grid;
  const axes = statedAxes(grid.value);
  return ok({ axes, isOblique: axes !== null && isOblique(grid.value) });
}

function readGrid(bytes: Uint8Array): Result<FileGrid> {
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== 'NRRD') return parseMetaImageHeader(bytes);
  const parsed = parseNrrdHeader(bytes);
  return parsed.ok ? nrrdGrid(parsed.value.header) : parsed;
}
