import type { Kysely } from 'kysely';
import type { ReaderStudyResults } from '#contracts';
import type { Database } from '../database/schema.ts';
import {
  type EvaluatedLesion,
  type EvaluatedScan,
  frocOfScans,
  placeOfFinding,
} from '../evaluations/index.ts';
import { findings, toStoredFinding } from '../records/findings/finding-rows.ts';
import { readerNames } from './reader-progress.ts';
import { type CaseReadingRow, type ReaderStudyRow, readingsOf } from './reader-study-rows.ts';
import { type CaseScanRow, readCaseScans } from './select-cases.ts';

/** Account whose findings are the truth of a case, by study; cases without one are left out. */
type References = ReadonlyMap<string, string>;

/**
 * Computes the FROC of each reader and arm: the findings of the completed readings, with their
 * suspicion as score, against the findings of the reference. Cases that a reader has signed are left
 * out for this reader.
 * @param referenceId null takes the signer of the report of each case
 */
export async function readerStudyResults(
  db: Kysely<Database>,
  study: ReaderStudyRow,
  referenceId: string | null,
): Promise<ReaderStudyResults> {
  const { organizationId, studyIds } = study;
  const references: References =
    referenceId === null
      ? await readSigners(db, study)
      : new Map(studyIds.map((id) => [id, referenceId]));
  const scans = await readCaseScans(db, organizationId, [...references.keys()]);
  const lesions = await readLesions(db, organizationId, scans, references);
  const readings = await readingsOf(db, organizationId, study.id)
    .where('completedAt', 'is not', null)
    .execute();
  const names = await readerNames(db, study);
  const groups = Map.groupBy(readings, ({ readerId, arm }) => `${readerId} ${arm}`);
  return {
    cases: references.size,
    withoutReference: studyIds.length - references.size,
    lesions: [...lesions.values()].flat().length,
    readers: [...groups.values()].flatMap((ofReader) => {
      const [first] = ofReader;
      if (first === undefined) return [];
      const withReference = ofReader.filter(({ studyId }) => references.has(studyId));
      const referenced = withReference.filter(
        ({ studyId, readerId }) => references.get(studyId) !== readerId,
      );
      const evaluated = scansOf(referenced, scans, lesions);
      return {
        ...{ readerId: first.readerId, arm: first.arm },
        reader: names.get(first.readerId) ?? first.readerId,
        ...{ cases: referenced.length, scans: evaluated.length },
        ownCases: withReference.length - referenced.length,
        lesions: evaluated.flatMap((scan) => scan.lesions).length,
        findings: evaluated.flatMap((scan) => scan.proposals).length,
        froc: frocOfScans(evaluated),
      };
    }),
  };
}

/** Returns the scans of readings with lesions of the reference and scored findings of the reader. */
function scansOf(
  readings: readonly CaseReadingRow[],
  scans: readonly CaseScanRow[],
  lesions: ReadonlyMap<string, readonly EvaluatedLesion[]>,
): readonly EvaluatedScan[] {
  return readings.flatMap(({ studyId, findings: read }) =>
    scans
      .filter((scan) => scan.studyId === studyId)
      .map(
        (scan): EvaluatedScan => ({
          ...{ scanId: scan.id, scanLabel: scan.label, studyId, patientId: scan.patientId },
          density: scan.breastDensity,
          lesions: lesions.get(scan.id) ?? [],
          proposals: (read ?? []).flatMap(({ scanId, findingId, label, ...finding }) =>
            scanId !== scan.id || finding.centreMm === null
              ? []
              : {
                  ...{ findingId, label, diameterMm: finding.diameterMm },
                  centreMm: finding.centreMm,
                  score: finding.suspicion / 100,
                },
          ),
          nippleErrorMm: null,
        }),
      ),
  );
}

/** Reads the signer of the first signed version of the report of each case. */
async function readSigners(
  db: Kysely<Database>,
  { organizationId, studyIds }: ReaderStudyRow,
): Promise<References> {
  const reports = await db
    .selectFrom('report')
    .select(['studyId', 'signedBy'])
    .where('organizationId', '=', organizationId)
    .where('studyId', 'in', studyIds)
    .where('parentId', 'is', null)
    .where('signedAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(
    reports.flatMap(({ studyId, signedBy }) =>
      signedBy === null ? [] : [[studyId, signedBy] as const],
    ),
  );
}

/** Reads the findings of the references by scan; those without marks have no place and are left out. */
async function readLesions(
  db: Kysely<Database>,
  organizationId: string,
  scans: readonly CaseScanRow[],
  references: References,
): Promise<ReadonlyMap<string, readonly EvaluatedLesion[]>> {
  if (scans.length === 0) return new Map();
  const rows = await findings(db, { organizationId, accountId: null, blind: false })
    .where(
      'scanId',
      'in',
      scans.map(({ id }) => id),
    )
    .where('generator', '=', 'USER')
    .where('deletedAt', 'is', null)
    .execute();
  const referenceOf = new Map(scans.map(({ id, studyId }) => [id, references.get(studyId)]));
  const placed = rows
    .filter(({ scanId, createdBy }) => referenceOf.get(scanId) === createdBy)
    .map((row) => toStoredFinding(row))
    .flatMap((finding) => {
      const place = placeOfFinding(finding);
      if (place === null) return [];
      const { id: findingId, label, scan } = finding;
      const radiusMm = (place.diameterMm ?? 0) / 2;
      return { scanId: scan.id, lesion: { ...place, radiusMm, findingId, label } };
    });
  return new Map(
    [...Map.groupBy(placed, ({ scanId }) => scanId)].map(([scanId, ofScan]) => [
      scanId,
      ofScan.map(({ lesion }) => lesion),
    ]),
  );
}
