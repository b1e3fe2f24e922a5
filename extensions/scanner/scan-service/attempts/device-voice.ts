import {
  type Acknowledgement,
  type AcknowledgementMessage,
  type DeveloperAnswerMessage,
  type DeviceStatus,
  type DiagnosticResult,
  type Envelope,
  type ImageTick,
  type PrescanResult,
  type TimingTick,
  topics,
} from '#contracts';
import { newId } from '#foundation';

/** Which attempt a message is of; null for none. */
export interface About {
  readonly scanId: string | null;
  readonly epoch: number;
}

type Body<Message> = Omit<Message, keyof Envelope>;
type Publish = (topic: string, message: object, retain: boolean) => void;

/**
 * Speaks for the device: puts every message on its topic and numbers it. Acknowledgements and image
 * ticks of an attempt count together from 0; statuses, times and checks count by themselves, from
 * the moment the service started, so that they grow across its restarts.
 */
export class DeviceVoice {
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

  /** An attempt goes on that an earlier run of the service has numbered so far. */
  goesOn({ scanId, epoch }: About, nowMs: number): void {
    const counter = `${scanId}/${epoch}`;
    if (!this.#seq.has(counter)) this.#seq.set(counter, nowMs);
  }

  acknowledge(ack: Acknowledgement, about: About, body: Body<AcknowledgementMessage>): void {
    const topic = topics.acknowledgement(this.#organizationId, this.#deviceId, ack);
    this.#publish(topic, { ...this.#ofAttempt(about), ...body }, false);
  }

  image(about: About, body: Body<ImageTick>): void {
    const topic = topics.image(this.#organizationId, this.#deviceId);
    this.#publish(topic, { ...this.#ofAttempt(about), ...body }, false);
  }

  status(message: DeviceStatus): void {
    this.#publish(topics.status(this.#organizationId, this.#deviceId), message, true);
  }

  /** A status as it would be told now; the last will is one that the broker tells. */
  statusOf(about: About, body: Omit<Body<DeviceStatus>, 'session'>): DeviceStatus {
    return { ...this.#bySelf('status', about), session: this.session, ...body };
  }

  timing(about: About, body: Body<TimingTick>): void {
    const topic = topics.timing(this.#organizationId, this.#deviceId);
    this.#publish(topic, { ...this.#bySelf('timing', about), ...body }, false);
  }

  diagnostic(about: About, body: Body<DiagnosticResult>): void {
    const topic = topics.diagnostic(this.#organizationId, this.#deviceId, body.check);
    this.#publish(topic, { ...this.#bySelf('checks', about), ...body }, false);
  }

  prescan(about: About, body: Body<PrescanResult>): void {
    const topic = topics.prescanResult(this.#organizationId, this.#deviceId);
    this.#publish(topic, { ...this.#bySelf('checks', about), ...body }, false);
  }

  developer(about: About, body: Body<DeveloperAnswerMessage>): void {
    const topic = topics.developerAnswer(this.#organizationId, this.#deviceId);
    this.#publish(topic, { ...this.#bySelf('checks', about), ...body }, false);
  }

  #ofAttempt(about: About): Envelope {
    return this.#envelope(`${about.scanId}/${about.epoch}`, about, 0);
  }

  #bySelf(counter: 'status' | 'timing' | 'checks', about: About): Envelope {
    return this.#envelope(counter, about, this.session);
  }

  #envelope(counter: string, { scanId, epoch }: About, first: number): Envelope {
    const seq = this.#seq.get(counter) ?? first;
    this.#seq.set(counter, seq + 1);
    return { id: newId(), at: new Date().toISOString(), scanId, epoch, seq };
  }
}
