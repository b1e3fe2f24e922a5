import { serverMessage } from '#contracts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { ReportRow } from '../../records/reports/report-rows.ts';
import { type RecordingSources, recordingDevice } from '../../records/scans/recording-device.ts';
import { scans } from '../../records/scans/scan-rows.ts';

/**
 * Returns an error while a device records a scan of the study, because the report would be signed
 * without it; null otherwise. Addenda are exempt, because they only add text to the signed report.
 */
export async function rejectRunningScan(
  sources: RecordingSources,
  { organizationId, studyId, state }: ReportRow,
): Promise<ErrorResponse | null> {
  if (state === 'ADDENDUM') return null;
  const unfinished = await scans(sources.db, organizationId)
    .where('scan.studyId', '=', studyId)
    .where('scan.scanState', '<>', 'C')
    .execute();
  for (const scan of unfinished) {
    const device = await recordingDevice(sources, scan);
    if (device === null) continue;
    const message = serverMessage('REPORT_SCAN_RUNNING', { scan: scan.label, device: device.name });
    const { id: scanId, scanState } = scan;
    return errorResponse('WrongScanState', message, {
      scanId,
      scanState,
      deviceId: device.deviceId,
    });
  }
  return null;
}
