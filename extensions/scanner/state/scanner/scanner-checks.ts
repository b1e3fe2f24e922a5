import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type DeviceSettingValues,
  type DiagnosticCheck,
  type DiagnosticResult,
  type PrescanResult,
  SCAN_SERVICE_TIMEOUTS_MS,
} from '#contracts';
import type { ReadonlyStore } from '#core';
import {
  type Clock,
  type Disposable,
  disposeAll,
  fail,
  newId,
  ok,
  type Problem,
  problem,
  type Result,
} from '#foundation';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import type { ScannerLink } from './scanner-link.ts';

/** What the scanner shall be ready for. */
export interface ScanPreparation {
  readonly settings: DeviceSettingValues;
  /** Millimetres; null where nobody said. */
  readonly cupDepth: number | null;
}

export interface ScannerChecksState {
  readonly running: 'prepare' | 'transducer' | 'connection' | null;
  /** The newest result of each check since the page opened. */
  readonly results: ReadonlyMap<DiagnosticCheck, DiagnosticResult>;
  /** The last preparation that ended, and what it was for. */
  readonly prepared: {
    readonly for: ScanPreparation;
    readonly result: PrescanResult;
  } | null;
  /** Why the last one gave no result. */
  readonly problem: Problem | null;
}

/** What is looked at before a scan: the scanner's readiness, its transducer, its connection. */
export interface ScannerChecks {
  readonly store: ReadonlyStore<ScannerChecksState>;
  /** Readies the scanner; Problem SCANNER_TIMEOUT after 35 s without a result. */
  prepare(order: ScanPreparation): Promise<Result<PrescanResult>>;
  /** Tests probe and elements; Problem SCANNER_TIMEOUT after 33 s, TRANSDUCER_FAILED on elements. */
  checkTransducer(): Promise<Result<DiagnosticResult>>;
  /** Hears the scanner's status anew; Problem SCAN_SERVICE_SILENT after 3 s. */
  checkConnection(): Promise<Result<void>>;
  /** Forgets what was found, e.g. for the next patient. */
  clear(): void;
}

const NOTHING: ScannerChecksState = {
  running: null,
  results: new Map(),
  prepared: null,
  problem: null,
};
/** A command to the device itself, not to a scan. */
const NO_SCAN = { scanId: null, epoch: 0 } as const;

const timeout = (what: string, ms: number): Problem =>
  problem(
    'SCANNER_TIMEOUT',
    prescanTexts.timeout.title,
    prescanTexts.timeout.detail(what, ms / 1000),
    prescanTexts.timeout.next,
  );

const silent: Problem = problem(
  'SCAN_SERVICE_SILENT',
  prescanTexts.silent.title,
  prescanTexts.silent.detail(SCAN_SERVICE_TIMEOUTS_MS.connection / 1000),
  prescanTexts.silent.next,
);

const transducerFailed = ({ failedElements, detail }: DiagnosticResult): Problem =>
  problem(
    'TRANSDUCER_FAILED',
    prescanTexts.transducer.failed,
    failedElements.length === 0
      ? (detail ?? prescanTexts.transducer.noDetail)
      : prescanTexts.transducer.elements(failedElements.length, failedElements.slice(0, 12)),
    prescanTexts.transducer.next,
  );

type Running = NonNullable<ScannerChecksState['running']>;

/** A question to the scanner: how it is asked, what answers it, and when it is too late. */
interface Question<Value> {
  readonly running: Running;
  ask(id: string): Promise<Result<void>>;
  answer(id: string, settle: (result: Result<Value>) => void): Disposable;
  readonly withinMs: number;
  readonly late: Problem;
}

/** One question at a time over one scanner. */
export function createScannerChecks(options: {
  readonly scanner: ScannerLink;
  readonly clock: Clock;
}): ScannerChecks {
  const { scanner } = options;
  const store = createStore<ScannerChecksState>(() => NOTHING);
  const ask = <Value>(question: Question<Value>) => answerOf({ ...options, store }, question);
  const prepareMs = SCAN_SERVICE_TIMEOUTS_MS.prepareScan;
  const checkMs = SCAN_SERVICE_TIMEOUTS_MS.transducerCheck;
  return {
    store,
    prepare(order) {
      store.setState({ prepared: null, results: new Map() });
      return ask<PrescanResult>({
        running: 'prepare',
        ask: (id) => scanner.command('PrepareScan', { ...NO_SCAN, ...order }, id),
        answer: (id, settle) =>
          scanner.onPrescan((result) => {
            if (result.commandId !== id) return;
            store.setState({ prepared: { for: order, result } });
            settle(ok(result));
          }),
        withinMs: prepareMs,
        late: timeout(prescanTexts.timeout.prepare, prepareMs),
      });
    },
    checkTransducer: () =>
      ask<DiagnosticResult>({
        running: 'transducer',
        ask: (id) => scanner.command('TransducerCheck', NO_SCAN, id),
        answer: (id, settle) =>
          scanner.onDiagnostic((result) => {
            if (result.commandId !== id || result.check !== 'transducer') return;
            settle(result.outcome === 'Failed' ? fail(transducerFailed(result)) : ok(result));
          }),
        withinMs: checkMs,
        late: timeout(prescanTexts.timeout.transducer, checkMs),
      }),
    checkConnection: () =>
      ask<void>({
        running: 'connection',
        ask: () => scanner.askStatus(),
        answer: (_, settle) =>
          scanner.onStatus((status) => {
            settle(status.state === 'offline' ? fail(silent) : ok(undefined));
          }),
        withinMs: SCAN_SERVICE_TIMEOUTS_MS.connection,
        late: silent,
      }),
    clear: () => store.setState(NOTHING, true),
  };
}

interface Asking {
  readonly scanner: ScannerLink;
  readonly clock: Clock;
  readonly store: StoreApi<ScannerChecksState>;
}

/** Asks, and keeps every check that ends until the answer comes. */
async function answerOf<Value>(
  { scanner, clock, store }: Asking,
  question: Question<Value>,
): Promise<Result<Value>> {
  const id = newId();
  const { promise, resolve } = Promise.withResolvers<Result<Value>>();
  store.setState({ running: question.running, problem: null });
  const listening = [
    // From before the question: the answer may be quick.
    scanner.watch(),
    scanner.onDiagnostic((result) => {
      if (result.commandId !== id) return;
      const results = new Map(store.getState().results).set(result.check, result);
      store.setState({ results });
    }),
    question.answer(id, resolve),
  ];
  const asked = await question.ask(id);
  const limit = clock.after(question.withinMs, () => resolve(fail(question.late)));
  const result = asked.ok ? await promise : asked;
  disposeAll([...listening, limit]);
  store.setState({ running: null, problem: result.ok ? null : result.problem });
  return result;
}

/** True when the scanner was found ready for exactly this. */
export function isPreparedFor(
  { prepared }: Pick<ScannerChecksState, 'prepared'>,
  order: ScanPreparation,
): boolean {
  if (prepared === null || prepared.result.result !== 'Passed') return false;
  return JSON.stringify(prepared.for) === JSON.stringify(order);
}
