import type { DeviceState, ScanErrorCode } from '#contracts';
import type { Logger } from '#foundation';
import type { ScannerSettings } from '../../model/index.ts';
import type { ScannerDriver, ScanRequest } from '../driver/scanner-driver.ts';
import type { SweepBuffers } from '../recording/sweep-buffer.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { DevicePublisher } from './device-publisher.ts';

/** What an attempt has recorded, kept until another scan begins: it may be resumed. */
export interface AttemptMemory {
  readonly epoch: number;
  readonly request: ScanRequest;
  readonly sweeps: SweepBuffers;
}

/** How long the parts of a preparation may take: a little less than whoever asked waits. */
export interface ServiceLimits {
  readonly prepareMs: number;
  readonly transducerMs: number;
}

/** What the acts of the scan service share. */
export interface ServiceContext {
  readonly driver: ScannerDriver;
  readonly api: ApiClient;
  readonly settings: ScannerSettings;
  readonly publisher: DevicePublisher;
  readonly log: Logger;
  readonly limits: ServiceLimits;
  /** What the device is said to be in. */
  readonly condition: Condition;
  memory: AttemptMemory | null;
  /** The settings that the device is ready for; null after whatever makes it unready. */
  preparedFor: string | null;
}

/** The state of the device as the service tells it. */
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

  /** How long it has been in this state. */
  get elapsedSeconds(): number {
    return (performance.now() - this.#sinceMs) / 1000;
  }

  /** Enters a state and tells it. An error stands until a state is entered without one. */
  enter(state: DeviceState, errorCode: ScanErrorCode = 'NoError', message?: string): void {
    this.set(state, errorCode, message);
    this.#onChange();
  }

  /** Enters a state that is told later, after what led to it. */
  set(state: DeviceState, errorCode: ScanErrorCode = 'NoError', message?: string): void {
    if (state !== this.#state) this.#sinceMs = performance.now();
    this.#state = state;
    this.#errorCode = errorCode;
    this.#errorMessage = message?.slice(0, 300) ?? null;
  }
}
