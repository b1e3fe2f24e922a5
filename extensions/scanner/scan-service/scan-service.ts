import type * as z from 'zod';
import {
  type Command,
  type DeviceCommand,
  type DeviceState,
  type DeviceStatus,
  developerFailSchema,
  type Envelope,
  type PrepareScan,
  SCAN_SERVICE_TIMEOUTS_MS,
  type ScanFailed,
  type StartScan,
  timingSetSchema,
} from '#contracts';
import { type Logger, messageOf } from '#foundation';
import type { ServiceInit } from '#server/extension';
import type { ScannerSettings } from '../model/index.ts';
import { type Attempt, newAttempt } from './attempts/attempt.ts';
import { DevicePublisher } from './attempts/device-publisher.ts';
import { acknowledge, runAttempt } from './attempts/run-attempt.ts';
import { Condition, type ServiceContext, type ServiceLimits } from './attempts/service-context.ts';
import { CommandInbox } from './command-inbox.ts';
import { DeviceConnection } from './device-connection.ts';
import type { ScannerDriver } from './driver/scanner-driver.ts';
import { handleFail } from './handle-fail.ts';
import {
  handleCheckTransducer,
  handlePrepare,
  publishResult,
  publishUnknownTransducer,
} from './readiness-handlers.ts';
import { isForeign, rejectForeign } from './reject-foreign.ts';
import { createDeviceApi } from './server/device-api.ts';
import { StatusTicker, timingOf } from './status-ticker.ts';

/** Margin by which preparations and tests end before their caller's timeout. */
const MARGIN_MS = 2_000;
const LIMITS: ServiceLimits = {
  prepareMs: SCAN_SERVICE_TIMEOUTS_MS.prepareScan - MARGIN_MS,
  transducerMs: SCAN_SERVICE_TIMEOUTS_MS.transducerCheck - MARGIN_MS,
};
const NO_ATTEMPT = { scanId: null, epoch: 0 };

/** A running preparation or test. */
interface ReadinessTask {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Executes the operator's commands: runs the driver, stores frames and publishes the state of
 * device and scan. Makes no decisions for the operator: a condition that may degrade an image
 * pauses the scan, and the next command resumes, restarts or ends the scan.
 */
export class ScanService {
  readonly #context: ServiceContext;
  readonly #connection: DeviceConnection;
  readonly #inbox = new CommandInbox();
  readonly #ticker: StatusTicker;
  /** Highest attempt number started by this process, by scan id. */
  readonly #lastEpoch = new Map<string, number>();
  /** Id of the newest start command. */
  #requestedStartId: string | null = null;
  #attempt: Attempt | null = null;
  #readinessTask: ReadinessTask | null = null;

  constructor(
    init: ServiceInit,
    settings: ScannerSettings,
    driver: ScannerDriver,
    log: Logger,
    limits: ServiceLimits = LIMITS,
  ) {
    const publisher = new DevicePublisher(
      init,
      (...message) => this.#connection.publish(...message),
      Date.now(),
    );
    this.#context = {
      deviceId: init.deviceId,
      driver,
      settings,
      log,
      publisher,
      limits,
      api: createDeviceApi(init.apiUrl, init.apiKey, init.deviceToken),
      condition: new Condition(() => this.#publishStatus()),
      memory: null,
      preparedFor: null,
    };
    this.#connection = new DeviceConnection(
      init,
      this.#statusOf('offline'),
      {
        onCommand: (command, payload) => this.#handleCommand(command, payload),
        onTiming: (payload) => this.#setTiming(payload),
        onFail: (payload) => this.#handleFail(payload, init.developerMode ?? false),
        onStatusRequested: () => this.#publishStatus(),
        onConnected: () => this.#publishStatus(),
      },
      log,
    );
    this.#ticker = new StatusTicker({
      isBusy: () => this.#attempt !== null || this.#readinessTask !== null,
      publishStatus: () => this.#publishStatus(),
      publishTiming: () => this.#publishTiming(),
    });
  }

  /** Stops a running scan, publishes offline and closes. The scan stays incomplete. */
  async close(): Promise<void> {
    this.#ticker.dispose();
    this.#readinessTask?.abort.abort();
    this.#attempt?.abort.abort();
    await this.#readinessTask?.done;
    await this.#attempt?.done;
    this.#context.publisher.publishStatus(this.#statusOf('offline'));
    await this.#connection.close();
  }

  #handleCommand(name: DeviceCommand, payload: unknown): void {
    const command = this.#inbox.read(name, payload);
    if (command === 'unreadable') {
      this.#context.log.log('warn', 'A command could not be parsed', { command: name });
    }
    if (typeof command === 'string') return;
    if (rejectForeign(this.#context, command, this.#attempt?.scanId ?? null)) return;
    switch (command.name) {
      case 'StartScan':
        this.#run(name, this.#start(command.body));
        break;
      case 'PrepareScan':
        this.#run(name, this.#prepare(command.body));
        break;
      case 'TransducerCheck':
        this.#run(name, this.#checkTransducer(command.body));
        break;
      case 'SoftResetHardware':
        this.#run(name, this.#reset(command.body.id));
        break;
      case 'PauseScan':
        this.#pause(command.body);
        break;
      case 'ResumeScan':
        this.#resume(command.body);
        break;
      case 'StopScan':
        this.#stop(command.body);
        break;
      case 'ScanFailed':
        this.#declareFailed(command.body);
        break;
    }
  }

  async #start(start: StartScan): Promise<void> {
    const { scanId, epoch, resume } = start;
    const lastEpoch = this.#lastEpoch.get(scanId) ?? 0;
    // Ignores starts of older attempts, and a repeated start of the newest attempt.
    if (resume ? epoch < lastEpoch : epoch <= lastEpoch) return;
    const running = this.#attempt;
    if (running !== null && running.scanId !== scanId) {
      this.#context.log.log('warn', 'A scan was requested while another scan is running', {
        scanId,
      });
      acknowledge(this.#context, newAttempt(start), 'Failed', start.id, 'UnknownError');
      return;
    }
    // The attempt is already running, at most in a pause.
    if (running?.epoch === epoch) {
      this.#resume(start);
      return;
    }
    // A resume continues an attempt and may be rejected. Its number is not registered, so that a
    // restart with the same number is still accepted.
    if (!resume) this.#lastEpoch.set(scanId, epoch);
    this.#requestedStartId = start.id;
    const isFree = running === null || (await this.#supersede(running, start));
    if (isFree) await this.#stopReadinessTask();
    // If another start arrived while the preparation ended, both would record at once.
    if (!isFree || this.#requestedStartId !== start.id || this.#attempt !== null) {
      this.#restoreEpoch(start, lastEpoch);
      return;
    }
    const attempt = newAttempt(start);
    this.#attempt = attempt;
    attempt.done = runAttempt(this.#context, attempt, start).finally(() => {
      if (this.#attempt === attempt) this.#attempt = null;
      if (!attempt.time.hasStarted) this.#restoreEpoch(start, lastEpoch);
      // Skips the status between an attempt and its replacement, because the scanner would appear
      // free.
      if (!attempt.superseded) this.#publishStatus();
    });
    await attempt.done;
  }

  /**
   * Releases the epoch of an attempt that never started recording, because a page that reads the
   * stored scan sends the same number again.
   */
  #restoreEpoch({ scanId, epoch }: StartScan, lastEpoch: number): void {
    if (this.#lastEpoch.get(scanId) === epoch)
      this.#lastEpoch.set(scanId, Math.min(lastEpoch, epoch));
  }

  /** Ends the running attempt; returns false if the new attempt must not start. */
  async #supersede(running: Attempt, start: StartScan): Promise<boolean> {
    const stoppedBefore = running.stoppedBy;
    running.superseded = true;
    running.abort.abort();
    await running.done;
    // If another restart arrived while the old attempt ended, both would record at once.
    if (this.#requestedStartId !== start.id) return false;
    if (running.stoppedBy === stoppedBefore) return true;
    acknowledge(this.#context, newAttempt(start), 'Stopped', running.stoppedBy);
    this.#publishStatus();
    return false;
  }

  async #prepare(command: PrepareScan): Promise<void> {
    if (this.#attempt !== null) {
      const detail = 'A scan is being recorded.';
      publishResult(this.#context, command, { errorCode: 'UnknownError', detail, failed: [] });
      return;
    }
    await this.#runReadiness((signal) => handlePrepare(this.#context, command, signal));
  }

  async #checkTransducer(command: Envelope): Promise<void> {
    if (this.#attempt !== null) {
      publishUnknownTransducer(this.#context, command, 'A scan is being recorded.');
      return;
    }
    await this.#runReadiness((signal) => handleCheckTransducer(this.#context, command, signal));
  }

  /** Runs a single task at a time; the newest command cancels the prior task. */
  async #runReadiness(handler: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    const stopped = this.#stopReadinessTask();
    const done = stopped.then(() => (abort.signal.aborted ? undefined : handler(abort.signal)));
    const task: ReadinessTask = { abort, done };
    this.#readinessTask = task;
    await done.finally(() => {
      if (this.#readinessTask === task) this.#readinessTask = null;
    });
  }

  async #stopReadinessTask(): Promise<void> {
    this.#readinessTask?.abort.abort();
    await this.#readinessTask?.done;
  }

  #pause({ id, scanId }: Envelope): void {
    const attempt = this.#attemptOf(scanId);
    const { condition, driver } = this.#context;
    if (attempt === null || condition.state !== 'scanning') {
      this.#logIgnored('PauseScan');
      return;
    }
    driver.pause();
    attempt.time.pause();
    condition.enter('paused');
    acknowledge(this.#context, attempt, 'Paused', id);
  }

  /** Resumes after a pause or a warning, which the operator has seen. */
  #resume({ id, scanId }: Pick<Envelope, 'id' | 'scanId'>): void {
    const attempt = this.#attemptOf(scanId);
    const { condition, driver } = this.#context;
    if (attempt === null || condition.state !== 'paused') {
      this.#logIgnored('ResumeScan');
      return;
    }
    driver.resume();
    attempt.time.resume();
    condition.enter('scanning');
    acknowledge(this.#context, attempt, 'Resumed', id);
  }

  #stop({ id, scanId, epoch }: Envelope): void {
    const attempt = this.#attempt;
    if (attempt !== null && attempt.scanId === scanId) {
      attempt.stoppedBy = id;
      attempt.abort.abort();
    } else if (scanId !== null && attempt === null) {
      // No attempt is running, e.g. after a crash, so the scan is already stopped.
      acknowledge(this.#context, newAttempt({ scanId, epoch }), 'Stopped', id);
    }
  }

  #declareFailed({ id, scanId, epoch, errorCode }: ScanFailed): void {
    const attempt = this.#attempt;
    if (attempt?.scanId === scanId && attempt.epoch === epoch) {
      attempt.declared = errorCode;
      attempt.stoppedBy = id;
      attempt.abort.abort();
    } else if (attempt === null) {
      acknowledge(this.#context, newAttempt({ scanId, epoch }), 'Failed', id, errorCode);
    }
  }

  async #reset(commandId: string): Promise<void> {
    const attempt = this.#attempt;
    if (attempt !== null) {
      attempt.stoppedBy = commandId;
      attempt.abort.abort();
      await attempt.done;
    }
    await this.#stopReadinessTask();
    const { condition, driver } = this.#context;
    this.#context.preparedFor = null;
    condition.enter('resetting');
    await driver.reset();
    condition.enter('ready');
  }

  #setTiming(payload: unknown): void {
    const set = this.#parse('timing/set', timingSetSchema, payload);
    if (set !== null) this.#ticker.setTiming(set.everyMs);
  }

  #handleFail(payload: unknown, developerMode: boolean): void {
    const fail = this.#parse('developer/fail', developerFailSchema, payload);
    if (fail !== null && this.#inbox.isFirst(fail.id)) {
      handleFail(this.#context, this.#attempt ?? NO_ATTEMPT, fail, developerMode);
    }
  }

  /** Returns a message to this device; logs invalid messages and those to others, and returns null. */
  #parse<T extends Command>(command: string, schema: z.ZodType<T>, payload: unknown): T | null {
    const { success, data } = schema.safeParse(payload);
    if (success) return isForeign(this.#context, command, data) ? null : data;
    this.#context.log.log('warn', 'A command could not be parsed', { command });
    return null;
  }

  #attemptOf(scanId: string | null): Attempt | null {
    const attempt = this.#attempt;
    return attempt?.scanId === scanId && !attempt.superseded ? attempt : null;
  }

  #logIgnored(command: DeviceCommand): void {
    this.#context.log.log('info', 'A command was ignored: no matching scan', { command });
  }

  #publishTiming(): void {
    const time = timingOf(this.#context.condition, this.#attempt);
    if (time !== null) this.#context.publisher.publishTiming(this.#attempt ?? NO_ATTEMPT, time);
  }

  #publishStatus(): void {
    this.#context.publisher.publishStatus(this.#statusOf(this.#context.condition.state));
  }

  #statusOf(state: DeviceState): DeviceStatus {
    const { condition, driver, publisher } = this.#context;
    return publisher.statusOf(this.#attempt ?? NO_ATTEMPT, {
      ...driver.hardware(),
      state,
      connected: state !== 'offline',
      errorCode: condition.errorCode,
      errorMessage: condition.errorMessage,
      deviceAngle: driver.describe().deviceAngle,
    });
  }

  /** Reports errors in log and status, because no caller awaits the result of a command. */
  #run(command: DeviceCommand, work: Promise<void>): void {
    work.catch((thrown: unknown) => {
      const detail = messageOf(thrown);
      this.#context.log.log('error', 'A command failed', { command, detail });
      this.#context.condition.enter('error', 'UnknownError', detail);
    });
  }
}
