import type { Kysely } from 'kysely';
import type { ScanSide } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { thumbnailChecksums } from '../../records/findings/finding-thumbnails.ts';
import type { ReportRow } from '../../records/reports/report-rows.ts';

/** Examination of a report, as far as the report's document shows more than its content. */
export interface FrozenExamination {
  /** Acquisition of the newest scan, ISO 8601; null if no scan states one. */
  readonly acquiredAt: string | null;
  /** Ids of the list EXAM_INDICATION. */
  readonly indications: readonly string[];
  readonly scans: readonly {
    readonly id: string;
    readonly side: ScanSide;
    /** Side and number within the study, e.g. 'R2'. */
    readonly label: string;
  }[];
  /** SHA-256 of the thumbnail of each finding that has one, lower-case hex, by finding id. */
  readonly thumbnails: Readonly<Record<string, string>>;
}

/** Returns the current examination of a report's study, whose scans are ordered by label. */
export async function examinationOf(
  db: Kysely<Database>,
  { organizationId, studyId }: Pick<ReportRow, 'organizationId' | 'studyId'>,
): Promise<FrozenExamination> {
  const study = await db
    .selectFrom('study')
    .select('indications')
    .where('organizationId', '=', organizationId)
    .where('id', '=', studyId)
    .executeTakeFirst();
  const scans = await db
    .selectFrom('scan')
    .select(['id', 'laterality', 'label', 'acquisitionTime'])
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', studyId)
    .where('deletedAt', 'is', null)
    .orderBy('label')
    .orderBy('id')
    .execute();
  const times = scans.flatMap(({ acquisitionTime }) => acquisitionTime ?? []);
  const scanIds = scans.map(({ id }) => id);
  return {
    acquiredAt: times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null,
    indications: study?.indications ?? [],
    scans: scans.map(({ id, laterality, label }) => ({ id, side: laterality, label })),
    thumbnails: Object.fromEntries(await thumbnailChecksums(db, organizationId, scanIds)),
  };
}
