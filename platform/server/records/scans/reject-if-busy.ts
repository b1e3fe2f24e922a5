import { serverMessage } from '#contracts';
import type { ScanRow } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { type RecordingSources, recordingDevice } from './recording-device.ts';

/**
 * Returns an error while the scan is being recorded, or while a job waits for it or processes it;
 * null otherwise. The caller has locked the scan, so no job is queued until the transaction ends.
 */
export async function rejectIfBusy(
  sources: RecordingSources,
  scan: ScanRow,
): Promise<ErrorResponse | null> {
  const { organizationId, id, scanState } = scan;
  const device = await recordingDevice(sources, scan);
  if (device !== null) {
    const message = serverMessage('SCAN_RUNNING', { device: device.name });
    return errorResponse('WrongScanState', message, { scanState, deviceId: device.deviceId });
  }
  const job = await sources.db
    .selectFrom('job')
    .select(['id', 'jobType'])
    .where('organizationId', '=', organizationId)
    .where('entityId', '=', id)
    .where('status', 'in', ['NOT_STARTED', 'IN_PROGRESS'])
    .executeTakeFirst();
  if (job === undefined) return null;
  const data = { jobId: job.id, jobType: job.jobType };
  return errorResponse('ScanBusy', serverMessage('SCAN_HAS_JOB'), data);
}
