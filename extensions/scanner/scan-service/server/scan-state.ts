import { type ApiClient, asCallProblem, type CallProblem, retryCall } from '#api-client';
import { type DeviceAngle, routes, type Scan, type ScanState } from '#contracts';
import { fail, problem, type Result } from '#foundation';
import type { Side } from '#geometry';

/** Attempt whose scan changes its state. */
export interface ScanTarget {
  readonly scanId: string;
  readonly epoch: number;
  readonly side: Side;
}

/**
 * Moves a scan to 'started' for this attempt: N → I, or I → N → I for a restart. Rejects a command
 * whose side differs from the scan's side, because recording the wrong breast is worse than not
 * recording.
 */
export async function moveToStarted(
  api: ApiClient,
  target: ScanTarget,
  deviceAngle: DeviceAngle,
  retryMs: number,
  signal: AbortSignal,
): Promise<Result<Scan, CallProblem>> {
  const scan = await retryCall(
    () => api.call(routes.getScan, { params: { id: target.scanId }, signal }),
    retryMs,
    signal,
  );
  if (!scan.ok) return scan;
  if (scan.value.laterality.id !== target.side) {
    return fail(
      asCallProblem(
        problem(
          'WRONG_SIDE',
          'The command and the scan have different sides',
          `StartScan has side ${target.side}, the scan has side ${scan.value.laterality.id}.`,
          'Start the scan again from the study.',
        ),
      ),
    );
  }
  if (scan.value.scanState === 'I') {
    const back = await moveTo(api, target, 'N', {}, retryMs, signal);
    if (!back.ok) return back;
  }
  return moveTo(api, target, 'I', { deviceAngle }, retryMs, signal);
}

/** Moves a scan to 'completed'; the server then queues the reconstruction. */
export async function moveToCompleted(
  api: ApiClient,
  target: ScanTarget,
  retryMs: number,
  signal: AbortSignal,
): Promise<Result<Scan, CallProblem>> {
  return moveTo(api, target, 'C', {}, retryMs, signal);
}

async function moveTo(
  api: ApiClient,
  { scanId, epoch }: ScanTarget,
  scanState: ScanState,
  fields: { readonly deviceAngle?: DeviceAngle },
  retryMs: number,
  signal: AbortSignal,
): Promise<Result<Scan, CallProblem>> {
  return retryCall(
    () =>
      api.call(routes.updateScanState, {
        params: { id: scanId, scanState },
        body: { epoch, ...fields },
        signal,
      }),
    retryMs,
    signal,
  );
}
