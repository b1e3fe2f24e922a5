import { desktopUsers, type mqttClientOptions } from '#contracts';
import { newId } from '#foundation';

/** A single connection attempt; unusable after `onClose`. */
export interface MqttConnection {
  /** Resolves to false if the broker rejects the filter. */
  subscribe(filter: string): Promise<boolean>;
  unsubscribe(filter: string): void;
  /** Resolves on the broker's acknowledgement (QoS 1); rejects if the connection is lost. */
  publish(topic: string, payload: string): Promise<void>;
  end(): void;
}

export interface MqttEvents {
  onConnect(connection: MqttConnection): void;
  onMessage(topic: string, payload: string): void;
  /** Called once, also after a rejection or loss. */
  onClose(): void;
}

export interface LiveAddress {
  readonly url: string;
  /** Bearer of the session. */
  readonly token: string;
  readonly options: ReturnType<typeof mqttClientOptions>;
  /** Id of the desktop app whose window shows this page; absent in browsers. */
  readonly desktopId?: string | undefined;
}

export type MqttConnector = (address: LiveAddress, events: MqttEvents) => Promise<MqttConnection>;

/**
 * Connects by mqtt.js over WebSocket; loads the library on first use, because the sign-in page runs
 * without MQTT.
 */
export const connectByMqttJs: MqttConnector = async (
  { url, token, options, desktopId },
  events,
) => {
  // The browser build has a default export only.
  const { default: mqtt } = await import('mqtt');
  const client = mqtt.connect(url, {
    ...options,
    // Disables reconnection by the library: the live connection reconnects with jitter and a new
    // client, so that a command queued in a broken client never reaches a scanner later.
    reconnectPeriod: 0,
    queueQoSZero: false,
    clientId: `browser-${newId()}`,
    username: desktopId === undefined ? 'session' : desktopUsers.window(desktopId),
    password: token,
    // Avoids the worker timer, whose blob address violates the content security policy.
    timerVariant: 'native',
  });
  const connection: MqttConnection = {
    subscribe: async (filter) => {
      try {
        const grants = await client.subscribeAsync(filter, { qos: 1 });
        return grants.every((grant) => grant.qos < 128);
      } catch {
        // A rejection (SUBACK 128) or a lost connection; a loss also emits 'close'.
        return false;
      }
    },
    unsubscribe: (filter) => {
      client.unsubscribe(filter, {}, () => undefined);
    },
    publish: async (topic, payload) => {
      await client.publishAsync(topic, payload, { qos: 1 });
    },
    end: () => {
      client.end(true);
    },
  };
  client.on('connect', () => events.onConnect(connection));
  client.on('message', (topic, payload) => events.onMessage(topic, payload.toString()));
  // A rejected CONNECT or a broken socket; the following 'close' starts the next attempt.
  client.on('error', () => client.end(true));
  client.once('close', () => events.onClose());
  return connection;
};
