import type { Kysely } from 'kysely';
import type { Finding, RelationType } from '#contracts';
import {
  isAnnotation,
  isSingleImage,
  locatedMark,
  markCentreMm,
  type StoredFinding,
} from '#findings';
import { imageToMm, mmToVoxel, type Vec3, type VolumeGrid } from '#geometry';
import type { Database } from '../database/schema.ts';
import { findings, toStoredFinding } from '../records/findings/finding-rows.ts';
import type { PseudonymOf } from './pseudonyms.ts';

/** A place as voxel indices of the volume and in LPS millimetres. */
export interface DatasetPlace {
  readonly voxel: Vec3;
  readonly mm: Vec3;
}

/** Decimals of coordinates: a tenth of a micrometre. */
const SCALE = 1e4;
const rounded = (vector: Vec3): Vec3 =>
  vector.map((value) => Math.round(value * SCALE) / SCALE) as unknown as Vec3;

/** Returns a place in the form of the index. */
export const placeOf = (volume: VolumeGrid, pointMm: Vec3): DatasetPlace => ({
  voxel: rounded(mmToVoxel(volume, pointMm)),
  mm: rounded(pointMm),
});

/** Finding in the index, without its mask. Contains no free text and no id of the installation. */
export type DatasetFinding = ReturnType<typeof describeFinding>;

/** Relation of a finding of a model with that of a reader, by their pseudonyms. */
export interface DatasetRelation {
  readonly type: RelationType;
  readonly ai: string;
  readonly reader: string;
}

/** Reads the findings of a scan of every reader and model, without annotations. */
export async function readFindings(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<readonly StoredFinding[]> {
  const rows = await findings(db, { organizationId, accountId: null, blind: false })
    .where('scanId', '=', scanId)
    .where('deletedAt', 'is', null)
    .orderBy('label')
    .execute();
  return rows.map((row) => toStoredFinding(row)).filter((finding) => !isAnnotation(finding));
}

/** Returns the description of a finding in the index. */
export function describeFinding(
  finding: StoredFinding,
  volume: VolumeGrid,
  pseudonymOf: PseudonymOf,
) {
  const marks = Object.values(finding.marks);
  const representative = locatedMark(marks);
  const readerOf = (id: string | null) => (id === null ? null : pseudonymOf('reader', id));
  return {
    finding: pseudonymOf('finding', finding.id),
    generator: finding.generator.id,
    reader: finding.generator.id === 'USER' ? readerOf(finding.createdBy) : null,
    ai: aiOf(finding.ai, readerOf),
    biradsScore: finding.biradsScore,
    isMass: finding.isMass,
    labels: finding.annotationLabels,
    recommendations: finding.recommendations,
    sizesMm: {
      length: toMm(finding.massLengthUm),
      width: toMm(finding.massWidthUm),
      height: toMm(finding.massHeightUm),
    },
    location: representative === null ? null : placeOf(volume, markCentreMm(representative)),
    // Marks of single images have no place in the volume.
    marks: marks
      .filter((mark) => !isSingleImage(mark))
      .map((mark) => {
        const { markType, planeView, rep, frame, markViewParams } = mark;
        const pointsMm = markViewParams.points.map(({ u, v }) => imageToMm(frame, u, v));
        return {
          type: markType,
          plane: planeView,
          representative: rep,
          pointsVoxel: pointsMm.map((pointMm) => rounded(mmToVoxel(volume, pointMm))),
          pointsMm: pointsMm.map(rounded),
        };
      }),
  };
}

const toMm = (sizeUm: number | null): number | null => (sizeUm === null ? null : sizeUm / 1000);

/** Returns run and decision without the reason of the decision, which may be free text. */
function aiOf(ai: Finding['ai'], readerOf: (id: string | null) => string | null) {
  if (ai === null) return null;
  const { providerId, model, score, decision } = ai;
  return {
    provider: providerId,
    model,
    score,
    decision: decision === null ? null : { kind: decision.kind, reader: readerOf(decision.by) },
  };
}

/** Reads the relations between the findings of a dataset's scan. */
export async function readRelations(
  db: Kysely<Database>,
  organizationId: string,
  scanFindings: readonly StoredFinding[],
  pseudonymOf: PseudonymOf,
): Promise<readonly DatasetRelation[]> {
  const ids = scanFindings.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('findingRelation')
    .select(['autoSegmentFindingId', 'userFindingId', 'relationType'])
    .where('organizationId', '=', organizationId)
    .where('autoSegmentFindingId', 'in', ids)
    .where('userFindingId', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ autoSegmentFindingId, userFindingId, relationType }) => ({
    type: relationType,
    ai: pseudonymOf('finding', autoSegmentFindingId),
    reader: pseudonymOf('finding', userFindingId),
  }));
}
