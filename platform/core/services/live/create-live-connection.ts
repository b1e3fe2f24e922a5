import type * as z from 'zod';
import { createStore } from 'zustand/vanilla';
import {
  type ConnectionConfig,
  connectionConfigSchema,
  mqttClientOptions,
  reconnectWaitMs,
} from '#contracts';
import {
  type Clock,
  type Disposable,
  Emitter,
  fail,
  type Logger,
  messageOf,
  ok,
  type Problem,
  problem,
  type Result,
  Scope,
  silentLogger,
  systemClock,
  toDisposable,
} from '#foundation';
import { liveTexts } from '../../texts/live-texts.ts';
import type { ReadonlyStore } from '../store.ts';
import type { LiveTraffic } from './developer-tools.ts';
import type { LiveConnection, LiveConnectionState } from './live-connection.ts';
import { connectByMqttJs, type MqttConnection, type MqttConnector } from './mqtt-connector.ts';
import { matchesFilter } from './topic-filter.ts';

export interface LiveConnectionOptions {
  /** `ws(s)://host/mqtt`. */
  readonly url: string;
  /** Bearer of the session; null while signed out. Changes reconnect. */
  readonly token: ReadonlyStore<string | null>;
  /** Id of the desktop app whose window shows this page. */
  readonly desktopId?: string | undefined;
  /** Settings of the site; absent: their defaults. */
  readonly connection?: ConnectionConfig;
  readonly connect?: MqttConnector;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Returns 0..1, for the jitter. */
  readonly random?: () => number;
  /** Called for every received or sent message, for developer mode. */
  readonly onTraffic?: (message: LiveTraffic) => void;
}

const IDLE_REFRESH_MS = 30_000;
const PUBLISH_TIMEOUT_MS = 5_000;

interface Subscription {
  readonly filter: string;
  readonly handle: (payload: unknown, topic: string) => boolean;
}

const connectionLost = (detail: string): Problem =>
  problem('CONNECTION_LOST', liveTexts.title, detail, liveTexts.next);

/**
 * Keeps an MQTT connection while a user is signed in and subscriptions exist. Handles reconnection
 * (after 1 s or the configured time, with jitter) and resubscription.
 */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  return new BrowserLiveConnection(options);
}

class BrowserLiveConnection implements LiveConnection {
  readonly state = createStore<LiveConnectionState>(() => 'off');
  readonly #options: LiveConnectionOptions;
  readonly #config: ConnectionConfig;
  readonly #clock: Clock;
  readonly #subscriptions = new Set<Subscription>();
  readonly #refresh = new Emitter<void>();
  readonly #scope = new Scope('live-connection');
  /** Number of the current attempt; events of earlier attempts are ignored. */
  #attempt = 0;
  /** Client of the current attempt, connected or not. */
  #client: MqttConnection | null = null;
  /** Connected client; null while disconnected. */
  #connection: MqttConnection | null = null;
  #retry: Disposable | null = null;
  #idleTimer: Disposable | null = null;
  /** Number of messages that violate their schema. */
  #dropped = 0;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
    this.#config = options.connection ?? connectionConfigSchema.parse({});
    this.#clock = options.clock ?? systemClock;
    this.#scope.own(toDisposable(options.token.subscribe(() => this.#restart())));
    this.#scope.own(this.#refresh);
    this.#scope.own(toDisposable(() => this.#disconnect('off')));
  }

  subscribe<Schema extends z.ZodType>(
    filter: string,
    schema: Schema,
    handle: (message: z.infer<Schema>, topic: string) => void,
  ): Disposable {
    const subscription: Subscription = {
      filter,
      handle: (payload, topic) => {
        const parsed = schema.safeParse(payload);
        if (parsed.success) handle(parsed.data, topic);
        return parsed.success;
      },
    };
    this.#subscriptions.add(subscription);
    // Subscribes to the filter again, so that the broker sends retained messages to the new
    // subscription.
    void this.#connection?.subscribe(filter);
    this.#start();
    return this.#scope.own(
      toDisposable(() => {
        this.#subscriptions.delete(subscription);
        const isStillSubscribed = [...this.#subscriptions].some((other) => other.filter === filter);
        if (!isStillSubscribed) this.#connection?.unsubscribe(filter);
      }),
    );
  }

  async publish(topic: string, message: object): Promise<Result<void>> {
    this.#start();
    const connection = await this.#whenConnected();
    if (connection === null) return fail(connectionLost(liveTexts.noBroker));
    const text = JSON.stringify(message);
    this.#options.onTraffic?.({ direction: 'out', topic, text, accepted: true });
    return new Promise((resolve) => {
      const timeout = this.#clock.after(PUBLISH_TIMEOUT_MS, () =>
        resolve(fail(connectionLost(liveTexts.notConfirmed))),
      );
      connection.publish(topic, text).then(
        () => {
          timeout.dispose();
          resolve(ok(undefined));
        },
        (thrown: unknown) => {
          timeout.dispose();
          resolve(fail(connectionLost(messageOf(thrown))));
        },
      );
    });
  }

  reconnect(): void {
    // A connection exists while its subscriptions are still sent in state 'lost'.
    if (this.state.getState() !== 'lost' || this.#connection !== null) return;
    this.#disconnect('lost');
    this.#startIdleTimer();
    this.#retryNow();
  }

  droppedMessages(): number {
    return this.#dropped;
  }

  onRefresh(refresh: () => void): Disposable {
    return this.#refresh.on(refresh);
  }

  dispose(): void {
    this.#scope.dispose();
  }

  /**
   * Returns the connection at once, or after a running first attempt; null without a connection.
   */
  #whenConnected(): Promise<MqttConnection | null> {
    if (this.#connection !== null) return Promise.resolve(this.#connection);
    if (this.state.getState() !== 'connecting') return Promise.resolve(null);
    return new Promise((resolve) => {
      const finish = (): void => {
        unsubscribe();
        timeout.dispose();
        resolve(this.#connection);
      };
      const timeout = this.#clock.after(PUBLISH_TIMEOUT_MS, finish);
      const unsubscribe = this.state.subscribe(finish);
    });
  }

  #start(): void {
    const token = this.#options.token.getState();
    if (this.#scope.ended || token === null) return;
    if (this.state.getState() !== 'off') return;
    this.state.setState('connecting', true);
    this.#connect(token);
  }

  #restart(): void {
    this.#disconnect('off');
    if (this.#subscriptions.size > 0) this.#start();
  }

  #connect(token: string): void {
    const attempt = ++this.#attempt;
    const isCurrent = (): boolean => attempt === this.#attempt && !this.#scope.ended;
    const connect = this.#options.connect ?? connectByMqttJs;
    connect(
      {
        url: this.#options.url,
        token,
        desktopId: this.#options.desktopId,
        options: mqttClientOptions(this.#config),
      },
      {
        onConnect: (connection) => {
          if (isCurrent()) void this.#handleConnected(connection);
        },
        onMessage: (topic, payload) => {
          if (isCurrent()) this.#receive(topic, payload);
        },
        onClose: () => {
          if (isCurrent()) this.#handleConnectionLoss();
        },
      },
    ).then(
      (connection) => {
        if (isCurrent()) this.#client = connection;
        else connection.end();
      },
      // The MQTT client script could not be loaded: retries as after a connection loss.
      (thrown: unknown) => {
        const log = this.#options.log ?? silentLogger;
        log.log('warn', 'The live connection could not be opened', { detail: messageOf(thrown) });
        if (isCurrent()) this.#handleConnectionLoss();
      },
    );
  }

  async #handleConnected(connection: MqttConnection): Promise<void> {
    this.#connection = connection;
    const filters = new Set([...this.#subscriptions].map(({ filter }) => filter));
    await Promise.all([...filters].map((filter) => connection.subscribe(filter)));
    if (this.#connection !== connection) return;
    this.state.setState('online', true);
    this.#startIdleTimer();
    this.#refresh.emit();
  }

  #handleConnectionLoss(): void {
    this.#disconnect('lost');
    const waitMs = reconnectWaitMs(this.#config.reconnectMs, this.#options.random);
    this.#retry = this.#clock.after(waitMs, () => this.#retryNow());
    // Without messages, only this timer triggers refreshes.
    this.#startIdleTimer();
  }

  #retryNow(): void {
    const token = this.#options.token.getState();
    if (token !== null) this.#connect(token);
  }

  /** Ends the connection or the current attempt and sets the state. */
  #disconnect(state: LiveConnectionState): void {
    this.#attempt += 1;
    this.#retry?.dispose();
    this.#idleTimer?.dispose();
    this.#client?.end();
    this.#client = null;
    this.#connection = null;
    this.state.setState(state, true);
  }

  #startIdleTimer(): void {
    this.#idleTimer?.dispose();
    this.#idleTimer = this.#clock.after(IDLE_REFRESH_MS, () => {
      this.#startIdleTimer();
      this.#refresh.emit();
    });
  }

  #receive(topic: string, text: string): void {
    this.#startIdleTimer();
    const accepted = this.#dispatch(topic, text);
    if (!accepted) this.#dropped += 1;
    this.#options.onTraffic?.({ direction: 'in', topic, text, accepted });
  }

  /** False if the message is not JSON or violates the schema of a subscription. */
  #dispatch(topic: string, text: string): boolean {
    let payload: unknown;
    try {
      payload = JSON.parse(text);
    } catch {
      return false;
    }
    const receivers = [...this.#subscriptions].filter(({ filter }) => matchesFilter(filter, topic));
    return !receivers.map(({ handle }) => handle(payload, topic)).includes(false);
  }
}
