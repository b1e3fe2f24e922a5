import type { Kysely } from 'kysely';
import { serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { ReportRow } from '../../records/reports/report-rows.ts';
import { scansToReadAgain } from '../../records/scans/scan-rereading.ts';

/**
 * Returns an error while a scan of the study asks for a new reading, because the report may
 * describe the side before its correction; null otherwise.
 */
export async function rejectOpenRereading(
  db: Kysely<Database>,
  { organizationId, studyId }: ReportRow,
): Promise<ErrorResponse | null> {
  const scans = await scansToReadAgain(db, organizationId, studyId);
  if (scans.length === 0) return null;
  const message = serverMessage('REPORT_REREADING_OPEN', {
    scans: scans.map(({ label }) => label),
  });
  return errorResponse('ReportIncomplete', message, { scanIds: scans.map(({ id }) => id) });
}
