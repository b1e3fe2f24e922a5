import {
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
import { actFail } from './act-fail.ts';
import { type Attempt, newAttempt } from './attempts/attempt.ts';
import { DeviceVoice } from './attempts/device-voice.ts';
import { acknowledge, runAttempt } from './attempts/run-attempt.ts';
import { Condition, type Scene, type ServiceLimits } from './attempts/scene.ts';
import { Clockwork, timeNow } from './clockwork.ts';
import { CommandInbox } from './command-inbox.ts';
import { DeviceLink } from './device-link.ts';
import type { ScannerDriver } from './driver/scanner-driver.ts';
import {
  actCheckTransducer,
  actPrepare,
  tellResult,
  tellUnknownTransducer,
} from './readiness-acts.ts';
import { ApiClient } from './server/api-client.ts';

/** Told before whoever asked stops waiting. */
const MARGIN_MS = 2_000;
const LIMITS: ServiceLimits = {
  prepareMs: SCAN_SERVICE_TIMEOUTS_MS.prepareScan - MARGIN_MS,
  transducerMs: SCAN_SERVICE_TIMEOUTS_MS.transducerCheck - MARGIN_MS,
};
const NOTHING = { scanId: null, epoch: 0 };

/** A preparation or a test that is under way. */
interface Readying {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Obeys the operator's commands: runs the driver, stores frames, tells the truth about both. It
 * decides nothing for people: what may spoil an image holds the scan, and the next command says
 * whether it goes on, starts again or ends.
 */
export class ScanService {
  readonly #scene: Scene;
  readonly #link: DeviceLink;
  readonly #inbox = new CommandInbox();
  readonly #clockwork: Clockwork;
  /** The highest attempt of each scan that was begun here. */
  readonly #lastEpoch = new Map<string, number>();
  /** The newest start that was asked for. */
  #wanted: string | null = null;
  #attempt: Attempt | null = null;
  #readying: Readying | null = null;

  constructor(
    init: ServiceInit,
    settings: ScannerSettings,
    driver: ScannerDriver,
    log: Logger,
    limits: ServiceLimits = LIMITS,
  ) {
    const voice = new DeviceVoice(init, (...message) => this.#link.publish(...message), Date.now());
    this.#scene = {
      driver,
      settings,
      log,
      voice,
      limits,
      api: new ApiClient(init.apiUrl, init.apiKey, init.deviceToken),
      condition: new Condition(() => this.#tellStatus()),
      memory: null,
      preparedFor: null,
    };
    this.#link = new DeviceLink(
      init,
      this.#statusOf('offline'),
      {
        onCommand: (command, payload) => this.#obey(command, payload),
        onTiming: (payload) => this.#setTiming(payload),
        onFail: (payload) => this.#fail(payload, init.developerMode ?? false),
        onStatusAsked: () => this.#tellStatus(),
        onConnected: () => this.#tellStatus(),
      },
      log,
    );
    this.#clockwork = new Clockwork({
      isBusy: () => this.#attempt !== null || this.#readying !== null,
      tellStatus: () => this.#tellStatus(),
      tellTime: () => this.#tellTime(),
    });
  }

  /** Stops a running scan, says offline and closes. The scan stays incomplete. */
  async close(): Promise<void> {
    this.#clockwork.dispose();
    this.#readying?.abort.abort();
    this.#attempt?.abort.abort();
    await this.#readying?.done;
    await this.#attempt?.done;
    this.#scene.voice.status(this.#statusOf('offline'));
    await this.#link.close();
  }

  #obey(name: DeviceCommand, payload: unknown): void {
    const command = this.#inbox.read(name, payload);
    if (command === 'unreadable') {
      this.#scene.log.log('warn', 'A command was not readable', { command: name });
    }
    if (typeof command === 'string') return;
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
    const last = this.#lastEpoch.get(scanId) ?? 0;
    if (resume ? epoch < last : epoch <= last) return;
    const running = this.#attempt;
    if (running !== null && running.scanId !== scanId) {
      this.#scene.log.log('warn', 'A scan was asked for while another one runs', { scanId });
      acknowledge(this.#scene, newAttempt(start), 'Failed', start.id, 'UnknownError');
      return;
    }
    if (running?.epoch === epoch) {
      this.#resume(start);
      return;
    }
    // Going on with an attempt makes it no newer; it may be refused, and a restart has its number.
    if (!resume) this.#lastEpoch.set(scanId, epoch);
    this.#wanted = start.id;
    const isFree = running === null || (await this.#takesPlaceOf(running, start));
    if (isFree) await this.#endReadying();
    // Another start came while the readying ended: two would record at once.
    if (!isFree || this.#wanted !== start.id || this.#attempt !== null) {
      this.#giveBack(start, last);
      return;
    }
    const attempt = newAttempt(start);
    this.#attempt = attempt;
    attempt.done = runAttempt(this.#scene, attempt, start).finally(() => {
      if (this.#attempt === attempt) this.#attempt = null;
      if (!attempt.time.hasBegun) this.#giveBack(start, last);
      // Between an attempt and the one that replaces it nobody shall see a scanner that is free.
      if (!attempt.superseded) this.#tellStatus();
    });
    await attempt.done;
  }

  /** What never began has used up no number: whoever reads the stored scan asks with the same. */
  #giveBack({ scanId, epoch }: StartScan, last: number): void {
    if (this.#lastEpoch.get(scanId) === epoch) this.#lastEpoch.set(scanId, Math.min(last, epoch));
  }

  /** Ends the attempt before; false when this one shall not begin after all. */
  async #takesPlaceOf(running: Attempt, start: StartScan): Promise<boolean> {
    const stoppedBefore = running.stoppedBy;
    running.superseded = true;
    running.abort.abort();
    await running.done;
    // Another restart came while the old attempt ended: two would record at once.
    if (this.#wanted !== start.id) return false;
    if (running.stoppedBy === stoppedBefore) return true;
    acknowledge(this.#scene, newAttempt(start), 'Stopped', running.stoppedBy);
    this.#tellStatus();
    return false;
  }

  async #prepare(command: PrepareScan): Promise<void> {
    if (this.#attempt !== null) {
      const detail = 'A scan is being recorded.';
      tellResult(this.#scene, command, { errorCode: 'UnknownError', detail, failed: [] });
      return;
    }
    await this.#ready((signal) => actPrepare(this.#scene, command, signal));
  }

  async #checkTransducer(command: Envelope): Promise<void> {
    if (this.#attempt !== null) {
      tellUnknownTransducer(this.#scene, command, 'A scan is being recorded.');
      return;
    }
    await this.#ready((signal) => actCheckTransducer(this.#scene, command, signal));
  }

  /** One at a time: the newest command is what the operator wants. */
  async #ready(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    const before = this.#endReadying();
    const done = before.then(() => (abort.signal.aborted ? undefined : act(abort.signal)));
    const readying: Readying = { abort, done };
    this.#readying = readying;
    await done.finally(() => {
      if (this.#readying === readying) this.#readying = null;
    });
  }

  async #endReadying(): Promise<void> {
    this.#readying?.abort.abort();
    await this.#readying?.done;
  }

  #pause({ id, scanId }: Envelope): void {
    const attempt = this.#attemptOf(scanId);
    const { condition, driver } = this.#scene;
    if (attempt === null || condition.state !== 'scanning') {
      this.#tellIdle('PauseScan');
      return;
    }
    driver.pause();
    attempt.time.pause();
    condition.enter('paused');
    acknowledge(this.#scene, attempt, 'Paused', id);
  }

  /** Goes on after a pause and after a warning: the operator has seen it and decided. */
  #resume({ id, scanId }: Pick<Envelope, 'id' | 'scanId'>): void {
    const attempt = this.#attemptOf(scanId);
    const { condition, driver } = this.#scene;
    if (attempt === null || condition.state !== 'paused') {
      this.#tellIdle('ResumeScan');
      return;
    }
    driver.resume();
    attempt.time.resume();
    condition.enter('scanning');
    acknowledge(this.#scene, attempt, 'Resumed', id);
  }

  #stop({ id, scanId, epoch }: Envelope): void {
    const attempt = this.#attempt;
    if (attempt !== null && attempt.scanId === scanId) {
      attempt.stoppedBy = id;
      attempt.abort.abort();
    } else if (scanId !== null && attempt === null) {
      // Nothing records it, e.g. after a crash: that is what was asked for.
      acknowledge(this.#scene, newAttempt({ scanId, epoch }), 'Stopped', id);
    }
  }

  #declareFailed({ id, scanId, epoch, errorCode }: ScanFailed): void {
    const attempt = this.#attempt;
    if (attempt?.scanId === scanId && attempt.epoch === epoch) {
      attempt.declared = errorCode;
      attempt.stoppedBy = id;
      attempt.abort.abort();
    } else if (attempt === null) {
      acknowledge(this.#scene, newAttempt({ scanId, epoch }), 'Failed', id, errorCode);
    }
  }

  async #reset(commandId: string): Promise<void> {
    const attempt = this.#attempt;
    if (attempt !== null) {
      attempt.stoppedBy = commandId;
      attempt.abort.abort();
      await attempt.done;
    }
    await this.#endReadying();
    const { condition, driver } = this.#scene;
    this.#scene.preparedFor = null;
    condition.enter('resetting');
    await driver.reset();
    condition.enter('ready');
  }

  #setTiming(payload: unknown): void {
    const set = timingSetSchema.safeParse(payload);
    if (set.success) this.#clockwork.setTiming(set.data.everyMs);
    else this.#scene.log.log('warn', 'A command was not readable', { command: 'timing/set' });
  }

  #fail(payload: unknown, developerMode: boolean): void {
    const fail = developerFailSchema.safeParse(payload);
    if (!fail.success) {
      this.#scene.log.log('warn', 'A command was not readable', { command: 'developer/fail' });
    } else if (this.#inbox.isFirst(fail.data.id)) {
      actFail(this.#scene, this.#attempt ?? NOTHING, fail.data, developerMode);
    }
  }

  #attemptOf(scanId: string | null): Attempt | null {
    const attempt = this.#attempt;
    return attempt?.scanId === scanId && !attempt.superseded ? attempt : null;
  }

  #tellIdle(command: DeviceCommand): void {
    this.#scene.log.log('info', 'A command had nothing to act on', { command });
  }

  #tellTime(): void {
    const time = timeNow(this.#scene.condition, this.#attempt);
    if (time !== null) this.#scene.voice.timing(this.#attempt ?? NOTHING, time);
  }

  #tellStatus(): void {
    this.#scene.voice.status(this.#statusOf(this.#scene.condition.state));
  }

  #statusOf(state: DeviceState): DeviceStatus {
    const { condition, driver, voice } = this.#scene;
    return voice.statusOf(this.#attempt ?? NOTHING, {
      ...driver.hardware(),
      state,
      connected: state !== 'offline',
      errorCode: condition.errorCode,
      errorMessage: condition.errorMessage,
      deviceAngle: driver.describe().deviceAngle,
    });
  }

  /** Nothing waits for a command's outcome; a defect in it must not go unseen. */
  #run(what: DeviceCommand, work: Promise<void>): void {
    work.catch((thrown: unknown) => {
      const detail = messageOf(thrown);
      this.#scene.log.log('error', 'A command failed', { what, detail });
      this.#scene.condition.enter('error', 'UnknownError', detail);
    });
  }
}
