import type { Kysely } from 'kysely';
import type * as z from 'zod';
import {
  type FieldError,
  fieldError,
  type findingMaskSchema,
  type ProposedFinding,
} from '#contracts';
import { ProblemError } from '#foundation';
import { imageToMm, type Vec3, type VolumeGeometry, type VolumeGrid } from '#geometry';
import { LPS_SPACE, writeNrrd } from '#volume';
import type { Database } from '../../database/schema.ts';
import { volumeGeometries } from '../../files/rows/find-volume.ts';
import { type FileOwner, FileStage } from '../../files/scan-files/file-stage.ts';
import { ValidationErrorResponse } from '../../http/error-response.ts';
import type { FileStore } from '../../store/index.ts';

type Mask = z.output<typeof findingMaskSchema>;

/** Findings of a run and the masks that outline some of them. */
export interface MaskedFindings {
  readonly findings: readonly ProposedFinding[];
  readonly masks: readonly Mask[];
}

/** Distance in mm by which a mask may leave the volume, because its voxels have another size. */
const MARGIN_MM = 2;

/** Returns an error for masks without a finding, with other bits than voxels or beside the volume. */
export async function validateMasks(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly scanId: string },
  { findings, masks }: MaskedFindings,
): Promise<ValidationErrorResponse | null> {
  if (masks.length === 0) return null;
  const volumes = await volumeGeometries(db, scan);
  const ids = findings.map(({ id }) => id);
  const errors = masks.flatMap((mask, idx): FieldError[] => {
    const prefix = `masks.${idx}.`;
    const isFirst = masks.findIndex(({ findingId }) => findingId === mask.findingId) === idx;
    if (!ids.includes(mask.findingId) || !isFirst) {
      return [fieldError(`${prefix}findingId`, 'MASK_FINDING')];
    }
    if (!hasBitsOf(mask)) return [fieldError(`${prefix}bitsBase64`, 'MASK_BITS')];
    return volumes.some((volume) => isWithin(mask, volume))
      ? []
      : [fieldError(`${prefix}originMm`, 'MASK_OUTSIDE')];
  });
  return errors.length === 0 ? null : new ValidationErrorResponse(errors);
}

const voxelCountOf = ({ sizes: [nx, ny, nz] }: Mask): number => nx * ny * nz;

function hasBitsOf(mask: Mask): boolean {
  const bits = Buffer.from(mask.bitsBase64, 'base64');
  const count = voxelCountOf(mask);
  return bits.length === Math.ceil(count / 8) && voxelsOf(mask).some((voxel) => voxel > 0);
}

/** Returns 1 for each voxel of the lesion, x fastest. */
function voxelsOf(mask: Mask): Uint8Array {
  const bits = Buffer.from(mask.bitsBase64, 'base64');
  return Uint8Array.from(
    { length: voxelCountOf(mask) },
    (_, n) => ((bits[n >> 3] ?? 0) >> (n & 7)) & 1,
  );
}

function isWithin(mask: Mask, volume: VolumeGeometry): boolean {
  return ([0, 1, 2] as const).every((axis) => {
    const edgesOf = ({ sizes, spacingMm, originMm }: VolumeGrid) =>
      [
        originMm[axis] - spacingMm[axis] / 2,
        originMm[axis] + (sizes[axis] - 0.5) * spacingMm[axis],
      ] as const;
    const [from, to] = edgesOf(mask);
    const [first, last] = edgesOf(volume);
    return from >= first - MARGIN_MM && to <= last + MARGIN_MM;
  });
}

/** Returns whether the masks were stored by an earlier call with the same run. */
export async function hasMasks(
  db: Kysely<Database>,
  { organizationId, scanId }: { readonly organizationId: string; readonly scanId: string },
  masks: readonly Mask[],
): Promise<boolean> {
  const row = await db
    .selectFrom('scanFile')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .where('fileCategory', '=', 'SEGMENT_MASK')
    .where('fileName', 'in', masks.map(maskName))
    .executeTakeFirst();
  return row !== undefined;
}

const maskName = ({ findingId }: Mask): string => `${findingId}.nrrd`;

/**
 * Stores the masks as SEGMENT_MASK files (NRRD) and the outlines of their findings as CONTOURS files
 * (JSON, LPS millimetres), all named after their finding, in the caller's transaction.
 * @throws ProblemError of the store; the caller's transaction must roll back
 */
export async function storeMasks(
  db: Kysely<Database>,
  store: FileStore,
  owner: FileOwner,
  { findings, masks }: MaskedFindings,
): Promise<void> {
  const stage = new FileStage(store);
  for (const mask of masks) {
    const finding = findings.find(({ id }) => id === mask.findingId);
    if (finding === undefined) continue;
    await addFile(stage, {
      fileCategory: 'SEGMENT_MASK',
      fileName: maskName(mask),
      fileExtension: 'nrrd',
      encoding: 'GZIP',
      bytes: maskNrrd(mask),
    });
    await addFile(stage, {
      fileCategory: 'CONTOURS',
      fileName: `${mask.findingId}.json`,
      fileExtension: 'json',
      bytes: new TextEncoder().encode(JSON.stringify(contoursOf(finding))),
    });
  }
  await stage.insert(db, owner);
}

async function addFile(stage: FileStage, file: Parameters<FileStage['add']>[0]): Promise<void> {
  const added = await stage.add(file);
  if (added.ok) return;
  await stage.discard();
  throw new ProblemError(added.problem);
}

function maskNrrd(mask: Mask): Uint8Array {
  const [dx, dy, dz] = mask.spacingMm;
  return writeNrrd({
    type: 'uint8',
    sizes: mask.sizes,
    kinds: ['domain', 'domain', 'domain'],
    space: LPS_SPACE,
    spaceDirections: [
      [dx, 0, 0],
      [0, dy, 0],
      [0, 0, dz],
    ],
    spaceOrigin: mask.originMm,
    keyValues: { findingId: mask.findingId },
    data: voxelsOf(mask),
  });
}

/** Returns the marks of a finding as closed lines in the patient. */
function contoursOf({ id, marks }: ProposedFinding) {
  return {
    schema: 1,
    findingId: id,
    space: 'LPS',
    unit: 'mm',
    contours: Object.values(marks).map(({ planeView, frame, markViewParams }) => ({
      plane: planeView,
      closed: true,
      points: markViewParams.points.map(({ u, v }): Vec3 => imageToMm(frame, u, v)),
    })),
  };
}
