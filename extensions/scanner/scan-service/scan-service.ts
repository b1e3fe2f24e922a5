import {
  type Acknowledgement,
  type DeviceCommand,
  type DeviceStatus,
  plainCommandSchema,
  type ScanErrorCode,
  type StartScan,
  startScanSchema,
} from '#contracts';
import { type Logger, messageOf, newId, toDisposable } from '#foundation';
import type { ServiceInit } from '#server/extension';
import {
  DEFAULT_DEVICE_SETTINGS,
  frameCount,
  frameSizeOf,
  type ScannerSettings,
  sweepPlans,
} from '../model/index.ts';
import { ApiClient } from './api-client.ts';
import { type Attempt, newAttempt } from './attempt.ts';
import { DeviceLink } from './device-link.ts';
import { recordScan, type StoredFrame } from './record-scan.ts';
import { moveToCompleted, moveToStarted } from './scan-state.ts';
import type { ScannerDriver, ScanOrder } from './scanner-driver.ts';

type State = DeviceStatus['state'];

/** Command ids remembered to ignore what QoS 1 delivers twice. */
const REMEMBERED = 256;
const STATUS_EVERY_MS = 1000;

/** Obeys the operator's commands: runs the driver, stores frames, tells the truth about both. */
export class ScanService {
  readonly #driver: ScannerDriver;
  readonly #settings: ScannerSettings;
  readonly #api: ApiClient;
  readonly #log: Logger;
  readonly #link: DeviceLink;
  readonly #seen: string[] = [];
  readonly #seq = new Map<string, number>();
  /** Later runs of the service have higher numbers; statuses count from here. */
  readonly #session = Date.now();
  #state: State = 'ready';
  #errorCode: ScanErrorCode = 'NoError';
  #attempt: Attempt | null = null;
  readonly #lastEpoch = new Map<string, number>();

  constructor(init: ServiceInit, settings: ScannerSettings, driver: ScannerDriver, log: Logger) {
    this.#driver = driver;
    this.#settings = settings;
    this.#log = log;
    this.#api = new ApiClient(init.apiUrl, init.apiKey, init.deviceToken);
    this.#link = new DeviceLink(
      init,
      this.#statusMessage('offline'),
      {
        onCommand: (command, payload) => this.#obey(command, payload),
        onStatusAsked: () => this.#tellStatus(),
        onConnected: () => this.#tellStatus(),
      },
      log,
    );
  }

  /** Stops a running scan, says offline and closes. The scan stays incomplete. */
  async close(): Promise<void> {
    this.#attempt?.abort.abort();
    await this.#attempt?.done;
    this.#link.status(this.#statusMessage('offline'));
    await this.#link.close();
  }

  #obey(command: DeviceCommand, payload: unknown): void {
    if (command === 'StartScan') {
      const start = startScanSchema.safeParse(payload);
      if (!start.success) this.#warnUnreadable(command);
      else if (this.#isNew(start.data.id)) this.#run('start', this.#start(start.data));
      return;
    }
    const plain = plainCommandSchema.safeParse(payload);
    if (!plain.success) {
      this.#warnUnreadable(command);
      return;
    }
    if (!this.#isNew(plain.data.id)) return;
    const attempt = this.#attempt;
    const meant = attempt !== null && attempt.scanId === plain.data.scanId;
    if (command === 'SoftResetHardware') this.#run('reset', this.#reset(plain.data.id));
    else if (command === 'PauseScan' && meant) this.#pause(attempt, plain.data.id);
    else if (command === 'ResumeScan' && meant) this.#resume(attempt, plain.data.id);
    else if (command === 'StopScan' && meant) this.#stop(attempt, plain.data.id);
    else this.#log.log('info', 'A command had nothing to act on', { command });
  }

  async #start(start: StartScan): Promise<void> {
    const { scanId, epoch } = start;
    if (epoch <= (this.#lastEpoch.get(scanId) ?? 0)) return;
    const running = this.#attempt;
    if (running !== null && running.scanId !== scanId) {
      this.#log.log('warn', 'A scan was asked for while another one runs', { scanId });
      this.#acknowledgeFor(scanId, epoch, 'Failed', start.id, 'UnknownError', 0, 1);
      return;
    }
    this.#lastEpoch.set(scanId, epoch);
    if (running !== null) {
      const stoppedBefore = running.stoppedBy;
      running.superseded = true;
      running.abort.abort();
      await running.done;
      // Another restart came while the old attempt ended: two would record at once.
      if (this.#lastEpoch.get(scanId) !== epoch) return;
      if (running.stoppedBy !== stoppedBefore) {
        this.#acknowledgeFor(scanId, epoch, 'Stopped', running.stoppedBy, 'NoError', 0, 1);
        this.#tellStatus();
        return;
      }
    }
    const attempt = newAttempt(start);
    this.#attempt = attempt;
    attempt.done = this.#runAttempt(attempt, start).finally(() => {
      if (this.#attempt === attempt) this.#attempt = null;
      // Between an attempt and the one that replaces it nobody shall see a scanner that is free.
      if (!attempt.superseded) this.#tellStatus();
    });
    await attempt.done;
  }

  async #runAttempt(attempt: Attempt, start: StartScan): Promise<void> {
    const { signal } = attempt.abort;
    const order = this.#orderOf(start);
    attempt.framesTotal = frameCount(order.sweeps);
    const ready = await this.#driver.prepare(signal);
    if (!ready.ok) return this.#fail(attempt, 'HardwareError', ready.problem.detail, start.id);
    const retryMs = this.#settings.retrySeconds * 1000;
    const target = { scanId: attempt.scanId, epoch: attempt.epoch, side: start.laterality };
    const deviceAngle = this.#driver.describe().deviceAngle;
    const moved = await moveToStarted(this.#api, target, deviceAngle, retryMs, signal);
    if (!moved.ok) {
      if (signal.aborted) return this.#endStopped(attempt);
      return this.#fail(attempt, 'UnknownError', moved.problem.detail, start.id);
    }
    attempt.time.start();
    this.#errorCode = 'NoError';
    this.#enter('scanning');
    this.#acknowledge(attempt, attempt.epoch > 1 ? 'Restarted' : 'Started', start.id);
    const statusTimer = setInterval(() => this.#tellStatus(), STATUS_EVERY_MS);
    const ticking = toDisposable(() => clearInterval(statusTimer));
    const end = await recordScan(
      {
        driver: this.#driver,
        api: this.#api,
        retryMs,
        onFrame: (frame) => this.#tick(attempt, frame),
      },
      order,
      attempt.epoch,
      signal,
    );
    ticking.dispose();
    if (end.kind === 'failed') return this.#fail(attempt, end.errorCode, end.detail, null);
    if (end.kind === 'complete') {
      // Everything is stored: a stop that comes now is too late.
      const done = await moveToCompleted(this.#api, target, retryMs, new AbortController().signal);
      if (!done.ok) return this.#fail(attempt, 'ImageSaveFailed', done.problem.detail, null);
      this.#state = 'ready';
      this.#acknowledge(attempt, 'Completed', null);
      return;
    }
    this.#endStopped(attempt);
  }

  #endStopped(attempt: Attempt): void {
    this.#state = 'ready';
    if (!attempt.superseded) this.#acknowledge(attempt, 'Stopped', attempt.stoppedBy);
  }

  #orderOf(start: StartScan): ScanOrder {
    const settings = DEFAULT_DEVICE_SETTINGS;
    return {
      scanId: start.scanId,
      side: start.laterality,
      protocol: start.protocol,
      sweeps: sweepPlans(start.protocol, frameSizeOf(this.#settings), settings.depthMm),
      settings,
    };
  }

  #pause(attempt: Attempt, commandId: string): void {
    if (this.#state !== 'scanning' || attempt.superseded) return;
    this.#driver.pause();
    attempt.time.pause();
    this.#enter('paused');
    this.#acknowledge(attempt, 'Paused', commandId);
  }

  #resume(attempt: Attempt, commandId: string): void {
    if (this.#state !== 'paused' || attempt.superseded) return;
    this.#driver.resume();
    attempt.time.resume();
    this.#enter('scanning');
    this.#acknowledge(attempt, 'Resumed', commandId);
  }

  #stop(attempt: Attempt, commandId: string): void {
    attempt.stoppedBy = commandId;
    attempt.abort.abort();
  }

  async #reset(commandId: string): Promise<void> {
    const attempt = this.#attempt;
    if (attempt !== null) {
      this.#stop(attempt, commandId);
      await attempt.done;
    }
    await this.#driver.reset();
    this.#errorCode = 'NoError';
    this.#enter('ready');
  }

  #fail(attempt: Attempt, code: ScanErrorCode, detail: string, commandId: string | null): void {
    this.#log.log('error', 'The scan failed', { scanId: attempt.scanId, code, detail });
    this.#errorCode = code;
    this.#state = 'error';
    this.#acknowledge(attempt, 'Failed', commandId, code);
  }

  #tick(attempt: Attempt, frame: StoredFrame): void {
    attempt.framesStored = frame.framesStored;
    const { fileId, sweep, frameIdx, clockDeg, framesStored, framesTotal, storagePath } = frame;
    this.#link.image({
      ...this.#envelope(attempt.scanId, attempt.epoch),
      scanId: attempt.scanId,
      fileId,
      sweep,
      frameIdx,
      clockDeg,
      framesStored,
      framesTotal,
      secondsLeft: attempt.time.secondsLeft(framesStored, framesTotal),
      meta: { storagePath },
    });
  }

  #acknowledge(
    attempt: Attempt,
    ack: Acknowledgement,
    commandId: string | null,
    errorCode: ScanErrorCode = 'NoError',
  ): void {
    const { scanId, epoch, framesStored, framesTotal } = attempt;
    this.#acknowledgeFor(scanId, epoch, ack, commandId, errorCode, framesStored, framesTotal);
  }

  #acknowledgeFor(
    scanId: string,
    epoch: number,
    ack: Acknowledgement,
    commandId: string | null,
    errorCode: ScanErrorCode,
    framesStored: number,
    framesTotal: number,
  ): void {
    this.#link.acknowledge(ack, {
      ...this.#envelope(scanId, epoch),
      commandId,
      errorCode,
      framesStored,
      framesTotal,
    });
  }

  #enter(state: State): void {
    this.#state = state;
    this.#tellStatus();
  }

  #tellStatus(): void {
    this.#link.status(this.#statusMessage(this.#state));
  }

  #statusMessage(state: State): DeviceStatus {
    const attempt = this.#attempt;
    return {
      ...this.#envelope(null, attempt?.epoch ?? 0),
      scanId: attempt?.scanId ?? null,
      connected: state !== 'offline',
      state,
      errorCode: this.#errorCode,
      errorMessage: null,
      session: this.#session,
      deviceAngle: this.#driver.describe().deviceAngle,
      ...this.#driver.hardware(),
    };
  }

  /** Numbers the acknowledgements and ticks of an attempt; a status counts by itself (null). */
  #envelope(scanId: string | null, epoch: number) {
    const key = scanId === null ? 'status' : `${scanId}/${epoch}`;
    const seq = this.#seq.get(key) ?? 0;
    this.#seq.set(key, seq + 1);
    return { id: newId(), at: new Date().toISOString(), scanId, epoch, seq };
  }

  #isNew(commandId: string): boolean {
    if (this.#seen.includes(commandId)) return false;
    this.#seen.push(commandId);
    if (this.#seen.length > REMEMBERED) this.#seen.shift();
    return true;
  }

  #warnUnreadable(command: DeviceCommand): void {
    this.#log.log('warn', 'A command was not readable', { command });
  }

  /** Nothing waits for a command's outcome; a defect in it must not go unseen. */
  #run(what: string, work: Promise<void>): void {
    work.catch((thrown: unknown) => {
      this.#log.log('error', 'A command failed', { what, detail: messageOf(thrown) });
      this.#errorCode = 'UnknownError';
      this.#enter('error');
    });
  }
}
