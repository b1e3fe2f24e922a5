import pg from 'pg';

/** Interval of the health check. */
const TICK_MS = 250;
/** Ticks between two probes while the server responds. */
const PAUSE_TICKS = 4;
/**
 * Ticks without a response after which the server counts as down. Counts ticks instead of time,
 * because a stall of this process counts as one tick, however long, and is not the database's
 * fault.
 */
const DOWN_TICKS = 8;

/** Socket of a client, which pg's types do not declare. */
interface WithSocket {
  readonly connection: { readonly stream: { destroy(): void; unref(): void } };
}
const socketOf = (client: pg.Client | pg.PoolClient) =>
  (client as unknown as WithSocket).connection.stream;

function downError(): Error {
  const message = 'Connection terminated: the database does not respond';
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}

/**
 * Pool that detects a server that accepts connections but does not respond (frozen, or behind a
 * network that drops packets). Probes the server on a separate connection. After about 2 s without
 * a response drops every connection, which fails the waiting statements, and rejects new
 * connections until the server responds again. An interrupted commit may have succeeded; callers
 * repeat with their Idempotency-Key.
 */
export class HealthCheckedPool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>();
  /** Rejects the `connect` calls that wait for a connection. */
  readonly #waiting = new Set<(reason: Error) => void>();
  #probe: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isDown = false;
  /** Ticks since the probe started; negative between probes. */
  #ticks = -PAUSE_TICKS;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => {
      this.#clients.add(client);
      this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    });
    this.on('remove', (client) => this.#clients.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    done: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      release: (release?: unknown) => void,
    ) => void,
  ): void;
  // Passes on the form with a callback unchanged, which only pg calls; Kysely awaits the promise.
  override connect(done?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (done !== undefined) {
      super.connect(done);
      return undefined;
    }
    return this.#isDown ? Promise.reject(downError()) : this.#connectUnlessDown();
  }

  override async end(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#discardProbe();
    await super.end();
  }

  /** Connects; rejects as soon as the server counts as down. */
  async #connectUnlessDown(): Promise<pg.PoolClient> {
    let reject: (reason: Error) => void = () => undefined;
    const connectionLost = new Promise<never>((_resolve, rejectConnect) => {
      reject = rejectConnect;
    });
    this.#waiting.add(reject);
    const connected = super.connect();
    try {
      return await Promise.race([connected, connectionLost]);
    } catch (thrown) {
      // Releases a connection that opens after its caller has given up.
      connected.then(
        (client) => client.release(),
        () => undefined,
      );
      throw thrown;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  /** Starts a probe or counts its time; drops all connections when the server counts as down. */
  #tick(): void {
    this.#ticks += 1;
    if (this.#ticks === 0) void this.#runProbe();
    if (this.#ticks < DOWN_TICKS) return;
    this.#discardProbe();
    this.#isDown = true;
    for (const reject of this.#waiting) reject(downError());
    for (const client of this.#clients) socketOf(client).destroy();
  }

  /**
   * Sends a probe. Any response counts, even an error, because the server is then reachable and the
   * pool reports the actual error.
   */
  async #runProbe(): Promise<void> {
    const openProbe = this.#probe;
    const client = openProbe ?? new pg.Client(this.options);
    this.#probe = client;
    let hasFailed = false;
    try {
      if (openProbe === null) {
        client.on('error', () => undefined);
        await client.connect();
        socketOf(client).unref();
      }
      await client.query('select 1');
    } catch {
      hasFailed = true;
    }
    // Ignores a probe that was discarded in the meantime.
    if (this.#probe !== client) return;
    if (hasFailed) this.#discardProbe();
    this.#isDown = false;
    this.#ticks = -PAUSE_TICKS;
  }

  #discardProbe(): void {
    this.#ticks = -PAUSE_TICKS;
    const client = this.#probe;
    this.#probe = null;
    if (client !== null) socketOf(client).destroy();
  }
}
