import type { Kysely } from 'kysely';
import { serverMessage } from '#contracts';
import { buildReportContext, type CheckLevels, checkReport } from '#report';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { ReportRow } from '../../records/reports/report-rows.ts';
import { scans, toScan } from '../../records/scans/scan-rows.ts';
import type { Site } from '../../site/site.ts';
import { linkedPriors } from './linked-priors.ts';
import { locatedFindings } from './report-response.ts';
import { storedContent } from './stored-content.ts';

/** Maximum number of points in a response. */
const MAX_POINTS = 20;

interface CheckDeps {
  readonly db: Kysely<Database>;
  readonly skins: StoredSkins;
  readonly site: Site;
  /** Person who signs. */
  readonly readerId: string;
}

/**
 * Returns an error if a check that blocks finds a fault in the report, else null, so that no client
 * signs e.g. a report whose text names the other breast. Warnings are for readers: the page asks for
 * a reason and stores it with the report. An addendum has no checks that block.
 */
export async function rejectOpenChecks(
  { db, skins, site, readerId }: CheckDeps,
  row: ReportRow,
): Promise<ErrorResponse | null> {
  const { organizationId, studyId, patientId, state, addendumText } = row;
  const patient = await db
    .selectFrom('patient')
    .select('sex')
    .where('organizationId', '=', organizationId)
    .where('id', '=', patientId)
    .executeTakeFirst();
  const ofStudy = await scans(db, organizationId).where('scan.studyId', '=', studyId).execute();
  const content = storedContent(row.content);
  const context = buildReportContext({
    patient: { sex: patient?.sex ?? null },
    study: row,
    scans: ofStudy.map(toScan),
    findings: await locatedFindings(db, skins, row),
    priors: null,
    priorFindings: await linkedPriors(db, skins, row, content),
    content,
    readerId,
    addendumText: state === 'ADDENDUM' ? (addendumText ?? '') : null,
  });
  const blocks = checkReport(context, levelsOf(site)).filter(({ level }) => level === 'block');
  if (blocks.length === 0) return null;
  const named = blocks.slice(0, MAX_POINTS);
  const points = named.map(({ message }) => message);
  return errorResponse('ReportIncomplete', serverMessage('REPORT_CHECKS', { points }), {
    checks: named.map(({ check, subject }) => ({ check, subject })),
    omitted: blocks.length - named.length,
  });
}

/** Returns the levels that the site sets in the settings of `reporting`, which the host has checked. */
function levelsOf({ extensions }: Site): CheckLevels {
  const settings = extensions.find(({ manifest }) => manifest.id === 'reporting')?.settings;
  return (settings?.checks ?? {}) as CheckLevels;
}
