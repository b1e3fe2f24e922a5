import { systemClock } from '#foundation';
import type {
  MqttConnection,
  MqttConnector,
  MqttEvents,
} from '../../../../platform/core/services/live/mqtt-connector.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A fifth of all messages come twice. */
const DOUBLED = 0.2;

/**
 * Messages in another order: each may come up to `window` places late, and some come twice. What is
 * put in comes out in the end.
 */
export class Shuffler<Message> {
  readonly #window: number;
  readonly #random: () => number;
  readonly #pending: Message[] = [];

  constructor(window: number, random: () => number) {
    this.#window = window;
    this.#random = random;
  }

  /** Takes one message and gives those whose turn it is. */
  next(message: Message): readonly Message[] {
    this.#pending.push(message);
    if (this.#random() < DOUBLED) this.#pending.push(message);
    const out: Message[] = [];
    while (this.#pending.length > this.#window) out.push(this.#takeRandom());
    return out;
  }

  /** What is still under way. */
  rest(): readonly Message[] {
    const out: Message[] = [];
    while (this.#pending.length > 0) out.push(this.#takeRandom());
    return out;
  }

  #takeRandom(): Message {
    const at = Math.floor(this.#random() * this.#pending.length);
    const [item] = this.#pending.splice(at, 1);
    if (item === undefined) throw new Error('Nothing waits');
    return item;
  }
}

/** A line that loses some of what a scan says: never its first word, and never a status. */
export function lossyConnector(connect: MqttConnector, share: number, seed: number): MqttConnector {
  const random = randomOf(seed);
  const isNeeded = (topic: string): boolean =>
    topic.endsWith('/status') || topic.endsWith('/Started') || topic.endsWith('/Restarted');
  return (address, events) =>
    connect(address, {
      ...events,
      onMessage(topic, payload) {
        if (isNeeded(topic) || random() >= share) events.onMessage(topic, payload);
      },
    });
}

/** What lies behind a quiet line is delivered after this long. */
const FLUSH_MS = 300;

/** A line between broker and browser that doubles, shuffles and delays what the broker sends. */
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
