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
  toDisposable,
} from '#foundation';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import { DEVICE_TARGET, type ScannerClient } from './scanner-client.ts';

/** Settings to prepare the scanner for. */
export interface ScanPreparation {
  readonly settings: DeviceSettingValues;
  /** In mm; null if unknown. */
  readonly cupDepth: number | null;
}

export interface ScannerChecksState {
  readonly running: 'prepare' | 'transducer' | 'connection' | null;
  /** The newest result of each check since the page was opened. */
  readonly results: ReadonlyMap<DiagnosticCheck, DiagnosticResult>;
  /** Result of the last finished preparation, and its settings; null if none. */
  readonly prepared: {
    readonly for: ScanPreparation;
    readonly result: PrescanResult;
  } | null;
  /** Reason why the last command gave no result; null if none. */
  readonly problem: Problem | null;
}

/** Checks before a scan: the scanner's readiness, its transducer and its connection. */
export interface ScannerChecks extends Disposable {
  readonly store: ReadonlyStore<ScannerChecksState>;
  /** Prepares the scanner; Problem `SCANNER_TIMEOUT` after 35 s without a result. */
  prepare(preparation: ScanPreparation): Promise<Result<PrescanResult>>;
  /**
   * Tests probe and elements; Problem `SCANNER_TIMEOUT` after 33 s, `TRANSDUCER_FAILED` for failed
   * elements.
   */
  checkTransducer(): Promise<Result<DiagnosticResult>>;
  /** Requests the scanner's status; Problem `SCAN_SERVICE_SILENT` after 3 s. */
  checkConnection(): Promise<Result<void>>;
  /** Clears all results, e.g. for the next patient. */
  clear(): void;
}

const INITIAL_STATE: ScannerChecksState = {
  running: null,
  results: new Map(),
  prepared: null,
  problem: null,
};

const timeoutProblem = (task: string, ms: number): Problem =>
  problem(
    'SCANNER_TIMEOUT',
    prescanTexts.timeout.title,
    prescanTexts.timeout.detail(task, ms / 1000),
    prescanTexts.timeout.next,
  );

const noResponse: Problem = problem(
  'SCAN_SERVICE_SILENT',
  prescanTexts.noResponse.title,
  prescanTexts.noResponse.detail(SCAN_SERVICE_TIMEOUTS_MS.connection / 1000),
  prescanTexts.noResponse.next,
);

const SCANNER_CHANGED: Problem = problem(
  'SCANNER_CHANGED',
  prescanTexts.scannerChanged.title,
  prescanTexts.scannerChanged.detail,
  prescanTexts.scannerChanged.next,
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

/**
 * A command to the scanner: how to send the command, how to match its response, and its timeout.
 */
interface CheckRequest<Value> {
  readonly running: Running;
  send(id: string): Promise<Result<void>>;
  subscribe(id: string, settle: (result: Result<Value>) => void): Disposable;
  readonly timeoutMs: number;
  readonly timeoutProblem: Problem;
}

/** Creates the checks of a scanner, which run one at a time. */
export function createScannerChecks(options: {
  readonly scanner: ScannerClient;
  readonly clock: Clock;
}): ScannerChecks {
  const { scanner } = options;
  const store = createStore<ScannerChecksState>(() => INITIAL_STATE);
  const runCheck = <Value>(request: CheckRequest<Value>) =>
    sendAndWait({ ...options, store }, request);
  const prepareMs = SCAN_SERVICE_TIMEOUTS_MS.prepareScan;
  const checkMs = SCAN_SERVICE_TIMEOUTS_MS.transducerCheck;
  const clear = () => store.setState(INITIAL_STATE, true);
  // The checks of one scanner say nothing about another.
  const clearing = onOtherScanner(scanner, clear);
  return {
    store,
    dispose: () => clearing.dispose(),
    prepare(preparation) {
      store.setState({ prepared: null, results: new Map() });
      return runCheck<PrescanResult>({
        running: 'prepare',
        send: (id) => scanner.command('PrepareScan', { ...DEVICE_TARGET, ...preparation }, id),
        subscribe: (id, settle) =>
          scanner.onPrescan((result) => {
            if (result.commandId !== id) return;
            store.setState({ prepared: { for: preparation, result } });
            settle(ok(result));
          }),
        timeoutMs: prepareMs,
        timeoutProblem: timeoutProblem(prescanTexts.timeout.prepare, prepareMs),
      });
    },
    checkTransducer: () =>
      runCheck<DiagnosticResult>({
        running: 'transducer',
        send: (id) => scanner.command('TransducerCheck', DEVICE_TARGET, id),
        subscribe: (id, settle) =>
          scanner.onDiagnostic((result) => {
            if (result.commandId !== id || result.check !== 'transducer') return;
            settle(result.outcome === 'Failed' ? fail(transducerFailed(result)) : ok(result));
          }),
        timeoutMs: checkMs,
        timeoutProblem: timeoutProblem(prescanTexts.timeout.transducer, checkMs),
      }),
    checkConnection: () =>
      runCheck<void>({
        running: 'connection',
        send: () => scanner.requestStatus(),
        subscribe: (_, settle) =>
          scanner.onStatus((status) => {
            if (status.deviceId !== scanner.store.getState().device?.id) return;
            settle(status.state === 'offline' ? fail(noResponse) : ok(undefined));
          }),
        timeoutMs: SCAN_SERVICE_TIMEOUTS_MS.connection,
        timeoutProblem: noResponse,
      }),
    clear,
  };
}

/** Calls the listener when another scanner takes the place of the chosen one. */
function onOtherScanner({ store }: ScannerClient, listener: () => void): Disposable {
  let deviceId = store.getState().device?.id ?? null;
  return toDisposable(
    store.subscribe(({ device }) => {
      if (device === null || device.id === deviceId) return;
      const isOther = deviceId !== null;
      deviceId = device.id;
      if (isOther) listener();
    }),
  );
}

interface CheckDeps {
  readonly scanner: ScannerClient;
  readonly clock: Clock;
  readonly store: StoreApi<ScannerChecksState>;
}

/** Sends a command, stores every finished check, and returns the response or a timeout. */
async function sendAndWait<Value>(
  { scanner, clock, store }: CheckDeps,
  request: CheckRequest<Value>,
): Promise<Result<Value>> {
  const id = newId();
  const { promise, resolve } = Promise.withResolvers<Result<Value>>();
  store.setState({ running: request.running, problem: null });
  const subscriptions = [
    // Subscribes before sending, because the response may arrive quickly.
    scanner.watch(),
    scanner.onDiagnostic((result) => {
      if (result.commandId !== id) return;
      const results = new Map(store.getState().results).set(result.check, result);
      store.setState({ results });
    }),
    request.subscribe(id, resolve),
    onOtherScanner(scanner, () => resolve(fail(SCANNER_CHANGED))),
  ];
  const sent = await request.send(id);
  const timer = clock.after(request.timeoutMs, () => resolve(fail(request.timeoutProblem)));
  const result = sent.ok ? await promise : sent;
  disposeAll([...subscriptions, timer]);
  store.setState({ running: null, problem: result.ok ? null : result.problem });
  return result;
}

/** Returns true if the scanner was prepared for exactly these settings. */
export function isPreparedFor(
  { prepared }: Pick<ScannerChecksState, 'prepared'>,
  preparation: ScanPreparation,
): boolean {
  if (prepared === null || prepared.result.result !== 'Passed') return false;
  return JSON.stringify(prepared.for) === JSON.stringify(preparation);
}
