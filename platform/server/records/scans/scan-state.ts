import type { ScanState } from '#contracts';

/** What a scan is now, as far as its next state depends on it. */
export interface ScanProgress {
  readonly scanState: ScanState;
  readonly epoch: number;
}

export type Transition =
  | { readonly allowed: true; readonly epoch: number }
  | { readonly allowed: false; readonly reason: string };

const STEPS: ReadonlySet<string> = new Set(['N>I', 'I>C', 'I>N']);

/**
 * The one place that knows N → I → C, and I → N for a restart (decisions: States). A start takes
 * the attempt's number from its caller, else the first; a restart counts one more, so that frames
 * and messages of older attempts are known as such. Calls of an older attempt change nothing.
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
