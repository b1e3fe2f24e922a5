import type { Kysely } from 'kysely';
import { geometryOfHeader, isAnnotation, nippleMmOf } from '#findings';
import type { Database } from '../database/schema.ts';
import type { ReadFinding } from '../database/tables/reader-studies.ts';
import { placeOfFinding } from '../evaluations/index.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { findings, toStoredFinding } from '../records/findings/finding-rows.ts';
import type { CaseReadingRow } from './reader-study-rows.ts';
import { type CaseScanRow, readCaseScans } from './select-cases.ts';

/** Finding of a reading without a rating. */
export type OwnFinding = Omit<ReadFinding, 'suspicion'>;

/** Reads the findings that the reader has made in the scans of the case during this reading. */
export async function readOwnFindings(
  db: Kysely<Database>,
  reading: CaseReadingRow,
): Promise<readonly OwnFinding[]> {
  const { organizationId, readerId, id, studyId } = reading;
  const scans = await readCaseScans(db, organizationId, [studyId]);
  if (scans.length === 0) return [];
  const rows = await findings(db, { organizationId, accountId: null, blind: false })
    .where('createdBy', '=', readerId)
    .where('generator', '=', 'USER')
    .where('caseReadingId', '=', id)
    .where('deletedAt', 'is', null)
    .where(
      'scanId',
      'in',
      scans.map(({ id }) => id),
    )
    .orderBy('scanId')
    .orderBy('label')
    .execute();
  const nipples = new Map<string, Mm | null>();
  for (const scan of scans) nipples.set(scan.id, await nippleMm(db, organizationId, scan));
  const scanOf = new Map(scans.map((scan) => [scan.id, scan]));
  return rows
    .map((row) => toStoredFinding(row))
    .filter((finding) => !isAnnotation(finding))
    .flatMap((finding): OwnFinding[] => {
      const scan = scanOf.get(finding.scan.id);
      if (scan === undefined) return [];
      const place = placeOfFinding(finding);
      const nipple = nipples.get(scan.id) ?? null;
      const centreMm: Mm | null = place === null ? null : [...place.centreMm];
      return [
        {
          findingId: finding.id,
          scanId: scan.id,
          laterality: scan.laterality,
          label: finding.label,
          centreMm,
          fromNippleMm: centreMm === null || nipple === null ? null : minus(centreMm, nipple),
          diameterMm: place?.diameterMm ?? null,
        },
      ];
    });
}

type Mm = readonly [number, number, number];

const minus = ([ax, ay, az]: Mm, [bx, by, bz]: Mm): Mm => [ax - bx, ay - by, az - bz];

/** Returns the nipple of a scan in LPS millimetres; null without nipple or volume. */
async function nippleMm(
  db: Kysely<Database>,
  organizationId: string,
  { id, nippleLocation }: CaseScanRow,
): Promise<Mm | null> {
  if (nippleLocation === null) return null;
  const file = await latestVolumeFile(db, { organizationId, scanId: id });
  const volume = geometryOfHeader(file?.header ?? null);
  return volume === null ? null : nippleMmOf(volume, nippleLocation);
}
