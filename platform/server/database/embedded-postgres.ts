import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fail, type Logger, messageOf, ok, problem, type Result } from '#foundation';
import { type ClusterFolder, clusterFolder } from './cluster-folder.ts';
import { type DatabaseUser, databaseUser } from './database-user.ts';
import { embeddedBinaries } from './embedded-binaries.ts';
import { stopOrphanedServer, stopServer } from './stop-orphaned-server.ts';

const SUPERUSER = 'clockface';
/** Maximum wait for the start; long enough for the crash recovery of a large cluster. */
const READY_TIMEOUT_MS = 120_000;
/**
 * Waits before the first restarts after a crash; the last value applies to all further restarts.
 */
const RESTART_DELAYS_MS = [0, 250, 1_000, 2_000, 5_000];

interface Installation {
  /** Folder that contains `bin/postgres`. */
  readonly native: string;
  readonly user: DatabaseUser;
  readonly folder: ClusterFolder;
  readonly port: number;
  readonly logFile: string;
}

/** Returns the connection URL of an embedded server. */
export function embeddedUrl(password: string, port: number): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

/**
 * Embedded PostgreSQL server: loopback only, SCRAM, fsync on. Restarts on the same port after a
 * crash, so that pools recover.
 */
export class EmbeddedPostgres {
  readonly url: string;
  readonly #installation: Installation;
  readonly #logger: Logger;
  #child: ChildProcess | null = null;
  #stopping = false;

  private constructor(installation: Installation, logger: Logger) {
    this.#installation = installation;
    this.#logger = logger;
    this.url = embeddedUrl(installation.folder.password, installation.port);
  }

  /**
   * Creates the cluster if missing, cleans up after a crash and waits until the server responds.
   */
  static async start(dataFolder: string, logger: Logger): Promise<Result<EmbeddedPostgres>> {
    const user = databaseUser();
    const native = embeddedBinaries(user);
    if (!native.ok) return native;
    const folder = clusterFolder(dataFolder, user);
    const prepared = existsSync(folder.cluster)
      ? await stopOrphanedServer(folder.cluster, logger)
      : await createCluster(native.value, user, folder);
    if (!prepared.ok) return prepared;
    const logFile = join(dataFolder, 'postgres.log');
    const port = await freePort();
    const installation = { native: native.value, user, folder, port, logFile };
    const server = new EmbeddedPostgres(installation, logger);
    const launched = await server.#launch();
    return launched.ok ? ok(server) : launched;
  }

  /** Pid of the postmaster; null while stopped. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Stops with a fast shutdown: disconnects clients and writes a checkpoint. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child?.pid === undefined) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await stopServer(child.pid);
    // Waits for the exit event, after which Node has collected the exit status. Otherwise a zombie
    // process would remain in containers without an init process.
    await exited;
  }

  async #launch(): Promise<Result<void>> {
    const child = spawnServer(this.#installation);
    this.#child = child;
    let ended: string | null = null;
    let ready = false;
    child.once('error', (thrown) => {
      ended = messageOf(thrown);
    });
    child.once('exit', (code, signal) => {
      ended ??= `it ended with ${signal ?? code}`;
      if (this.#child === child) this.#child = null;
      if (ready && !this.#stopping) void this.#restart(ended);
    });
    const end = Date.now() + READY_TIMEOUT_MS;
    while (ended === null && Date.now() < end) {
      ready = await isReachable(this.url);
      if (ready) return ok(undefined);
      await sleep(15);
    }
    return fail(notStarted(this.#installation, ended ?? 'it did not respond in time'));
  }

  /** Starts the server again until successful or stopped; requests get 503 meanwhile. */
  async #restart(reason: string): Promise<void> {
    this.#logger.log('error', 'The database server ended unexpectedly; restarting', { reason });
    for (let attempt = 0; !this.#stopping; attempt += 1) {
      await sleep(RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)]);
      if (this.#stopping) return;
      const cleared = await stopOrphanedServer(this.#installation.folder.cluster, this.#logger);
      const launched = cleared.ok ? await this.#launch() : cleared;
      if (launched.ok) return;
      const { title, detail } = launched.problem;
      this.#logger.log('error', title, { detail });
    }
  }
}

/**
 * Creates the cluster under a temporary name and renames it when complete, so that the start after
 * an interrupted creation creates the cluster again.
 */
async function createCluster(
  native: string,
  user: DatabaseUser,
  folder: ClusterFolder,
): Promise<Result<void>> {
  const draft = `${folder.cluster}.new`;
  const passwordFile = join(folder.home, 'initial-password');
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, folder.password, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const initialized = await runToEnd(
    join(native, 'bin/initdb'),
    [
      '-D',
      draft,
      '-U',
      SUPERUSER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      ...localeOptions(native),
    ],
    { ...user, cwd: folder.home, env: {} },
  );
  rmSync(passwordFile, { force: true });
  if (initialized !== null) {
    return fail(
      problem(
        'DATABASE_NOT_MADE',
        'The embedded database could not be created',
        initialized,
        'Check space and permissions of the data folder, or set DATABASE_URL.',
      ),
    );
  }
  renameSync(draft, folder.cluster);
  return ok(undefined);
}

/**
 * Returns locale options with the same Unicode case rules on every machine; the builtin provider
 * requires PostgreSQL 17.
 */
function localeOptions(native: string): readonly string[] {
  const { stdout } = spawnSync(join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  const major = Number(/(\d+)/.exec(stdout)?.[1] ?? 0);
  if (major < 17) return ['--locale=C.UTF-8'];
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

/** Runs a program. Returns null on success, otherwise the end of its standard error output. */
function runToEnd(program: string, args: string[], options: SpawnOptions): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let errorText = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString('utf8')).slice(-2_000);
    });
    child.once('error', (thrown) => resolve(messageOf(thrown)));
    child.once('close', (code, signal) => {
      resolve(code === 0 ? null : `${errorText.trim()} (ended with ${signal ?? code})`);
    });
  });
}

/**
 * Starts the server in its own session, so that Ctrl+C at the terminal reaches only the supervisor,
 * which stops the database last.
 */
function spawnServer({ native, user, folder, port, logFile }: Installation): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'password_encryption=scram-sha-256',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'max_connections=60',
    // Statements, their parameters and their errors may contain patient data, so only messages
    // about the server itself are logged. Clients still receive their errors.
    'log_min_messages=log',
    'log_error_verbosity=terse',
    'log_statement=none',
    'log_min_error_statement=panic',
    'log_min_duration_statement=-1',
    'log_parameter_max_length=0',
    'log_parameter_max_length_on_error=0',
  ];
  const child = spawn(
    join(native, 'bin/postgres'),
    ['-D', folder.cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: folder.home, env: {}, detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  return child;
}

/** Returns whether the server accepts connections and responds to a query. */
async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    // The server is still starting or recovering.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns a free TCP port of the loopback interface. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}

function notStarted(installation: Installation, detail: string) {
  return problem(
    'DATABASE_NOT_STARTED',
    'The embedded database does not start',
    `${detail}; the log is ${installation.logFile}.`,
    'Read the log. Usual causes are space, permissions and another server on the same folder.',
  );
}
