import type { ScanState } from '#contracts';

/** State of a scan that determines its next state. */
export interface ScanProgress {
  readonly scanState: ScanState;
  readonly epoch: number;
}

export type Transition =
  | { readonly allowed: true; readonly epoch: number }
  | { readonly allowed: false; readonly reason: string };

const STEPS: ReadonlySet<string> = new Set(['N>I', 'I>C', 'I>N']);

/**
 * Defines the transitions N → I → C, and I → N for a restart (decisions: States). A start takes the
 * attempt's number from its caller, else 1; a restart increments the number, so that frames and
 * messages of older attempts are recognisable. Rejects calls of an older attempt.
 */
export function nextState(now: ScanProgress, to: ScanState, requestedEpoch?: number): Transition {
  const step = `${now.scanState}>${to}`;
  if (!STEPS.has(step)) {
    return { allowed: false, reason: `A scan in state ${now.scanState} does not become ${to}` };
  }
  const epoch = requestedEpoch ?? impliedEpoch(now, to);
  const isCurrent =
    step === 'I>C'
      ? epoch === now.epoch
      : step === 'I>N'
        ? epoch > now.epoch
        : epoch >= now.epoch && epoch > 0;
  return isCurrent
    ? { allowed: true, epoch }
    : { allowed: false, reason: `Attempt ${epoch} is over; the scan is in attempt ${now.epoch}` };
}

function impliedEpoch(now: ScanProgress, to: ScanState): number {
  if (to === 'N') return now.epoch + 1;
  return to === 'I' ? Math.max(1, now.epoch) : now.epoch;
}
