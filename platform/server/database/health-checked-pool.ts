import pg from 'pg';

const TICK_MS = 250;
/** Ticks between two questions while the server answers. */
const PAUSE_TICKS = 4;
/**
 * Ticks without an answer after which the server counts as away. Ticks are counted, not time: a
 * stall of this process is one tick, however long, and must not be blamed on the database.
 */
const DOWN_TICKS = 8;

/** What pg does not tell in its types: the socket below a client. */
interface WithSocket {
  readonly connection: { readonly stream: { destroy(): void; unref(): void } };
}
const socketOf = (client: pg.Client | pg.PoolClient) =>
  (client as unknown as WithSocket).connection.stream;

function downError(): Error {
  const message = 'Connection terminated: the database has stopped answering';
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}

/**
 * A pool that notices when its server takes connections but answers nothing any more (frozen, or
 * behind a network that swallows all): a statement sent to it would wait for as long as the network
 * does. It asks the server how it is on a connection apart; without an answer for some two seconds
 * it drops every connection, which fails what waits on them, and refuses new ones at once until the
 * server answers again. What was dropped in the middle of a commit may have happened: callers
 * repeat with their Idempotency-Key.
 */
export class HealthCheckedPool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>();
  readonly #waiting = new Set<(reason: Error) => void>();
  #probe: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isDown = false;
  /** Ticks since the question was asked; negative while none is. */
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
      // Should it come about all the same, nobody waits for it any more.
      connected.then(
        (client) => client.release(),
        () => undefined,
      );
      throw thrown;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  #tick(): void {
    this.#ticks += 1;
    if (this.#ticks === 0) void this.#runProbe();
    if (this.#ticks < DOWN_TICKS) return;
    this.#discardProbe();
    this.#isDown = true;
    for (const reject of this.#waiting) reject(downError());
    for (const client of this.#clients) socketOf(client).destroy();
  }

  /** Any answer counts, a refusal as well: then the server is there, and the pool finds out more. */
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
    // A question that was given up meanwhile says nothing.
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
