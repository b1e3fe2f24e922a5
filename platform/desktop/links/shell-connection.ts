import { connect, type MqttClient } from 'mqtt';
import {
  type ConnectionConfig,
  desktopUsers,
  devModeSchema,
  mqttClientOptions,
  type OpenUrlFromArgv,
  reconnectWaitMs,
  type ScanServiceCrashed,
  topics,
} from '#contracts';
import { type Disposable, type Logger, messageOf, newId } from '#foundation';
import type { ShellIdentity } from './shell-identity.ts';

const ACCEPT_TIMEOUT_MS = 3_000;

export interface ShellConnectionOptions {
  /** Base URL of the application, with a trailing slash. */
  readonly base: string;
  readonly identity: ShellIdentity;
  readonly log: Logger;
  /** Settings of live connections of the site. */
  readonly settings: ConnectionConfig;
  onDevMode(enabled: boolean): void;
  /** Opens the MQTT connection; replaced in tests. */
  readonly connectClient?: typeof connect;
}

/**
 * The shell's MQTT connection. Subscribes only to `dev-mode` of its own window and publishes only
 * to that window, after a user has signed in: the window's first message identifies the
 * organization.
 */
export class ShellConnection implements Disposable {
  readonly #options: ShellConnectionOptions;
  #client: MqttClient | null = null;
  /** Organization of the signed-in user; null until the window's first message. */
  #organizationId: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #ended = false;

  constructor(options: ShellConnectionOptions) {
    this.#options = options;
    this.#connect();
  }

  /**
   * @returns false if the window can't receive the message: no user is signed in, or the broker is
   * unavailable
   */
  async openUrl(url: string): Promise<boolean> {
    const client = this.#client;
    const organizationId = this.#organizationId;
    if (organizationId === null || client?.connected !== true) return false;
    const { clientId } = this.#options.identity;
    const topic = topics.desktop(organizationId, clientId, 'open-url-from-argv');
    const now = Date.now();
    const message: OpenUrlFromArgv = {
      id: newId(),
      at: new Date(now).toISOString(),
      scanId: null,
      epoch: 0,
      seq: now,
      url,
    };
    const accepted = await isAccepted(client, topic, JSON.stringify(message));
    // A rejection also closes the connection, because the user has signed out.
    if (!accepted) this.#disconnect(client);
    return accepted;
  }

  /**
   * Reports a crash of this machine's scan service, which is being restarted, to the window. A
   * disconnected window learns of the crash from the device's last will.
   */
  publishCrash(crash: Pick<ScanServiceCrashed, 'exitCode' | 'signal'>): void {
    const client = this.#client;
    const organizationId = this.#organizationId;
    if (organizationId === null || client?.connected !== true) return;
    const { clientId } = this.#options.identity;
    const now = Date.now();
    const message: ScanServiceCrashed = {
      id: newId(),
      at: new Date(now).toISOString(),
      scanId: null,
      epoch: 0,
      seq: now,
      ...crash,
      restarting: true,
    };
    const topic = topics.desktop(organizationId, clientId, 'scan-service-crashed');
    void isAccepted(client, topic, JSON.stringify(message)).then((accepted) => {
      if (!accepted) this.#disconnect(client);
    });
  }

  dispose(): void {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#client?.end(true);
  }

  #connect(): void {
    const { base, identity, log, settings, connectClient = connect } = this.#options;
    const { clientId, secret } = identity;
    const client = connectClient(new URL('mqtt', base).href.replace(/^http/, 'ws'), {
      ...mqttClientOptions(settings),
      // Disables the client's reconnect, so that an undelivered link can't arrive later.
      reconnectPeriod: 0,
      queueQoSZero: false,
      clientId: `desktop-${newId()}`,
      username: desktopUsers.shell(clientId),
      password: secret,
    });
    this.#client = client;
    client.on('connect', () => {
      client.subscribe(topics.desktop('+', clientId, 'dev-mode'), { qos: 1 }, (thrown) => {
        if (thrown)
          log.log('warn', 'The messages of the window could not be subscribed', {
            detail: messageOf(thrown),
          });
        else log.log('debug', 'Connected to the broker');
      });
    });
    client.on('message', (topic, payload) => this.#receive(topic, payload));
    client.on('error', (thrown) => {
      log.log('debug', 'The connection to the broker failed', { detail: messageOf(thrown) });
      client.end(true);
    });
    client.once('close', () => this.#disconnect(client));
  }

  #receive(topic: string, payload: Buffer): void {
    const { log, onDevMode } = this.#options;
    try {
      const { enabled } = devModeSchema.parse(JSON.parse(payload.toString('utf8')));
      this.#organizationId = topic.split('/')[1] ?? null;
      onDevMode(enabled);
      log.log('debug', 'The window changed the developer mode', { developerMode: enabled });
    } catch (thrown) {
      log.log('warn', 'A message of the window could not be parsed', { detail: messageOf(thrown) });
    }
  }

  #disconnect(client: MqttClient): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#organizationId = null;
    client.end(true);
    if (this.#ended) return;
    const waitMs = reconnectWaitMs(this.#options.settings.reconnectMs);
    this.#timer = setTimeout(() => this.#connect(), waitMs);
  }
}

/**
 * Publishes and returns whether the broker accepts the message; without permission the broker
 * closes the connection silently.
 */
function isAccepted(client: MqttClient, topic: string, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (accepted: boolean): void => {
      clearTimeout(limit);
      client.off('close', onClose);
      resolve(accepted);
    };
    const onClose = (): void => settle(false);
    const limit = setTimeout(() => settle(false), ACCEPT_TIMEOUT_MS);
    client.once('close', onClose);
    client.publish(topic, text, { qos: 1 }, (thrown) =>
      settle(thrown === undefined || thrown === null),
    );
  });
}
