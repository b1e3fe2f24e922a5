import pg from 'pg';

const TICK_MS = 250;
/** Ticks between two questions while the server answers. */
const REST_TICKS = 4;
/**
 * Ticks without an answer after which the server counts as away. Ticks are counted, not time: a
 * stall of this process is one tick, however long, and must not be blamed on the database.
 */
const AWAY_TICKS = 8;

/** What pg does not tell in its types: the socket below a client. */
interface WithSocket {
  readonly connection: { readonly stream: { destroy(): void; unref(): void } };
}
const socketOf = (client: pg.Client | pg.PoolClient) =>
  (client as unknown as WithSocket).connection.stream;

function away(): Error {
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
export class PulsedPool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>();
  readonly #waiting = new Set<(reason: Error) => void>();
  #asked: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isAway = false;
  /** Ticks since the question was asked; negative while none is. */
  #ticks = -REST_TICKS;

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
    return this.#isAway ? Promise.reject(away()) : this.#connectUnlessAway();
  }

  override async end(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#forget();
    await super.end();
  }

  async #connectUnlessAway(): Promise<pg.PoolClient> {
    let reject: (reason: Error) => void = () => undefined;
    const lost = new Promise<never>((_resolve, refuse) => {
      reject = refuse;
    });
    this.#waiting.add(reject);
    const connected = super.connect();
    try {
      return await Promise.race([connected, lost]);
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
    if (this.#ticks === 0) void this.#ask();
    if (this.#ticks < AWAY_TICKS) return;
    this.#forget();
    this.#isAway = true;
    for (const refuse of this.#waiting) refuse(away());
    for (const client of this.#clients) socketOf(client).destroy();
  }

  /** Any answer counts, a refusal as well: then the server is there, and the pool finds out more. */
  async #ask(): Promise<void> {
    const known = this.#asked;
    const client = known ?? new pg.Client(this.options);
    this.#asked = client;
    let broken = false;
    try {
      if (known === null) {
        client.on('error', () => undefined);
        await client.connect();
        socketOf(client).unref();
      }
      await client.query('select 1');
    } catch {
      broken = true;
    }
    // A question that was given up meanwhile says nothing.
    if (this.#asked !== client) return;
    if (broken) this.#forget();
    this.#isAway = false;
    this.#ticks = -REST_TICKS;
  }

  #forget(): void {
    this.#ticks = -REST_TICKS;
    const client = this.#asked;
    this.#asked = null;
    if (client !== null) socketOf(client).destroy();
  }
}
