import { systemClock } from '#foundation';
import type {
  MqttConnection,
  MqttConnector,
  MqttEvents,
} from '../../../../platform/core/services/live/mqtt-connector.ts';

/** Returns a generator of numbers from 0 to 1 that depends only on the seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Share of messages that arrive twice. */
const DUPLICATE_SHARE = 0.2;

/**
 * Reorders messages: each can arrive up to `window` positions late, and some arrive twice. No
 * message is lost.
 */
export class Shuffler<Message> {
  readonly #window: number;
  readonly #random: () => number;
  readonly #pending: Message[] = [];

  constructor(window: number, random: () => number) {
    this.#window = window;
    this.#random = random;
  }

  /** Adds a message and returns the messages that are due. */
  next(message: Message): readonly Message[] {
    this.#pending.push(message);
    if (this.#random() < DUPLICATE_SHARE) this.#pending.push(message);
    const due: Message[] = [];
    while (this.#pending.length > this.#window) due.push(this.#takeRandom());
    return due;
  }

  /** Returns the remaining messages. */
  rest(): readonly Message[] {
    const due: Message[] = [];
    while (this.#pending.length > 0) due.push(this.#takeRandom());
    return due;
  }

  #takeRandom(): Message {
    const index = Math.floor(this.#random() * this.#pending.length);
    const [item] = this.#pending.splice(index, 1);
    if (item === undefined) throw new Error('The queue is empty');
    return item;
  }
}

/** Drops a share of the messages of a scan, but never its first message and never a status. */
export function lossyConnector(connect: MqttConnector, share: number, seed: number): MqttConnector {
  const random = randomOf(seed);
  const isAlwaysDelivered = (topic: string): boolean =>
    topic.endsWith('/status') || topic.endsWith('/Started') || topic.endsWith('/Restarted');
  return (address, events) =>
    connect(address, {
      ...events,
      onMessage(topic, payload) {
        if (isAlwaysDelivered(topic) || random() >= share) events.onMessage(topic, payload);
      },
    });
}

/** Delay in ms after which messages held back on an idle connection are delivered. */
const FLUSH_MS = 300;

/** Duplicates, reorders and delays what the broker sends to the browser. */
export function shufflingConnector(
  connect: MqttConnector,
  window: number,
  seed: number,
): MqttConnector {
  const random = randomOf(seed);
  return (address, events) => {
    const shuffler = new Shuffler<readonly [string, string]>(window, random);
    let flush: { dispose(): void } | null = null;
    const deliver = (messages: readonly (readonly [string, string])[]): void => {
      for (const [topic, payload] of messages) events.onMessage(topic, payload);
    };
    const shuffled: MqttEvents = {
      onConnect: (connection: MqttConnection) => events.onConnect(connection),
      onMessage(topic, payload) {
        deliver(shuffler.next([topic, payload]));
        flush?.dispose();
        flush = systemClock.after(FLUSH_MS, () => deliver(shuffler.rest()));
      },
      onClose() {
        flush?.dispose();
        events.onClose();
      },
    };
    return connect(address, shuffled);
  };
}
