import {
  type Acknowledgement,
  type AcknowledgementMessage,
  type DeveloperResponseMessage,
  type DeviceStatus,
  type DiagnosticResult,
  type Envelope,
  type ImageTick,
  type PrescanResult,
  type TimingTick,
  topics,
} from '#contracts';
import { newId } from '#foundation';

/** Attempt that a message belongs to; `scanId` is null for none. */
export interface AttemptRef {
  readonly scanId: string | null;
  readonly epoch: number;
}

type Body<Message> = Omit<Message, keyof Envelope>;
type Publish = (topic: string, message: object, retain: boolean) => void;

/**
 * Publishes all messages of the device on their topics, with sequence numbers. Acknowledgements and
 * image ticks of an attempt share a sequence from 0. Statuses, timings and checks have sequences
 * that start at the service's start time, so that they grow across restarts.
 */
export class DevicePublisher {
  /** Start time of the service in ms, which identifies this run. */
  readonly session: number;
  readonly #organizationId: string;
  readonly #deviceId: string;
  readonly #publish: Publish;
  readonly #seq = new Map<string, number>();

  constructor(
    ids: { readonly organizationId: string; readonly deviceId: string },
    publish: Publish,
    nowMs: number,
  ) {
    this.#organizationId = ids.organizationId;
    this.#deviceId = ids.deviceId;
    this.#publish = publish;
    this.session = nowMs;
  }

  /**
   * Starts the sequence of a resumed attempt at `nowMs`, above the numbers of prior service runs.
   */
  resumeSequence({ scanId, epoch }: AttemptRef, nowMs: number): void {
    const counter = `${scanId}/${epoch}`;
    if (!this.#seq.has(counter)) this.#seq.set(counter, nowMs);
  }

  acknowledge(ack: Acknowledgement, attempt: AttemptRef, body: Body<AcknowledgementMessage>): void {
    const topic = topics.acknowledgement(this.#organizationId, this.#deviceId, ack);
    this.#publish(topic, { ...this.#attemptEnvelope(attempt), ...body }, false);
  }

  publishImage(attempt: AttemptRef, body: Body<ImageTick>): void {
    const topic = topics.image(this.#organizationId, this.#deviceId);
    this.#publish(topic, { ...this.#attemptEnvelope(attempt), ...body }, false);
  }

  publishStatus(message: DeviceStatus): void {
    this.#publish(topics.status(this.#organizationId, this.#deviceId), message, true);
  }

  /** Builds a status message without publishing it, also for the last will. */
  statusOf(attempt: AttemptRef, body: Omit<Body<DeviceStatus>, 'session'>): DeviceStatus {
    return { ...this.#deviceEnvelope('status', attempt), session: this.session, ...body };
  }

  publishTiming(attempt: AttemptRef, body: Body<TimingTick>): void {
    const topic = topics.timing(this.#organizationId, this.#deviceId);
    this.#publish(topic, { ...this.#deviceEnvelope('timing', attempt), ...body }, false);
  }

  publishDiagnostic(attempt: AttemptRef, body: Body<DiagnosticResult>): void {
    const topic = topics.diagnostic(this.#organizationId, this.#deviceId, body.check);
    this.#publish(topic, { ...this.#deviceEnvelope('checks', attempt), ...body }, false);
  }

  publishPrescan(attempt: AttemptRef, body: Body<PrescanResult>): void {
    const topic = topics.prescanResult(this.#organizationId, this.#deviceId);
    this.#publish(topic, { ...this.#deviceEnvelope('checks', attempt), ...body }, false);
  }

  publishDeveloperResponse(attempt: AttemptRef, body: Body<DeveloperResponseMessage>): void {
    const topic = topics.developerAnswer(this.#organizationId, this.#deviceId);
    this.#publish(topic, { ...this.#deviceEnvelope('checks', attempt), ...body }, false);
  }

  #attemptEnvelope(attempt: AttemptRef): Envelope {
    return this.#envelope(`${attempt.scanId}/${attempt.epoch}`, attempt, 0);
  }

  #deviceEnvelope(counter: 'status' | 'timing' | 'checks', attempt: AttemptRef): Envelope {
    return this.#envelope(counter, attempt, this.session);
  }

  #envelope(counter: string, { scanId, epoch }: AttemptRef, first: number): Envelope {
    const seq = this.#seq.get(counter) ?? first;
    this.#seq.set(counter, seq + 1);
    return { id: newId(), at: new Date().toISOString(), scanId, epoch, seq };
  }
}
