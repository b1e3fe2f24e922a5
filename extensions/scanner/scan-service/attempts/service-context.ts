import type { DeviceState, ScanErrorCode } from '#contracts';
import type { Logger } from '#foundation';
import type { ScannerSettings } from '../../model/index.ts';
import type { ScannerDriver, ScanRequest } from '../driver/scanner-driver.ts';
import type { SweepBuffers } from '../recording/sweep-buffer.ts';
import type { DeviceApi } from '../server/device-api.ts';
import type { DevicePublisher } from './device-publisher.ts';

/** Recorded data of an attempt, kept for a resume until another scan starts. */
export interface AttemptMemory {
  readonly epoch: number;
  readonly request: ScanRequest;
  readonly sweeps: SweepBuffers;
}

/** Maximum duration of the preparation steps in ms, slightly less than the caller's timeout. */
export interface ServiceLimits {
  readonly prepareMs: number;
  readonly transducerMs: number;
}

/** Shared state of the scan service's operations. */
export interface ServiceContext {
  /** Id of the device of this service. */
  readonly deviceId: string;
  readonly driver: ScannerDriver;
  readonly api: DeviceApi;
  readonly settings: ScannerSettings;
  readonly publisher: DevicePublisher;
  readonly log: Logger;
  readonly limits: ServiceLimits;
  /** Published state of the device. */
  readonly condition: Condition;
  /** The last recorded attempt; null if complete or none. */
  memory: AttemptMemory | null;
  /** Settings, as JSON, for which the device is prepared; null if the device is not prepared. */
  preparedFor: string | null;
}

/** Published state of the device. */
export class Condition {
  readonly #onChange: () => void;
  #state: DeviceState = 'ready';
  #errorCode: ScanErrorCode = 'NoError';
  #errorMessage: string | null = null;
  #sinceMs = performance.now();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get state(): DeviceState {
    return this.#state;
  }

  get errorCode(): ScanErrorCode {
    return this.#errorCode;
  }

  get errorMessage(): string | null {
    return this.#errorMessage;
  }

  /** Time in the current state. */
  get elapsedSeconds(): number {
    return (performance.now() - this.#sinceMs) / 1000;
  }

  /**
   * Enters a state and publishes the status. An error stays until a state without an error is
   * entered.
   */
  enter(state: DeviceState, errorCode: ScanErrorCode = 'NoError', message?: string): void {
    this.set(state, errorCode, message);
    this.#onChange();
  }

  /**
   * Enters a state without publishing; the caller publishes the status after the message that
   * caused the state.
   */
  set(state: DeviceState, errorCode: ScanErrorCode = 'NoError', message?: string): void {
    if (state !== this.#state) this.#sinceMs = performance.now();
    this.#state = state;
    this.#errorCode = errorCode;
    this.#errorMessage = message?.slice(0, 300) ?? null;
  }
}
