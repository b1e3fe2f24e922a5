import { connect, type IPublishPacket, type MqttClient } from 'mqtt';
import { type Disposable, type Logger, messageOf } from '#foundation';

/** A message on its way between two brokers. */
export interface LinkedMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly retain: boolean;
}

export interface SiteBrokerAccess {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Everything of the product; nothing else of the site's broker concerns us. */
const OURS = 'clockface/#';
const PREFIX = 'clockface/';
/** MQTT 5 user property of what a server passes on: one has dealt with it already. */
const BY_SERVER = 'clockface-server';

/**
 * Joins the broker inside this process to the site's own, so that several servers and their devices
 * hear each other. Browsers and their rights stay with the embedded broker; the site's broker knows
 * only servers and devices. MQTT 5 keeps our own messages from coming back (no local) and tells
 * which ones are retained (retain as published). While the link is away everything local goes on:
 * messages are hints, and readers find the truth by asking the server.
 */
export class SiteBrokerLink implements Disposable {
  readonly #client: MqttClient;
  readonly #log: Logger;
  /** Messages that came from the site's broker and are being published here, by content. */
  readonly #arriving = new Map<string, number>();
  #up = false;

  constructor(
    access: SiteBrokerAccess,
    log: Logger,
    /** Publishes in the embedded broker. `firstHand` is what no server has passed on. */
    deliver: (message: LinkedMessage, firstHand: boolean) => void,
  ) {
    this.#log = log;
    this.#client = connect(access.url, {
      protocolVersion: 5,
      clientId: `clockface-server-${process.pid}-${Date.now().toString(36)}`,
      username: access.username,
      password: access.password,
      clean: true,
      keepalive: 30,
      reconnectPeriod: 1_000,
      queueQoSZero: false,
    });
    this.#client.on('connect', () => void this.#subscribe());
    this.#client.on('close', () => this.#setUp(false));
    this.#client.on('error', (error) => {
      log.log('warn', 'The link to the site’s broker failed', { reason: messageOf(error) });
    });
    this.#client.on('message', (topic, payload, { retain, properties }: IPublishPacket) => {
      const message = { topic, payload, retain };
      this.#arriving.set(keyOf(message), (this.#arriving.get(keyOf(message)) ?? 0) + 1);
      deliver(message, properties?.userProperties?.[BY_SERVER] === undefined);
    });
  }

  get isUp(): boolean {
    return this.#up;
  }

  /** Takes what was published in the embedded broker on to the site's, unless it came from there. */
  forward(message: LinkedMessage): void {
    if (!message.topic.startsWith(PREFIX) || this.#cameFromSite(message)) return;
    // While the link is away a hint is worth nothing later; a retained state is.
    if (!this.#client.connected && !message.retain) return;
    const { topic, payload, retain } = message;
    const properties = { userProperties: { [BY_SERVER]: '1' } };
    this.#client.publish(topic, payload, { qos: 1, retain, properties });
  }

  dispose(): void {
    this.#client.end(true);
  }

  #cameFromSite(message: LinkedMessage): boolean {
    const key = keyOf(message);
    const left = this.#arriving.get(key) ?? 0;
    if (left === 0) return false;
    if (left === 1) this.#arriving.delete(key);
    else this.#arriving.set(key, left - 1);
    return true;
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#client.subscribeAsync(OURS, { qos: 1, nl: true, rap: true });
      this.#setUp(true);
    } catch (thrown) {
      this.#log.log('error', 'The site’s broker does not let this server listen', {
        reason: messageOf(thrown),
      });
    }
  }

  #setUp(up: boolean): void {
    if (this.#up === up) return;
    this.#up = up;
    this.#log.log(
      up ? 'info' : 'warn',
      `The link to the site’s broker is ${up ? 'up' : 'away'}`,
      {},
    );
  }
}

function keyOf({ topic, payload }: LinkedMessage): string {
  return `${topic}\n${payload.toString('base64')}`;
}
