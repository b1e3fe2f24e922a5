import type { Kysely } from 'kysely';
import type { Finding, Report } from '#contracts';
import { isAnnotation, type StoredFinding } from '#findings';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { withLocations } from '../../records/findings/finding-locations.ts';
import { findings, toStoredFinding } from '../../records/findings/finding-rows.ts';
import { type ReportRow, toSummary } from '../../records/reports/report-rows.ts';
import { filesAreIntact } from './frozen-files.ts';
import { densityOf, type FrozenReport, hashOf } from './frozen-report.ts';
import { storedContent } from './stored-content.ts';

/**
 * Returns the findings that a report of a study covers, without locations: findings of people that
 * are not deleted.
 * Excludes model proposals until a person adopts them, and findings of blind annotators and of cases
 * of reader studies, which are research data.
 */
export async function reportedFindings(
  db: Kysely<Database>,
  organizationId: string,
  studyId: string,
): Promise<readonly StoredFinding[]> {
  const unrestricted = { organizationId, accountId: null, blind: false };
  const rows = await findings(db, unrestricted)
    .where('deletedAt', 'is', null)
    .where('generator', '=', 'USER')
    .where('caseReadingId', 'is', null)
    .where((eb) =>
      eb(
        'scanId',
        'in',
        eb
          .selectFrom('scan')
          .select('scan.id')
          .where('scan.organizationId', '=', organizationId)
          .where('scan.studyId', '=', studyId)
          .where('scan.deletedAt', 'is', null),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('account')
            .select('account.id')
            .where('account.organizationId', '=', organizationId)
            .whereRef('account.id', '=', 'finding.createdBy')
            .where((inner) =>
              inner(inner.val('BLIND_ANNOTATOR'), '=', inner.fn.any('account.roles')),
            ),
        ),
      ),
    )
    .orderBy('scanId')
    .orderBy('label')
    .execute();
  return rows.map((row) => toStoredFinding(row)).filter((finding) => !isAnnotation(finding));
}

/** Returns the findings that a report of a study covers, with their current locations. */
export async function locatedFindings(
  db: Kysely<Database>,
  skins: StoredSkins,
  { organizationId, studyId }: Pick<ReportRow, 'organizationId' | 'studyId'>,
): Promise<readonly Finding[]> {
  const stored = await reportedFindings(db, organizationId, studyId);
  return withLocations({ db, organizationId, skins }, stored);
}

/** Returns the content frozen at signing; null before. */
export function frozenOf(row: ReportRow): FrozenReport | null {
  return row.frozen as FrozenReport | null;
}

/** Converts a report with its findings: as signed, else the current ones. */
export async function toReport(
  db: Kysely<Database>,
  skins: StoredSkins,
  row: ReportRow,
): Promise<Report> {
  const frozen = frozenOf(row);
  const content = storedContent(frozen?.content ?? row.content);
  return {
    ...toSummary(row),
    content,
    addendumText: row.addendumText,
    findings: [...(frozen?.findings ?? (await locatedFindings(db, skins, row)))],
    density: densityOf(content),
    signer: frozen === null ? null : { name: frozen.signer.name, jobTitle: frozen.signer.jobTitle },
    contentHash: row.contentHash,
    intact: frozen === null ? null : await isIntact(db, row, frozen),
  };
}

/** Returns whether document and files of a signed report are as they were signed. */
export async function isIntact(
  db: Kysely<Database>,
  row: ReportRow,
  frozen: FrozenReport,
): Promise<boolean> {
  return hashOf(frozen) === row.contentHash && (await filesAreIntact(db, row, frozen.files));
}
