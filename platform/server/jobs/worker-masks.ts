import type * as z from 'zod';
import { fieldError, type ProposedFinding, type workerMaskSchema } from '#contracts';
import { geometryOfHeader } from '#findings';
import type { VolumeGrid } from '#geometry';
import { LPS_SPACE, type Nrrd, readNrrd, volumeToNrrd, writeNrrd } from '#volume';
import type { ScanFileRow } from '../database/schema.ts';
import type { StagedFile } from '../extension/server-extension.ts';
import { ErrorResponse, notFound, ValidationErrorResponse } from '../http/error-response.ts';
import { cropMask } from '../records/findings/crop-mask.ts';
import { filesOfMask } from '../records/findings/finding-masks.ts';

type WorkerMask = z.output<typeof workerMaskSchema>;

/** Names of the space of volumes. */
const SPACES = [LPS_SPACE, 'lps'];
/** Tolerances as parts of a voxel, because headers round. The error of a step adds up over an axis. */
const STEP_TOLERANCE = 1e-4;
const ORIGIN_TOLERANCE = 0.01;

/**
 * Converts a mask to its files: a SEGMENT_MASK file in the place of the volume, or for a finding its
 * box of the volume and the contours of the finding. Rejects a mask that is no NRRD of unsigned
 * bytes, or whose sizes or stated place differ from those of the volume.
 * @param idx position in the call, for the names of fields
 * @param finding finding of the run that the mask outlines; null for a mask of other tissue
 */
export async function maskFiles(
  mask: WorkerMask,
  idx: number,
  { volume, jobId, finding }: MaskOwner,
): Promise<readonly StagedFile[] | ErrorResponse> {
  const geometry = geometryOfHeader(volume.header);
  if (geometry === null) return notFound('VOLUME_NOT_FOUND');
  const field = `masks.${idx}.nrrdBase64`;
  const data = await readMask(mask, field, geometry);
  if (data instanceof ErrorResponse) return data;
  if (finding !== null) {
    const box = cropMask(geometry, data);
    return box === null
      ? new ValidationErrorResponse([fieldError(field, 'MASK_EMPTY')])
      : filesOfMask(finding, { ...box, findingId: finding.id });
  }
  const { sizes, spacingMm, originMm, coverageRadiusMm } = geometry;
  return [
    {
      fileCategory: 'SEGMENT_MASK',
      fileName: mask.fileName ?? '',
      fileExtension: 'nrrd',
      encoding: 'GZIP',
      header: {
        sizes: sizes.join(' '),
        spacingMm: [...spacingMm],
        originMm: [...originMm],
        coverageRadiusMm,
      },
      bytes: writeNrrd(volumeToNrrd({ geometry, voxels: data }, { jobId })),
    },
  ];
}

interface MaskOwner {
  readonly volume: Pick<ScanFileRow, 'header'>;
  readonly jobId: string;
  readonly finding: ProposedFinding | null;
}

/** Returns the voxels of a mask on the grid of the volume. */
async function readMask(
  mask: WorkerMask,
  field: string,
  grid: VolumeGrid,
): Promise<Uint8Array | ErrorResponse> {
  const voxels = grid.sizes.reduce((product, size) => product * size, 1);
  const nrrd = await readNrrd(Buffer.from(mask.nrrdBase64, 'base64'), voxels);
  if (!nrrd.ok) return new ValidationErrorResponse([fieldError(field, 'MASK_UNREADABLE')]);
  const { data, sizes } = nrrd.value;
  const expected = grid.sizes.join(' × ');
  if (!(data instanceof Uint8Array) || sizes.join(' × ') !== expected) {
    return new ValidationErrorResponse([fieldError(field, 'MASK_SIZES', { sizes: expected })]);
  }
  if (!statesPlaceOf(grid, nrrd.value)) {
    return new ValidationErrorResponse([fieldError(field, 'MASK_PLACE')]);
  }
  return data;
}

/** Returns whether space, directions, spacings and origin of a mask are those of a grid or missing. */
function statesPlaceOf({ spacingMm, originMm }: VolumeGrid, mask: Nrrd): boolean {
  const { space, spaceDirections, spacings, spaceOrigin } = mask;
  const isNear = (axis: number, a: number, b: number | null | undefined, tolerance: number) =>
    Math.abs(a - (b ?? Number.NaN)) <= tolerance * (spacingMm[axis] ?? 0);
  return (
    (space === undefined || SPACES.includes(space.toLowerCase())) &&
    (spaceDirections ?? []).every((step, axis) =>
      [0, 1, 2].every((at) =>
        isNear(axis, at === axis ? (spacingMm[axis] ?? 0) : 0, step?.[at], STEP_TOLERANCE),
      ),
    ) &&
    (spacings ?? []).every(
      (mm, axis) => mm === null || isNear(axis, spacingMm[axis] ?? 0, mm, STEP_TOLERANCE),
    ) &&
    (spaceOrigin === undefined ||
      originMm.every((mm, axis) => isNear(axis, mm, spaceOrigin[axis], ORIGIN_TOLERANCE)))
  );
}
