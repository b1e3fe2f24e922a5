import { desktopUsers, MQTT_CLIENT } from '#contracts';
import { newId } from '#foundation';

/** One connection attempt's life; after `onClose` it is dead and a new one is made. */
export interface MqttConnection {
  /** False when the broker refuses the filter. */
  subscribe(filter: string): Promise<boolean>;
  unsubscribe(filter: string): void;
  /** Resolves with the broker's receipt (QoS 1), rejects when there will be none. */
  publish(topic: string, payload: string): Promise<void>;
  end(): void;
}

export interface MqttEvents {
  onConnect(connection: MqttConnection): void;
  onMessage(topic: string, payload: string): void;
  /** Once, after a refusal or a loss too. */
  onClose(): void;
}

export interface LiveAddress {
  readonly url: string;
  /** The bearer of the session. */
  readonly token: string;
  /** The desktop whose window this page is in; absent in any other browser. */
  readonly desktopId?: string | undefined;
}

export type MqttConnector = (address: LiveAddress, events: MqttEvents) => Promise<MqttConnection>;

/** mqtt.js over WebSocket, loaded when first needed: the sign-in page does without it. */
export const connectByMqttJs: MqttConnector = async ({ url, token, desktopId }, events) => {
  // Its browser build has a default export only.
  const { default: mqtt } = await import('mqtt');
  const client = mqtt.connect(url, {
    ...MQTT_CLIENT,
    // Reconnecting is ours, with jitter and a fresh client: a command that was waiting in a broken
    // one must never reach a scanner later.
    reconnectPeriod: 0,
    queueQoSZero: false,
    clientId: `browser-${newId()}`,
    username: desktopId === undefined ? 'session' : desktopUsers.window(desktopId),
    password: token,
    // Its worker comes from a blob address, which the content policy forbids.
    timerVariant: 'native',
  });
  const connection: MqttConnection = {
    subscribe: async (filter) => {
      try {
        const grants = await client.subscribeAsync(filter, { qos: 1 });
        return grants.every((grant) => grant.qos < 128);
      } catch {
        // A refusal (SUBACK 128) and a lost connection both end here; a loss closes as well.
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
  // A refused CONNECT or a broken socket: 'close' follows and starts the next attempt.
  client.on('error', () => client.end(true));
  client.once('close', () => events.onClose());
  return connection;
};
