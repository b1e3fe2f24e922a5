import { type ScanState, type ServerMessage, serverMessage } from '#contracts';

/** State and attempt of a scan. */
export interface ScanProgress {
  readonly scanState: ScanState;
  /** Number of the current attempt; 0 before the first. */
  readonly epoch: number;
}

/** Whether a state change is allowed, with the epoch of the scan after the change or the reason. */
export type Transition =
  | { readonly allowed: true; readonly epoch: number }
  | { readonly allowed: false; readonly reason: ServerMessage };

/** Condition on the requested attempt by transition; other transitions are not allowed. */
const EPOCH_CONDITIONS = new Map<string, (requested: number, current: number) => boolean>([
  ['N>I', (requested, current) => requested >= current && requested > 0],
  ['I>C', (requested, current) => requested === current],
  ['I>N', (requested, current) => requested > current],
]);

/**
 * Returns whether a scan may change to the state `to`: N → I → C, or I → N for a restart. Each
 * attempt has a number (epoch), by which frames and messages of older attempts are recognised.
 * Without `requestedEpoch` a start keeps the current number but at least 1, a completion keeps it
 * and a restart counts it up. A call for an older attempt is not allowed.
 */
export function nextState(scan: ScanProgress, to: ScanState, requestedEpoch?: number): Transition {
  const isEpochAllowed = EPOCH_CONDITIONS.get(`${scan.scanState}>${to}`);
  if (isEpochAllowed === undefined) {
    return {
      allowed: false,
      reason: serverMessage('SCAN_STATE_STEP', { from: scan.scanState, to }),
    };
  }
  const epoch = requestedEpoch ?? impliedEpoch(scan, to);
  if (isEpochAllowed(epoch, scan.epoch)) return { allowed: true, epoch };
  return {
    allowed: false,
    reason: serverMessage('SCAN_ATTEMPT_OVER', { attempt: epoch, current: scan.epoch }),
  };
}

function impliedEpoch(scan: ScanProgress, to: ScanState): number {
  if (to === 'N') return scan.epoch + 1;
  return to === 'I' ? Math.max(1, scan.epoch) : scan.epoch;
}
