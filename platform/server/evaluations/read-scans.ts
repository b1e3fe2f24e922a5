import type { Kysely } from 'kysely';
import type { Mark } from '#contracts';
import { geometryOfHeader, isAnnotation, nippleMmOf, type StoredFinding } from '#findings';
import { distance, positionToMm } from '#geometry';
import type { Database } from '../database/schema.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { findings, toStoredFinding } from '../records/findings/finding-rows.ts';
import type { EvaluatedScan } from './compute/evaluated-scan.ts';
import { placeOfFinding } from './compute/lesion-of.ts';
import type { SetScan } from './select-runs.ts';

/** Maximum number of findings of a model in an evaluation. */
export const MAX_EVALUATED_PROPOSALS = 20_000;

/** Scans with their findings, and what was left out. */
export interface ReadScans {
  readonly scans: readonly EvaluatedScan[];
  /** Findings of readers without marks, and those of the model. */
  readonly withoutPlace: number;
  /** Findings of readers that are copies of AI findings. */
  readonly copyIds: ReadonlySet<string>;
  /** Marks of the findings of readers by their id. */
  readonly readerMarks: ReadonlyMap<string, readonly Mark[]>;
}

interface Owner {
  readonly db: Kysely<Database>;
  readonly organizationId: string;
}

/** Counts the findings of runs, those deleted since included. */
export async function countProposals(
  { db, organizationId }: Owner,
  runIds: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom('finding')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('aiRunId', 'in', runIds)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Reads the findings of readers and of the runs. Findings of the model count also after a reader has
 * deleted or rejected them.
 */
export async function readEvaluatedScans(
  owner: Owner,
  setScans: readonly SetScan[],
  runIds: readonly string[],
): Promise<ReadScans> {
  const { db, organizationId } = owner;
  const scanIds = setScans.map(({ id }) => id);
  const all = findings(db, { organizationId, accountId: null, blind: false })
    .orderBy('scanId')
    .orderBy('label');
  const ofReaders = await all
    .where('scanId', 'in', scanIds)
    .where('generator', '=', 'USER')
    .where('deletedAt', 'is', null)
    .execute();
  const ofModel = await all.where('aiRunId', 'in', runIds).execute();
  const lesions = ofReaders
    .map((row) => toStoredFinding(row))
    .filter((finding) => !isAnnotation(finding));
  const proposals = ofModel.map((row) => toStoredFinding(row));
  const scans: EvaluatedScan[] = [];
  for (const scan of setScans) {
    const { id, label, patientId, studyId, breastDensity } = scan;
    scans.push({
      scanId: id,
      scanLabel: label,
      ...{ patientId, studyId },
      density: breastDensity,
      lesions: placedIn(id, lesions).map(({ place, finding }) => ({
        ...place,
        radiusMm: (place.diameterMm ?? 0) / 2,
        findingId: finding.id,
        label: finding.label,
      })),
      proposals: placedIn(id, proposals).map(({ place, finding }) => ({
        ...place,
        score: finding.ai?.score ?? 0,
        findingId: finding.id,
        label: finding.label,
      })),
      nippleErrorMm: await nippleErrorMm(owner, scan),
    });
  }
  const placed = scans.flatMap((scan) => [...scan.lesions, ...scan.proposals]).length;
  return {
    scans,
    withoutPlace: lesions.length + proposals.length - placed,
    copyIds: await readCopies(owner, scanIds),
    readerMarks: new Map(lesions.map(({ id, marks }) => [id, Object.values(marks)])),
  };
}

const placedIn = (scanId: string, all: readonly StoredFinding[]) =>
  all.flatMap((finding) => {
    if (finding.scan.id !== scanId) return [];
    const place = placeOfFinding(finding);
    return place === null ? [] : [{ place, finding }];
  });

/** Reads the ids of findings of readers that were made by accepting an AI finding. */
async function readCopies(
  { db, organizationId }: Owner,
  scanIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('findingRelation')
    .innerJoin('finding', (join) =>
      join
        .onRef('finding.organizationId', '=', 'findingRelation.organizationId')
        .onRef('finding.id', '=', 'findingRelation.userFindingId'),
    )
    .select('finding.id')
    .where('findingRelation.organizationId', '=', organizationId)
    .where('findingRelation.relationType', '=', 'USER_TO_ML')
    .where('finding.scanId', 'in', scanIds)
    .where('finding.deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the distance of the proposal in the latest volume from the nipple of the scan. */
async function nippleErrorMm(
  { db, organizationId }: Owner,
  { id, nippleLocation }: SetScan,
): Promise<number | null> {
  if (nippleLocation === null) return null;
  const file = await latestVolumeFile(db, { organizationId, scanId: id });
  const volume = geometryOfHeader(file?.header ?? null);
  const proposed = file?.nippleLocationAi ?? null;
  if (volume === null || proposed === null) return null;
  return distance(nippleMmOf(volume, nippleLocation), positionToMm(volume, proposed));
}
