import { scanError } from '#contracts';
import type { StateTone } from '#ui';
import {
  isPreparedFor,
  type ScannerChecksState,
  type ScanPreparation,
} from '../../state/scanner/scanner-checks.ts';
import type { ScannerState } from '../../state/scanner/scanner-client.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import { scannerLabel } from '../shared/scanner-label.ts';

const { names, outcomes, summary } = prescanTexts.readiness;

/** State of a check before a scan. */
export interface ReadinessCheck {
  readonly name: string;
  readonly state: string;
  readonly tone: StateTone;
  /** What to do; null unless the check failed. */
  readonly next: string | null;
}

/** Returns the state of scanner, water, transducer and preparation. */
export function readinessChecks(
  scanner: Pick<ScannerState, 'device' | 'status' | 'problem'>,
  checks: Pick<ScannerChecksState, 'results' | 'prepared'>,
  preparation: ScanPreparation,
): readonly ReadinessCheck[] {
  return [
    scannerCheck(scanner),
    waterCheck(scanner),
    transducerCheck(checks),
    preparationCheck(checks, preparation),
  ];
}

function scannerCheck({
  device,
  status,
  problem,
}: Pick<ScannerState, 'device' | 'status' | 'problem'>): ReadinessCheck {
  const name = summary.scanner;
  if (device === null && problem !== null)
    return { name, state: problem.title, tone: 'danger', next: problem.next };
  const { text: state } = scannerLabel(status);
  if (status === null) return { name, state, tone: 'off', next: null };
  if (status.state === 'offline') return { name, state, tone: 'danger', next: summary.connect };
  if (status.state === 'error') return { name, state, tone: 'danger', next: summary.reset };
  return { name, state, tone: 'ok', next: null };
}

function waterCheck({ status }: Pick<ScannerState, 'status'>): ReadinessCheck {
  const name = names.water;
  // The last values of an offline device may be outdated.
  const sensor = status === null || status.state === 'offline' ? null : status.waterSensor;
  if (!sensor) return { name, state: '—', tone: 'off', next: null };
  const state = `${sensor.levelPercent.toFixed(0)} %`;
  return sensor.ok
    ? { name, state, tone: 'ok', next: null }
    : { name, state, tone: 'danger', next: summary.refill };
}

function transducerCheck({ results }: Pick<ScannerChecksState, 'results'>): ReadinessCheck {
  const name = names.transducer;
  const outcome = results.get('transducer')?.outcome;
  if (outcome === undefined) return { name, state: summary.notChecked, tone: 'off', next: null };
  const state = outcomes[outcome];
  if (outcome === 'Failed')
    return { name, state, tone: 'danger', next: prescanTexts.transducer.next };
  return { name, state, tone: outcome === 'Passed' ? 'ok' : 'off', next: null };
}

function preparationCheck(
  checks: Pick<ScannerChecksState, 'prepared'>,
  preparation: ScanPreparation,
): ReadinessCheck {
  const name = summary.preparation;
  const result = checks.prepared?.result;
  if (result === undefined) return { name, state: summary.atStart, tone: 'off', next: null };
  if (result.result === 'Failed') {
    const { message } = scanError(result.errorCode);
    return { name, state: outcomes.Failed, tone: 'danger', next: message };
  }
  return isPreparedFor(checks, preparation)
    ? { name, state: outcomes.Passed, tone: 'ok', next: null }
    : { name, state: summary.changed, tone: 'off', next: null };
}
