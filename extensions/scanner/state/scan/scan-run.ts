import { createStore } from 'zustand/vanilla';
import { type ImageTick, isNewer, type Job, routes, type Scan, type ScanFailed } from '#contracts';
import type {
  ApiClient,
  JobTracker,
  LiveConnection,
  Navigation,
  Notices,
  ReadonlyStore,
  Session,
  StudyDocument,
} from '#core';
import {
  type Clock,
  type Disposable,
  disposeAll,
  ok,
  ProblemError,
  problem,
  type Result,
  Scope,
  toDisposable,
} from '#foundation';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';
import type { ScanPreparation } from '../scanner/scanner-checks.ts';
import { NOT_AVAILABLE, type ScannerClient, scannerOf } from '../scanner/scanner-client.ts';
import { valuesOf } from '../scanner/settings-choice.ts';
import { watchMissedMessages } from './missed-messages.ts';
import {
  applyAcknowledgement,
  applyServerState,
  applyStatus,
  applyTicks,
  progressOf,
  type ScanProgress,
  withScan,
} from './scan-progress.ts';
import type { ScanRunState } from './scan-run-state.ts';
import { type ScanTime, ScanTimeTracker } from './scan-time.ts';
import { storedAngle } from './stored-angle.ts';
import { StudyCatchUp } from './study-catch-up.ts';

/** The scan being recorded, updated by MQTT and REST, and the commands that control the scan. */
export interface ScanRun extends Disposable {
  readonly store: ReadonlyStore<ScanRunState>;
  readonly scanner: ScannerClient;
  /**
   * The newest frame of the synced scan, updated before `store`, so that its image loads while the
   * rest of the page updates.
   */
  readonly newest: ReadonlyStore<{ readonly tick: ImageTick | null }>;
  /** Elapsed and remaining time, while the scan is recorded and the device reports timing. */
  readonly time: ReadonlyStore<{ readonly time: ScanTime | null }>;
  /** Syncs a scan until disposed; several callers may sync the same scan. */
  sync(scanId: string): Disposable;
  /**
   * Starts the scan, or restarts the scan with the next epoch. Without `preparation`, uses the
   * settings of the scan's last start.
   */
  start(scanId: string, preparation?: ScanPreparation): Promise<Result<void>>;
  /** Resumes the interrupted attempt; records only the frames that are not stored. */
  resumeAttempt(scanId: string): Promise<Result<void>>;
  pause(): Promise<Result<void>>;
  resume(): Promise<Result<void>>;
  stop(): Promise<Result<void>>;
  /** Declares the scan failed with the shown error, for a device that still works on the scan. */
  declareFailed(errorCode: ScanFailed['errorCode']): Promise<Result<void>>;
  /** Hides the error card without a command to the device. */
  dismissError(): void;
  /** Repeats the reconstruction after a failure. */
  reconstruct(): Promise<Result<Job>>;
  /** Stops the queued or running reconstruction; the frames are kept. */
  cancelReconstruction(): Promise<Result<Job>>;
}

export interface ScanRunOptions {
  readonly api: ApiClient;
  readonly live: LiveConnection;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly jobs: JobTracker;
  readonly navigation: Navigation;
  readonly notices: Notices;
  readonly scanner: ScannerClient;
  readonly clock: Clock;
}

/**
 * Minimum interval of progress updates. Ticks arrive up to hundreds of times per second; only the
 * image needs every tick.
 */
const UPDATE_INTERVAL_MS = 100;

const INITIAL_STATE: ScanRunState = { progress: null, pending: null, job: null, problem: null };

const NO_SCAN_RUNNING = problem(
  'NO_SCAN_RUNNING',
  scanStateTexts.noScan.title,
  scanStateTexts.noScan.needed,
  scanStateTexts.noScan.next,
);

export function createScanRun(options: ScanRunOptions): ScanRun {
  return new SyncedScan(options);
}

class SyncedScan implements ScanRun {
  readonly store = createStore<ScanRunState>(() => INITIAL_STATE);
  readonly newest = createStore<{ readonly tick: ImageTick | null }>(() => ({ tick: null }));
  readonly scanner: ScannerClient;
  readonly time: ScanTimeTracker['store'];
  readonly #options: ScanRunOptions;
  readonly #scope = new Scope('scan-run');
  #syncCount = 0;
  /** The synced scan, set before the scan is read. */
  #scanId: string | null = null;
  /** Version of the synced scan as last read; an older one may name another side. */
  #version = 0;
  #subscriptions: readonly Disposable[] = [];
  #ticks: ImageTick[] = [];
  /** Epoch of a requested restart; frames of older attempts are no longer shown. */
  #requestedEpoch = 0;
  #flushTimer: Disposable | null = null;
  /** The reconstruction whose completion was handled. */
  #shownJobId: string | null = null;
  /** Preparations of the scans started from this page, for a restart. */
  readonly #preparations = new Map<string, ScanPreparation>();
  readonly #catchUp: StudyCatchUp;

  constructor(options: ScanRunOptions) {
    this.#options = options;
    this.scanner = options.scanner;
    this.#catchUp = this.#scope.own(new StudyCatchUp({ ...options, run: this.store }));
    this.time = this.#scope.own(new ScanTimeTracker({ ...options, run: this.store })).store;
    this.#scope.own(options.scanner);
    this.#scope.own(toDisposable(() => this.#detach()));
  }

  sync(scanId: string): Disposable {
    this.#syncCount += 1;
    this.#attach(scanId);
    return toDisposable(() => {
      this.#syncCount -= 1;
      if (this.#syncCount === 0) this.#detach();
    });
  }

  async start(scanId: string, preparation?: ScanPreparation): Promise<Result<void>> {
    if (preparation !== undefined) this.#preparations.set(scanId, preparation);
    return this.#startAttempt(scanId, false);
  }

  resumeAttempt(scanId: string): Promise<Result<void>> {
    return this.#startAttempt(scanId, true);
  }

  async #startAttempt(scanId: string, resume: boolean): Promise<Result<void>> {
    const response = await this.#options.api.call(routes.getScan, { params: { id: scanId } });
    if (!response.ok) return response;
    const scan = response.value;
    const lease = await this.scanner.acquireLease(scan.deviceId);
    if (!lease.ok) return lease;
    const preparation = await this.#preparationOf(scan);
    const subscription = this.sync(scanId);
    try {
      const known = this.store.getState().progress;
      if (known?.scanId !== scanId)
        this.store.setState({ ...INITIAL_STATE, progress: progressOf(scan) });
      this.#change((progress) => ({
        ...withScan(progress, scan),
        phase: 'starting',
        errorCode: null,
      }));
      this.#version = scan.version;
      const { laterality, protocol, studyId } = scan;
      const last = Math.max(scan.epoch, known?.scanId === scanId ? known.epoch : 0);
      const epoch = resume ? last : last + 1;
      this.#requestedEpoch = epoch;
      this.#dropOldFrame(epoch);
      const body = { scanId, studyId, epoch, resume, laterality: laterality.id, protocol };
      return await this.#send('StartScan', 'start', { ...body, ...preparation });
    } finally {
      // By then the screen of the scan has its own subscription.
      this.#options.clock.after(SYNC_AFTER_START_MS, () => subscription.dispose());
    }
  }

  /**
   * Returns the preparation of the scan's last start: from memory, or after a reload from the
   * server; null if unknown.
   */
  async #preparationOf(scan: Scan): Promise<ScanPreparation | null> {
    const known = this.#preparations.get(scan.id);
    if (known !== undefined || scan.epoch === 0) return known ?? null;
    const params = { patientId: scan.patientId };
    const used = await this.#options.api.call(routes.lastUsedDeviceSettings, { params });
    if (!used.ok || used.value.scanId !== scan.id) return null;
    return { settings: valuesOf(used.value), cupDepth: used.value.cupDepth };
  }

  pause(): Promise<Result<void>> {
    return this.#control('PauseScan', 'pause');
  }

  resume(): Promise<Result<void>> {
    return this.#control('ResumeScan', 'resume');
  }

  stop(): Promise<Result<void>> {
    return this.#control('StopScan', 'stop');
  }

  declareFailed(errorCode: ScanFailed['errorCode']): Promise<Result<void>> {
    return this.#control('ScanFailed', 'stop', { errorCode });
  }

  dismissError(): void {
    this.#change((progress) => ({
      ...progress,
      errorCode: null,
      phase: progress.phase === 'failed' ? 'interrupted' : progress.phase,
    }));
  }

  async reconstruct(): Promise<Result<Job>> {
    const { progress } = this.store.getState();
    if (progress === null) throw new ProblemError(NO_SCAN_RUNNING);
    return this.#options.jobs.queue('R3D', progress.scanId);
  }

  async cancelReconstruction(): Promise<Result<Job>> {
    const { job } = this.store.getState();
    if (job === null) throw new ProblemError(NO_SCAN_RUNNING);
    return this.#options.jobs.stop(job.id);
  }

  dispose(): void {
    this.#scope.dispose();
  }

  #attach(scanId: string): void {
    if (this.#scanId === scanId) return;
    disposeAll(this.#subscriptions);
    this.#scanId = scanId;
    this.#requestedEpoch = 0;
    this.#version = 0;
    this.#ticks = [];
    this.newest.setState({ tick: null });
    if (this.store.getState().progress?.scanId !== scanId) this.store.setState(INITIAL_STATE, true);
    const { scanner, live, jobs } = this.#options;
    this.#subscriptions = [
      scanner.onTick((tick) => this.#collect(tick)),
      scanner.onAcknowledged(({ name, message }) =>
        this.#change((progress) => applyAcknowledgement(progress, name, message)),
      ),
      scanner.onStatus((status) =>
        this.#change((progress) =>
          isOfDevice(progress, status.deviceId) ? applyStatus(progress, status) : progress,
        ),
      ),
      scanner.watch(),
      live.onRefresh(() => void this.#read(scanId)),
      watchMissedMessages({
        scanner,
        clock: this.#options.clock,
        progress: () => this.store.getState().progress,
        read: () => void this.#read(scanId),
      }),
      toDisposable(jobs.store.subscribe(() => this.#updateJob())),
      this.#catchUp.watch(),
      toDisposable(this.#options.study.store.subscribe(() => this.#followCorrection())),
    ];
    void this.#read(scanId);
  }

  #detach(): void {
    disposeAll(this.#subscriptions);
    this.#subscriptions = [];
    this.scanner.showDevice(null);
    this.#scanId = null;
    this.#ticks = [];
    this.newest.setState({ tick: null });
    this.#flushTimer?.dispose();
    this.#flushTimer = null;
    this.store.setState(INITIAL_STATE, true);
  }

  /** Shows the side that a correction has given to the scan. */
  #followCorrection(): void {
    const { scans } = this.#options.study.store.getState();
    const scan = scans.find(({ id }) => id === this.#scanId);
    if (scan === undefined || scan.version < this.#version) return;
    this.#change((progress) => (progress.scanId === scan.id ? withScan(progress, scan) : progress));
  }

  /** Reads the server state: the scan's row, its stored frames and its reconstruction. */
  async #read(scanId: string): Promise<void> {
    const { api, scanner } = this.#options;
    const [scan, files] = await Promise.all([
      api.call(routes.getScan, { params: { id: scanId } }),
      api.call(routes.listScanFiles, { params: { scanId }, query: { fileCategory: 'SCAN_IMAGE' } }),
    ]);
    // Drops the response if another scan is synced by now, because the page would show the wrong
    // breast.
    if (this.#scanId !== scanId) return;
    const known = this.store.getState().progress;
    if (!scan.ok) {
      this.store.setState({ problem: scan.problem });
      return;
    }
    if (!files.ok) {
      this.store.setState({ problem: files.problem });
      return;
    }
    scanner.showDevice(scan.value.deviceId);
    this.#version = scan.value.version;
    const { status } = scannerOf(scanner.store.getState(), scan.value.deviceId);
    const stored = files.value.items.flatMap(storedAngle);
    const progress = applyServerState(known ?? progressOf(scan.value), scan.value, stored, status);
    this.#dropOldFrame(progress.epoch);
    this.store.setState({ progress, problem: null });
    if (progress.phase === 'completed') await this.#readJob(scan.value);
  }

  async #readJob(scan: Scan): Promise<void> {
    const params = { entityId: scan.id, jobType: 'R3D' as const };
    const latest = await this.#options.api.call(routes.latestJob, { params });
    const { progress } = this.store.getState();
    if (latest.ok && progress?.scanId === scan.id) this.#showJob(latest.value);
  }

  /** Shows the first tick of a burst at once, and collects the following ticks. */
  #collect(tick: ImageTick): void {
    this.#ticks.push(tick);
    const { epoch } = this.store.getState().progress ?? { epoch: 0 };
    const oldestEpoch = Math.max(epoch, this.#requestedEpoch);
    const isOfScan = tick.scanId === this.#scanId && tick.epoch >= oldestEpoch;
    if (isOfScan && isNewer(tick, this.newest.getState().tick)) this.newest.setState({ tick });
    if (this.#flushTimer === null) this.#flushTicks();
  }

  /** Removes the shown frame if it belongs to an attempt before the epoch. */
  #dropOldFrame(epoch: number): void {
    const { tick } = this.newest.getState();
    if (tick !== null && tick.epoch < epoch) this.newest.setState({ tick: null });
  }

  #flushTicks(): void {
    this.#flushTimer = null;
    if (this.#ticks.length === 0) return;
    this.#flushTimer = this.#options.clock.after(UPDATE_INTERVAL_MS, () => this.#flushTicks());
    this.#change((progress) => progress);
  }

  /** Changes the progress; applies the collected ticks first. */
  #change(update: (progress: ScanProgress) => ScanProgress): void {
    const { progress } = this.store.getState();
    if (progress === null) return;
    const ticks = this.#ticks;
    this.#ticks = [];
    const next = update(ticks.length === 0 ? progress : applyTicks(progress, ticks));
    if (next === progress) return;
    this.#dropOldFrame(next.epoch);
    this.store.setState({ progress: next });
    if (next.phase === 'completed' && progress.phase !== 'completed') this.#updateJob();
  }

  #updateJob(): void {
    const { progress } = this.store.getState();
    const job = this.#options.jobs.store
      .getState()
      .find((candidate) => candidate.jobType === 'R3D' && candidate.entityId === progress?.scanId);
    if (job !== undefined) this.#showJob(job);
  }

  #showJob(job: Job): void {
    if (this.store.getState().job !== job) this.store.setState({ job });
    if (job.status !== 'COMPLETED' || this.#shownJobId === job.id) return;
    this.#shownJobId = job.id;
    void this.#openReading();
  }

  /**
   * Opens the reading of the finished volume: navigates to the same address once the document
   * contains the completed scan.
   */
  async #openReading(): Promise<void> {
    const { progress } = this.store.getState();
    if (progress === null) return;
    const { studyId, scanId } = progress;
    if (!(await this.#catchUp.refresh())) return;
    // Does not navigate users who have left the scan meanwhile.
    if (this.#scanId !== scanId) return;
    this.#options.navigation.go(`/scan?study=${studyId}&scan=${scanId}`, { replace: true });
  }

  async #control(
    command: 'PauseScan' | 'ResumeScan' | 'StopScan' | 'ScanFailed',
    pending: 'pause' | 'resume' | 'stop',
    fields: Partial<ScanFailed> = {},
  ): Promise<Result<void>> {
    const { progress } = this.store.getState();
    if (progress === null) throw new ProblemError(NO_SCAN_RUNNING);
    const { scanId, epoch, deviceId } = progress;
    const lease = await this.scanner.acquireLease(deviceId);
    if (!lease.ok) return lease;
    return this.#send(command, pending, { ...fields, scanId, epoch });
  }

  async #send(
    command: 'StartScan' | 'PauseScan' | 'ResumeScan' | 'StopScan' | 'ScanFailed',
    pending: NonNullable<ScanRunState['pending']>,
    body: { readonly scanId: string; readonly epoch: number },
  ): Promise<Result<void>> {
    this.store.setState({ pending });
    const before = this.store.getState().progress;
    const response = await this.scanner.send(command, body);
    this.store.setState({ pending: null });
    if (response.ok) return ok(undefined);
    // Ignores the missing response if the scan has ended meanwhile or another scan is synced,
    // because the response no longer concerns the shown scan.
    const current = this.store.getState().progress;
    const isOutdated = current?.scanId !== before?.scanId || current?.phase !== before?.phase;
    if (isOutdated) return ok(undefined);
    // Without a response, the attempt before may still be recorded.
    this.#requestedEpoch = 0;
    const isUnavailable = response.problem.code === NOT_AVAILABLE;
    this.#change((progress) => {
      const isStarting = progress.phase === 'starting';
      return {
        ...progress,
        phase: isStarting ? 'failed' : progress.phase,
        errorCode: isUnavailable || isStarting ? 'ScanServiceNotAvailable' : progress.errorCode,
      };
    });
    return isUnavailable ? ok(undefined) : response;
  }
}

/** True if a device's status concerns the scan: its own device, or any if the scan names none. */
const isOfDevice = (progress: ScanProgress, deviceId: string): boolean =>
  progress.deviceId === null || progress.deviceId === deviceId;

/** Time in ms for which a started scan stays synced until its own page opens. */
const SYNC_AFTER_START_MS = 10_000;
