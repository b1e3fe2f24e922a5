import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type MqttClient } from 'mqtt';
import {
  DEVICE_COMMANDS,
  type DeviceCommand,
  type DeviceStatus,
  MQTT_CLIENT,
  mqttClientOptions,
  reconnectWaitMs,
  topics,
} from '#contracts';
import { type Disposable, type Logger, messageOf, newId } from '#foundation';
import type { ServiceInit } from '#server/extension';

/** Returns the part of a topic below the device, e.g. `ack/Started`. */
const messageName = (topic: string): string => topic.split('/').slice(4).join('/');

/** Maximum wait for pending messages when the connection is closed. */
const MAX_CLOSE_MS = 2000;
/** Messages too frequent to log. */
const FREQUENT_MESSAGES: ReadonlySet<string> = new Set(['image', 'timing', 'status']);

type ConnectionOptions = Pick<
  ServiceInit,
  'mqttUrl' | 'connection' | 'organizationId' | 'deviceId' | 'deviceToken'
>;

export interface DeviceConnectionEvents {
  /** Receives unparsed timing settings. */
  onTiming(payload: unknown): void;
  /** Receives a command with its unparsed payload. */
  onCommand(command: DeviceCommand, payload: unknown): void;
  /** Receives an unparsed fault injection (developer mode). */
  onFail(payload: unknown): void;
  onStatusRequested(): void;
  /** Called on every connect and reconnect; the retained status must be published again. */
  onConnected(): void;
}

/**
 * MQTT connection of the device: receives commands, publishes statuses, acknowledgements and ticks.
 */
export class DeviceConnection implements Disposable {
  readonly #options: ConnectionOptions;
  readonly #log: Logger;
  readonly #client: MqttClient;

  constructor(
    options: ConnectionOptions,
    lastWill: DeviceStatus,
    events: DeviceConnectionEvents,
    log: Logger,
    connectClient: typeof connect = connect,
  ) {
    this.#options = options;
    this.#log = log;
    const { organizationId, deviceId } = options;
    const settings =
      options.connection === undefined ? MQTT_CLIENT : mqttClientOptions(options.connection);
    this.#client = connectClient(options.mqttUrl, {
      ...settings,
      reconnectPeriod: reconnectWaitMs(settings.reconnectPeriod),
      clientId: `device-${deviceId}-${newId().slice(-8)}`,
      // Uses the plain device id, because a site's own broker refers to it in its access rules.
      username: deviceId,
      password: options.deviceToken,
      // Discards commands sent while the service was offline, so that they do not start the scanner
      // later.
      clean: true,
      will: {
        topic: topics.status(organizationId, deviceId),
        payload: Buffer.from(JSON.stringify(lastWill)),
        qos: 1,
        retain: true,
      },
    });
    this.#client.on('error', (thrown) => this.#warn('The broker reported an error', thrown));
    this.#client.on('connect', () => {
      log.log('debug', 'Connected to the broker');
      this.#client.subscribe(
        [
          topics.commandsOf(organizationId, deviceId),
          topics.statusGet(organizationId, deviceId),
          topics.timingSet(organizationId, deviceId),
        ],
        { qos: 1 },
        (thrown) =>
          thrown === null
            ? events.onConnected()
            : this.#warn('The command topics could not be subscribed', thrown),
      );
    });
    this.#client.on('connect', () => {
      // Subscribes separately, so that a site broker with older access rules still delivers the
      // commands.
      this.#client.subscribe(
        topics.developerFail(organizationId, deviceId),
        { qos: 1 },
        (thrown) => {
          if (thrown !== null) this.#warn('The developer topic could not be subscribed', thrown);
        },
      );
    });
    this.#client.on('message', (topic, payload) => this.#handleMessage(topic, payload, events));
  }

  publish(topic: string, message: object, retain: boolean): void {
    const name = messageName(topic);
    if (!FREQUENT_MESSAGES.has(name)) this.#log.log('debug', 'Message published', { name });
    this.#client.publish(topic, JSON.stringify(message), { qos: 1, retain }, (thrown) => {
      if (thrown !== undefined && thrown !== null)
        this.#warn('A message could not be sent', thrown);
    });
  }

  /**
   * Sends pending messages and closes; the caller publishes the last status before. Does not wait
   * for a missing or slow broker, because the last will then sets the status.
   */
  async close(): Promise<void> {
    if (this.#client.connected) {
      const ended = new AbortController();
      const timeout = sleep(MAX_CLOSE_MS, undefined, { signal: ended.signal });
      await Promise.race([this.#client.endAsync(), timeout]);
      ended.abort();
      await timeout.catch(() => undefined);
    }
    this.dispose();
  }

  dispose(): void {
    this.#client.end(true);
  }

  #handleMessage(topic: string, payload: Buffer, events: DeviceConnectionEvents): void {
    const { organizationId, deviceId } = this.#options;
    if (topic === topics.statusGet(organizationId, deviceId)) {
      events.onStatusRequested();
      return;
    }
    const handler = this.#handlerOf(topic, events);
    if (handler === null) return;
    const bytes = payload.byteLength;
    this.#log.log('debug', 'Message received', { name: messageName(topic), bytes });
    let parsed: unknown;
    try {
      parsed = JSON.parse(payload.toString('utf8'));
    } catch (thrown) {
      this.#warn('A command could not be parsed', thrown);
      return;
    }
    handler(parsed);
  }

  /** Returns null for topics that the service does not handle. */
  #handlerOf(topic: string, events: DeviceConnectionEvents): ((payload: unknown) => void) | null {
    const { organizationId, deviceId } = this.#options;
    if (topic === topics.timingSet(organizationId, deviceId)) return events.onTiming;
    if (topic === topics.developerFail(organizationId, deviceId)) return events.onFail;
    const command = DEVICE_COMMANDS.find(
      (candidate) => topic === topics.command(organizationId, deviceId, candidate),
    );
    return command === undefined ? null : (payload) => events.onCommand(command, payload);
  }

  #warn(message: string, thrown: unknown): void {
    this.#log.log('warn', message, { detail: messageOf(thrown) });
  }
}
