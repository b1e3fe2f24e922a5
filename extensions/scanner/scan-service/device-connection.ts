import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type MqttClient } from 'mqtt';
import {
  DEVICE_COMMANDS,
  type DeviceCommand,
  type DeviceStatus,
  MQTT_CLIENT,
  topics,
} from '#contracts';
import { type Disposable, type Logger, messageOf, newId } from '#foundation';
import type { ServiceInit } from '#server/extension';

const MAX_CLOSE_MS = 2000;
/** Told so often that a log of them would hide the rest. */
const FREQUENT_MESSAGES: ReadonlySet<string> = new Set(['image', 'timing', 'status']);

type ConnectionOptions = Pick<
  ServiceInit,
  'mqttUrl' | 'organizationId' | 'deviceId' | 'deviceToken'
>;

export interface DeviceConnectionEvents {
  /** What shall be told of time, unread. */
  onTiming(payload: unknown): void;
  /** A command with its unread payload. */
  onCommand(command: DeviceCommand, payload: unknown): void;
  /** Developer mode: the device shall fail, unread. */
  onFail(payload: unknown): void;
  onStatusRequested(): void;
  /** Connected, also after a break: the retained status has to be told again. */
  onConnected(): void;
}

/** The device's end of the broker: commands in, status, acknowledgements and ticks out. */
export class DeviceConnection implements Disposable {
  readonly #options: ConnectionOptions;
  readonly #log: Logger;
  readonly #client: MqttClient;

  constructor(
    options: ConnectionOptions,
    lastWill: DeviceStatus,
    events: DeviceConnectionEvents,
    log: Logger,
  ) {
    this.#options = options;
    this.#log = log;
    const { organizationId, deviceId } = options;
    this.#client = connect(options.mqttUrl, {
      ...MQTT_CLIENT,
      clientId: `device-${deviceId}-${newId().slice(-8)}`,
      // Bare, as a site's own broker knows it in its rules.
      username: deviceId,
      password: options.deviceToken,
      // A command that came while the service was away must not start the scanner later.
      clean: true,
      will: {
        topic: topics.status(organizationId, deviceId),
        payload: Buffer.from(JSON.stringify(lastWill)),
        qos: 1,
        retain: true,
      },
    });
    this.#client.on('error', (thrown) => this.#warn('The broker refused', thrown));
    this.#client.on('connect', () => {
      log.log('debug', 'The live link is up');
      this.#client.subscribe(
        [
          topics.commandsOf(organizationId, deviceId),
          topics.statusGet(organizationId, deviceId),
          topics.timingSet(organizationId, deviceId),
        ],
        { qos: 1 },
        (thrown) => (thrown === null ? events.onConnected() : this.#warn('No commands', thrown)),
      );
    });
    this.#client.on('connect', () => {
      // By itself: rules of a site's own broker that are older than it must not cost the commands.
      this.#client.subscribe(
        topics.developerFail(organizationId, deviceId),
        { qos: 1 },
        (thrown) => {
          if (thrown !== null) this.#warn('No developer mode', thrown);
        },
      );
    });
    this.#client.on('message', (topic, payload) => this.#handleMessage(topic, payload, events));
  }

  publish(topic: string, message: object, retain: boolean): void {
    const what = topic.split('/').slice(4).join('/');
    if (!FREQUENT_MESSAGES.has(what)) this.#log.log('debug', 'Told', { what });
    this.#client.publish(topic, JSON.stringify(message), { qos: 1, retain }, (thrown) => {
      if (thrown !== undefined && thrown !== null) this.#warn('A message was not sent', thrown);
    });
  }

  /**
   * Sends what is under way and closes; the caller has told its last status before. Without a
   * broker there is nobody to tell, and a slow one is not waited for: the last will speaks then.
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
    const what = topic.split('/').slice(4).join('/');
    this.#log.log('debug', 'Heard', { what, bytes: payload.byteLength });
    let read: unknown;
    try {
      read = JSON.parse(payload.toString('utf8'));
    } catch (thrown) {
      this.#warn('A command was not readable', thrown);
      return;
    }
    handler(read);
  }

  /** Null for a topic that is none of the service's. */
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
