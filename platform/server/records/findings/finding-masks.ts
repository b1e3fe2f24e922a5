import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import {
  type FieldError,
  fieldError,
  type findingMaskSchema,
  type ProposedFinding,
} from '#contracts';
import { sameValue } from '#findings';
import { ProblemError } from '#foundation';
import { imageToMm, type Vec3, type VolumeGeometry, type VolumeGrid } from '#geometry';
import { LPS_SPACE, writeNrrd } from '#volume';
import type { Database } from '../../database/schema.ts';
import type { StagedFile } from '../../extension/server-extension.ts';
import { volumeGeometries } from '../../files/rows/find-volume.ts';
import { type FileOwner, FileStage } from '../../files/scan-files/file-stage.ts';
import { ValidationErrorResponse } from '../../http/error-response.ts';
import type { FileStore } from '../../store/index.ts';
import type { MaskBox } from './crop-mask.ts';

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

/**
 * Returns whether exactly these masks were stored with the findings. Masks that were deleted since
 * count as stored.
 */
export async function hasSameMasks(
  db: Kysely<Database>,
  { organizationId, scanId }: { readonly organizationId: string; readonly scanId: string },
  { findings, masks }: MaskedFindings,
): Promise<boolean> {
  if (findings.length === 0) return masks.length === 0;
  const rows = await db
    .selectFrom('scanFile')
    .select(['fileName', 'checksum'])
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .where('fileCategory', '=', 'SEGMENT_MASK')
    .where(
      'fileName',
      'in',
      findings.map(({ id }) => maskName(id)),
    )
    .execute();
  const stored = rows.map(({ fileName, checksum }) => `${fileName} ${checksum}`);
  const sent = masks.map((mask) => {
    const checksum = createHash('sha256')
      .update(maskNrrd(voxelsOfMask(mask)))
      .digest('hex');
    return `${maskName(mask.findingId)} ${checksum}`;
  });
  return sameValue(stored.sort(), sent.sort());
}

const maskName = (findingId: string): string => `${findingId}.nrrd`;

const voxelsOfMask = (mask: Mask): MaskVoxels => ({ ...mask, voxels: voxelsOf(mask) });

/**
 * Stores the masks and the outlines of their findings in the caller's transaction.
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
    for (const file of filesOfMask(finding, voxelsOfMask(mask))) {
      const added = await stage.add(file);
      if (added.ok) continue;
      await stage.discard();
      throw new ProblemError(added.problem);
    }
  }
  await stage.insert(db, owner);
}

/** Voxels of the lesion of a finding in a box of the patient. */
interface MaskVoxels extends MaskBox {
  readonly findingId: string;
}

/**
 * Returns the mask as SEGMENT_MASK file (NRRD) and the outlines of its finding as CONTOURS file
 * (JSON, LPS millimetres), both named after the finding.
 */
export function filesOfMask(finding: ProposedFinding, mask: MaskVoxels): readonly StagedFile[] {
  return [
    {
      fileCategory: 'SEGMENT_MASK',
      fileName: maskName(finding.id),
      fileExtension: 'nrrd',
      encoding: 'GZIP',
      bytes: maskNrrd(mask),
    },
    {
      fileCategory: 'CONTOURS',
      fileName: `${finding.id}.json`,
      fileExtension: 'json',
      bytes: new TextEncoder().encode(JSON.stringify(contoursOf(finding))),
    },
  ];
}

function maskNrrd({ findingId, sizes, spacingMm, originMm, voxels }: MaskVoxels): Uint8Array {
  const [dx, dy, dz] = spacingMm;
  return writeNrrd({
    type: 'uint8',
    sizes,
    kinds: ['domain', 'domain', 'domain'],
    space: LPS_SPACE,
    spaceDirections: [
      [dx, 0, 0],
      [0, dy, 0],
      [0, 0, dz],
    ],
    spaceOrigin: originMm,
    keyValues: { findingId },
    data: voxels,
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
