import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { topics } from '#contracts';
import {
  type Disposable,
  disposeAll,
  fail,
  type Logger,
  messageOf,
  newId,
  ok,
  problem,
  type Result,
  toDisposable,
} from '#foundation';
import { deviceOf, isVisibleTo, mayPublish, maySubscribe } from './access-rules.ts';
import {
  type Broker,
  type BrokerState,
  type ConnectionIdentities,
  type ConnectionPrincipal,
  MAX_PAYLOAD_BYTES,
} from './broker.ts';
import { authenticateShell, desktopIdOfWindow } from './desktop-users.ts';
import { guardConnection } from './packet-length-guard.ts';
import { type SiteBrokerAccess, SiteBrokerConnection } from './site-broker-connection.ts';

export interface EmbeddedBrokerOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly identities: ConnectionIdentities;
  readonly log: Logger;
  /** The site's own broker, if configured. */
  readonly site?: SiteBrokerAccess | undefined;
  /** Interval of session and credential checks in ms; another server may have ended them. */
  readonly recheckMs?: number;
}

/** MQTT return code 4: bad user name or password. */
const BAD_CREDENTIALS = 4;

/** Limit per connection; more than any page or device needs. */
const MAX_SUBSCRIPTIONS = 100;
/** Limit of concurrent desktop shells; more than the workstations of a hospital. */
const MAX_DESKTOPS = 500;

/** Property of a client that the library's types lack: its subscriptions by filter. */
interface WithSubscriptions {
  readonly subscriptions?: object;
}

function authError(text: string): AuthenticateError {
  return Object.assign(new Error(text), { returnCode: BAD_CREDENTIALS });
}

/** Broker inside the server process: Aedes over TCP and over attached streams. */
export class EmbeddedBroker implements Broker {
  readonly #aedes: Aedes;
  readonly #identities: ConnectionIdentities;
  readonly #log: Logger;
  readonly #principals = new Map<Client, ConnectionPrincipal>();
  readonly #sockets = new Set<Socket>();
  readonly #owned: Disposable[] = [];
  #server: Server | null = null;
  #state: BrokerState = 'starting';
  #siteConnection: SiteBrokerConnection | null = null;

  static async start(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
    const aedes = await Aedes.createBroker({
      id: newId(),
      connectTimeout: 10_000,
      drainTimeout: 30_000,
      maxTopicLevels: 12,
    });
    const broker = new EmbeddedBroker(aedes, options);
    if (options.site !== undefined) broker.#joinSite(options.site);
    await broker.#listen(options);
    return broker;
  }

  private constructor(aedes: Aedes, options: EmbeddedBrokerOptions) {
    this.#aedes = aedes;
    this.#identities = options.identities;
    this.#log = options.log;
    aedes.authenticate = (client, username, password, done) => {
      this.#authenticate(client, username ?? '', password?.toString('utf8') ?? '').then(
        (principal) => (principal ? done(null, true) : done(authError('Unknown client'), false)),
        (thrown: unknown) => {
          this.#log.log('error', 'Sign-in to the broker failed', { detail: messageOf(thrown) });
          done(authError('Not available'), false);
        },
      );
    };
    aedes.authorizePublish = (client, packet, done) => {
      this.#authorizePublish(client, packet).then(
        (allowed) => done(allowed ? null : new Error('Publishing to this topic is not allowed')),
        (thrown: unknown) => done(new Error(messageOf(thrown))),
      );
    };
    aedes.authorizeSubscribe = (client, subscription, done) => {
      const principal = this.#principals.get(client);
      const allowed = principal !== undefined && maySubscribe(principal, subscription.topic);
      const { subscriptions = {} } = client as unknown as WithSubscriptions;
      const isOverLimit = Object.keys(subscriptions).length >= MAX_SUBSCRIPTIONS;
      done(null, allowed && !isOverLimit ? subscription : null);
    };
    // Checks again at delivery, so that a revoked client receives nothing.
    aedes.authorizeForward = (client, packet) => {
      const principal = this.#principals.get(client);
      return principal !== undefined && maySubscribe(principal, packet.topic) ? packet : null;
    };
    aedes.on('publish', ({ topic, payload }) => this.#receiveStatus(topic, payload));
    aedes.on('clientDisconnect', (client) => this.#principals.delete(client));
    aedes.on('clientError', (client, error) => {
      this.#log.log('debug', 'A broker connection ended', {
        client: client.id,
        why: error.message,
      });
    });
    aedes.on('connectionError', (_client, error) => {
      this.#log.log('debug', 'A broker connection was rejected', { why: error.message });
    });
    const recheck = setInterval(() => this.#recheck(), options.recheckMs ?? 15_000);
    this.#owned.push(toDisposable(() => clearInterval(recheck)));
  }

  get state(): BrokerState {
    return this.#state;
  }

  /** False while the site's own broker is configured but unreachable. */
  get isJoined(): boolean {
    return this.#siteConnection?.isUp ?? true;
  }

  get port(): number {
    const address = this.#server?.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }

  #joinSite(access: SiteBrokerAccess): void {
    const siteConnection = new SiteBrokerConnection(
      access,
      this.#log,
      async (message, isOriginal) => {
        const { topic, payload, retain } = message;
        const device = isOriginal && !retain ? deviceOf(topic) : null;
        // Tracks a device at the site's broker like a locally connected device.
        if (device !== null) {
          await this.#identities.leases.handleDeviceMessage(device, topic, payload.toString());
        }
        const packet = {
          cmd: 'publish' as const,
          topic,
          payload,
          qos: 1 as const,
          dup: false,
          retain,
        };
        this.#aedes.publish(packet, (error) => {
          if (error) this.#log.log('warn', 'A message was not forwarded', { why: error.message });
        });
      },
    );
    this.#siteConnection = siteConnection;
    this.#owned.push(siteConnection);
    this.#aedes.on('publish', ({ topic, payload, retain }) => {
      siteConnection.forward({ topic, payload: Buffer.from(payload), retain });
    });
  }

  #receiveStatus(topic: string, payload: string | Buffer): void {
    const device = deviceOf(topic);
    if (device === null || topic !== topics.status(device.organizationId, device.deviceId)) return;
    this.#identities.deviceStatuses.receive(device, payload.toString());
  }

  async #listen(options: EmbeddedBrokerOptions): Promise<void> {
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      this.attach(socket);
    });
    this.#server = server;
    server.listen(options.port, options.host);
    await once(server, 'listening');
    server.on('error', (error) => {
      this.#state = 'down';
      this.#log.log('error', 'The broker stopped listening', { detail: error.message });
    });
    this.#state = 'up';
  }

  /** Attaches an MQTT connection: a TCP socket, or a WebSocket as a stream. */
  attach(connection: Duplex, request?: IncomingMessage): void {
    guardConnection(connection);
    this.#aedes.handle(connection, request);
  }

  async #authenticate(client: Client, username: string, password: string): Promise<boolean> {
    const principal = await this.#identify(username, password);
    // A closed client emits no `clientDisconnect`, so its entry would never be removed.
    if (principal === null || client.closed) return false;
    this.#principals.set(client, principal);
    // Prefixes the client id with its owner, so that no other user can take over a connection by
    // its id. Always uses a clean session: nothing is queued for an absent client, least of all a
    // command to a scanner.
    Object.assign(client, { id: `${ownerOf(principal)}:${client.id}`, clean: true });
    return true;
  }

  async #identify(username: string, password: string): Promise<ConnectionPrincipal | null> {
    if (username === 'session') return this.#identities.person(password);
    const desktopId = desktopIdOfWindow(username);
    if (desktopId !== null) {
      const person = await this.#identities.person(password);
      return person && { ...person, desktopId };
    }
    const desktop = authenticateShell(username, password);
    if (desktop !== null) return this.#hasDesktopCapacity() ? desktop : null;
    if (username === 'worker' || username === 'server') {
      return this.#identities.service(username, password) ? { kind: username } : null;
    }
    // Also accepts the bare device id.
    return this.#identities.device(username.replace(/^device:/, ''), password);
  }

  /**
   * Limits shells, which connect without an account, so that they can't exhaust connections for
   * users.
   */
  #hasDesktopCapacity(): boolean {
    const desktops = [...this.#principals.values()].filter(({ kind }) => kind === 'desktop');
    return desktops.length < MAX_DESKTOPS;
  }

  /** Returns the desktop ids of the windows in which a user of an organization is signed in. */
  windowsOf(organizationId: string): readonly string[] {
    const windows = [...this.#principals.values()].flatMap((principal) =>
      principal.kind === 'person' &&
      principal.organizationId === organizationId &&
      principal.desktopId !== undefined
        ? [principal.desktopId]
        : [],
    );
    return [...new Set(windows)];
  }

  async #authorizePublish(
    client: Client | null,
    packet: { topic: string; payload: string | Buffer; retain: boolean },
  ): Promise<boolean> {
    // Messages without a client come from the server itself.
    if (client === null) return true;
    const principal = this.#principals.get(client);
    if (principal === undefined) return false;
    if (Buffer.byteLength(packet.payload ?? '') > MAX_PAYLOAD_BYTES) return false;
    const verdict = mayPublish(principal, packet.topic, packet.retain);
    if (!verdict.allowed) return false;
    if (principal.kind === 'desktop') {
      const principals = [...this.#principals.values()];
      return principals.some(
        (user) => user.kind === 'person' && isVisibleTo(user, principal, packet.topic),
      );
    }
    const { leases } = this.#identities;
    if (principal.kind === 'device') {
      await leases.handleDeviceMessage(principal, packet.topic, packet.payload.toString());
    }
    if (verdict.deviceId === null || principal.kind !== 'person') return true;
    const device = { organizationId: principal.organizationId, deviceId: verdict.deviceId };
    if (!(await this.#identities.deviceBelongs(device.organizationId, device.deviceId)))
      return false;
    return !verdict.needsLease || leases.mayCommand(device, principal.tokenId);
  }

  publish(
    topic: string,
    message: object,
    options: { retain?: boolean } = {},
  ): Promise<Result<void>> {
    const payload = Buffer.from(JSON.stringify(message));
    if (payload.byteLength > MAX_PAYLOAD_BYTES) {
      return Promise.resolve(fail(publishProblem(`${payload.byteLength} bytes are too many`)));
    }
    return new Promise((resolve) => {
      this.#aedes.publish(
        { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: options.retain ?? false },
        (error) => resolve(error ? fail(publishProblem(error.message)) : ok(undefined)),
      );
    });
  }

  disconnectSession(tokenId: string): void {
    for (const [client, principal] of [...this.#principals]) {
      if (!('tokenId' in principal) || principal.tokenId !== tokenId) continue;
      // Keeps a device's principal until the close, so that its last will still publishes its
      // absence.
      if (principal.kind === 'person') this.#principals.delete(client);
      client.close(() => this.#principals.delete(client));
    }
  }

  #recheck(): void {
    for (const [client, principal] of this.#principals) {
      if (!('tokenId' in principal)) continue;
      this.#identities.isStillValid(principal).then(
        (isValid) => {
          if (isValid) return;
          // Removes the principal first to suppress the last will, because a connection with the
          // new credential may already be active.
          this.#principals.delete(client);
          client.close();
        },
        (thrown: unknown) =>
          this.#log.log('warn', 'A session could not be checked', { detail: messageOf(thrown) }),
      );
    }
  }

  async close(): Promise<void> {
    if (this.#state === 'down' && this.#server === null) return;
    this.#state = 'down';
    disposeAll(this.#owned);
    const server = this.#server;
    this.#server = null;
    const closed = server ? once(server, 'close') : Promise.resolve();
    server?.close();
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

function ownerOf(principal: ConnectionPrincipal): string {
  if (principal.kind === 'person') return `person-${principal.accountId}`;
  if (principal.kind === 'desktop') return `desktop-${principal.clientId}`;
  return principal.kind === 'device' ? `device-${principal.deviceId}` : principal.kind;
}

function publishProblem(detail: string) {
  return problem(
    'MESSAGE_NOT_SENT',
    'A live message could not be sent',
    detail,
    'No data is lost. Clients read the state from the server.',
  );
}
