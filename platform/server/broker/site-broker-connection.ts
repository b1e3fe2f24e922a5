import { connect, type IPublishPacket, type MqttClient } from 'mqtt';
import { type ConnectionConfig, mqttClientOptions, reconnectWaitMs } from '#contracts';
import { type Disposable, type Logger, messageOf } from '#foundation';

/** Message passed between two brokers. */
export interface BridgedMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly retain: boolean;
}

export interface SiteBrokerAccess {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Settings of live connections of the site. */
  readonly connection: ConnectionConfig;
}

/** All topics of the product; other topics of the site's broker are ignored. */
const PRODUCT_TOPICS = 'clockface/#';
const PREFIX = 'clockface/';
/** MQTT 5 user property of messages forwarded by a server, which has already handled them. */
const BY_SERVER = 'clockface-server';

/**
 * Connects the embedded broker to the site's own broker, so that several servers and their devices
 * exchange messages. The embedded broker keeps browsers and their permissions; the site's broker
 * has only servers and devices. MQTT 5 suppresses echoes (no local) and preserves the retain flag
 * (retain as published). Local delivery continues during an outage, because messages are only
 * change events and clients read the data from the server.
 */
export class SiteBrokerConnection implements Disposable {
  readonly #client: MqttClient;
  readonly #log: Logger;
  /**
   * Number of messages from the site's broker that are being published locally, by content; such
   * messages are not forwarded back.
   */
  readonly #inbound = new Map<string, number>();
  #isUp = false;

  constructor(
    access: SiteBrokerAccess,
    log: Logger,
    /**
     * Publishes in the embedded broker. `isOriginal` is true when no other server has forwarded the
     * message.
     */
    deliver: (message: BridgedMessage, isOriginal: boolean) => void,
    /** Opens the MQTT connection; replaced in tests. */
    connectClient: typeof connect = connect,
  ) {
    this.#log = log;
    this.#client = connectClient(access.url, {
      ...mqttClientOptions(access.connection),
      reconnectPeriod: reconnectWaitMs(access.connection.reconnectMs),
      protocolVersion: 5,
      clientId: `clockface-server-${process.pid}-${Date.now().toString(36)}`,
      username: access.username,
      password: access.password,
      clean: true,
      queueQoSZero: false,
    });
    this.#client.on('connect', () => void this.#subscribe());
    this.#client.on('close', () => this.#setConnected(false));
    this.#client.on('error', (error) => {
      log.log('warn', 'The connection to the site’s broker failed', { reason: messageOf(error) });
    });
    this.#client.on('message', (topic, payload, { retain, properties }: IPublishPacket) => {
      const message = { topic, payload, retain };
      this.#inbound.set(keyOf(message), (this.#inbound.get(keyOf(message)) ?? 0) + 1);
      deliver(message, properties?.userProperties?.[BY_SERVER] === undefined);
    });
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /**
   * Forwards a message of the embedded broker to the site's broker, unless the message came from
   * there.
   */
  forward(message: BridgedMessage): void {
    if (!message.topic.startsWith(PREFIX) || this.#isEcho(message)) return;
    // Drops events while disconnected, because they are worthless later; retained states are still
    // queued.
    if (!this.#client.connected && !message.retain) return;
    const { topic, payload, retain } = message;
    const properties = { userProperties: { [BY_SERVER]: '1' } };
    this.#client.publish(topic, payload, { qos: 1, retain, properties });
  }

  dispose(): void {
    this.#client.end(true);
  }

  #isEcho(message: BridgedMessage): boolean {
    const key = keyOf(message);
    const remaining = this.#inbound.get(key) ?? 0;
    if (remaining === 0) return false;
    if (remaining === 1) this.#inbound.delete(key);
    else this.#inbound.set(key, remaining - 1);
    return true;
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#client.subscribeAsync(PRODUCT_TOPICS, { qos: 1, nl: true, rap: true });
      this.#setConnected(true);
    } catch (thrown) {
      this.#log.log('error', 'The site’s broker rejected the subscriptions of this server', {
        reason: messageOf(thrown),
      });
    }
  }

  #setConnected(up: boolean): void {
    if (this.#isUp === up) return;
    this.#isUp = up;
    this.#log.log(
      up ? 'info' : 'warn',
      `The connection to the site’s broker is ${up ? 'up' : 'down'}`,
      {},
    );
  }
}

function keyOf({ topic, payload }: BridgedMessage): string {
  return `${topic}\n${payload.toString('base64')}`;
}
