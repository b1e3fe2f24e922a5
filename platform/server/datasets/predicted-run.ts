import { createHash } from 'node:crypto';
import type * as z from 'zod';
import {
  type datasetPredictionsSchema,
  type FieldError,
  fieldError,
  generatorOfTask,
  MAX_AI_MASKS,
  type Mark,
  type newAiRunSchema,
  type PredictedFinding,
  type ScanPredictions,
} from '#contracts';
import { newMark } from '#findings';
import { mmToVoxel, type Vec3, type VolumeGeometry, voxelToMm } from '#geometry';

type NewRun = z.output<typeof newAiRunSchema>;

/** Scan to which predictions belong, with its current volume. */
export interface PredictedScan {
  readonly organizationId: string;
  readonly scanId: string;
  readonly volumeFileId: string;
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
}

type Model = Pick<z.output<typeof datasetPredictionsSchema>, 'providerId' | 'task' | 'model'>;

/** Voxels by which a point may lie outside the volume, for rounding. */
const EDGE_TOLERANCE_VOXELS = 0.01;

/**
 * Returns the predictions of a scan as a run of their model, or the errors by field. The ids depend
 * on the content only, so a repeated call is recognised.
 * @param prefix path of the scan in the body
 */
export function predictedRun(
  scan: PredictedScan,
  { providerId, task, model }: Model,
  { findings: predicted }: ScanPredictions,
  prefix: string,
): NewRun | readonly FieldError[] {
  const generator = generatorOfTask(task);
  const { organizationId, scanId, volumeFileId } = scan;
  const content = [organizationId, scanId, volumeFileId, providerId, task, model, predicted];
  const id = idOf(JSON.stringify(content));
  const errors: FieldError[] = [];
  const masks: NewRun['masks'] = [];
  const findings = predicted.map((finding, idx): NewRun['findings'][number] => {
    const findingId = idOf(`${id} ${idx}`);
    const marks = finding.marks.flatMap((mark, at): Mark[] => {
      const field = `${prefix}findings.${idx}.marks.${at}`;
      const made = predictedMark(scan, mark, generator);
      if (typeof made === 'object')
        return [{ ...made, id: idOf(`${findingId} ${at}`), rep: at === 0 }];
      errors.push(fieldError(field, made));
      return [];
    });
    if (finding.mask !== undefined) masks.push({ ...finding.mask, findingId });
    return {
      id: findingId,
      marks: Object.fromEntries(marks.map((mark) => [mark.id, mark])),
      score: finding.score,
      note: null,
      massLengthUm: null,
      massWidthUm: null,
      massHeightUm: null,
    };
  });
  if (masks.length > MAX_AI_MASKS)
    errors.push(fieldError(`${prefix}findings`, 'MASKS_TOO_MANY', { maximum: MAX_AI_MASKS }));
  if (errors.length > 0) return errors;
  const origin = { id, task, providerId, generator, model, volumeFileId, imageFileId: null };
  return { ...origin, messages: [], dropped: [], findings, masks };
}

type MarkErrorCode = 'MARK_OUTSIDE_VOLUME' | 'MARK_OFF_PLANE' | 'MARK_POINTS';

/** Returns the mark, or the code of the reason why its points form none. */
function predictedMark(
  { volume, nippleMm }: PredictedScan,
  { type, plane, pointsMm, pointsVoxel }: PredictedFinding['marks'][number],
  generator: Mark['markViewParams']['generatedBy'],
): Mark | MarkErrorCode {
  const points = pointsMm ?? pointsVoxel?.map((index) => voxelToMm(volume, index)) ?? [];
  if (!points.every((point) => isInside(volume, point))) return 'MARK_OUTSIDE_VOLUME';
  const made = newMark({ markType: type, plane, pointsMm: points, volume, nippleMm, generator });
  if (made.ok) return made.value;
  return made.problem.code === 'MARK_POINTS_OFF_PLANE' ? 'MARK_OFF_PLANE' : 'MARK_POINTS';
}

const isInside = (volume: VolumeGeometry, pointMm: Vec3): boolean =>
  mmToVoxel(volume, pointMm).every(
    (index, axis) =>
      index >= -0.5 - EDGE_TOLERANCE_VOXELS &&
      index <= (volume.sizes[axis] ?? 0) - 0.5 + EDGE_TOLERANCE_VOXELS,
  );

/** Returns a UUID (version 8) that is the hash of a text. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
