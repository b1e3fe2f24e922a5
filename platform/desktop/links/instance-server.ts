import { once } from 'node:events';
import { chmodSync, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, messageOf, ok, type Result } from '#foundation';
import { instanceUnresponsive } from '../environment/desktop-problems.ts';

/** Response of the running desktop to a later start. */
export interface ForwardResponse {
  /** Null if accepted, otherwise the reason as text for users. */
  readonly refusal: string | null;
}

/** Handles the arguments of a later start. */
export type ArgumentsHandler = (args: readonly string[]) => Promise<ForwardResponse>;

/** Maximum message length: longer than any link, but small in memory. */
const MAX_CHARACTERS = 16_384;
/** Long enough for a first start that still waits for its server. */
const RESPONSE_TIMEOUT_MS = 90_000;
const SEND_TIMEOUT_MS = 5_000;
/** Age after which a lock counts as left by a killed start. */
const LOCK_STALE_MS = 5_000;

/**
 * Makes this process the only desktop of its data folder, or forwards its arguments to the running
 * desktop. Replaces the socket of a process that has ended; a lock keeps simultaneous starts from
 * replacing each other's socket.
 * @returns the server of the first instance, or the running instance's response
 */
export async function claimInstance(
  address: string,
  args: readonly string[],
  handler: ArgumentsHandler,
): Promise<Result<{ readonly first: InstanceServer } | { readonly response: ForwardResponse }>> {
  const running = await forwardArguments(address, args);
  if (running !== null) return toResponse(running);
  if (process.platform === 'win32')
    return ok({ first: await InstanceServer.open(address, handler) });
  const lock = `${address}.starting`;
  await acquireLock(lock);
  try {
    const meanwhile = await forwardArguments(address, args);
    if (meanwhile !== null) return toResponse(meanwhile);
    rmSync(address, { force: true });
    return ok({ first: await InstanceServer.open(address, handler) });
  } finally {
    rmdirSync(lock);
  }
}

function toResponse(response: Result<ForwardResponse>) {
  return response.ok ? ok({ response: response.value }) : response;
}

/** Creates a folder as the lock, because that is atomic on every system. */
async function acquireLock(lock: string): Promise<void> {
  for (;;) {
    try {
      mkdirSync(lock, { mode: 0o700 });
      return;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    }
    const lockedAtMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (lockedAtMs !== undefined && Date.now() - lockedAtMs > LOCK_STALE_MS) removeLock(lock);
    await sleep(50);
  }
}

function removeLock(lock: string): void {
  try {
    rmdirSync(lock);
  } catch (thrown) {
    // Another waiting start has removed the lock.
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
  }
}

/**
 * Sends the arguments to the running desktop and returns its response; null if no process listens
 * at the address.
 */
async function forwardArguments(
  address: string,
  args: readonly string[],
): Promise<Result<ForwardResponse> | null> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
  } catch {
    // The socket is missing, or its owner has ended.
    return null;
  }
  const text = readLine(socket, RESPONSE_TIMEOUT_MS);
  socket.end(`${JSON.stringify({ words: args })}\n`);
  try {
    const { refusal }: { refusal?: unknown } = JSON.parse(await text);
    return ok({ refusal: typeof refusal === 'string' ? refusal : null });
  } catch (thrown) {
    return fail(instanceUnresponsive(messageOf(thrown)));
  } finally {
    socket.destroy();
  }
}

/** Reads one line of the peer. Rejects if the line is too long, too late or incomplete. */
function readLine(socket: Socket, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const limit = setTimeout(() => reject(new Error('No complete line arrived in time')), limitMs);
    const settle = (callback: () => void): void => {
      clearTimeout(limit);
      callback();
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) settle(() => resolve(text.slice(0, end)));
      else if (text.length > MAX_CHARACTERS)
        settle(() => reject(new Error('The line is too long')));
    });
    socket.once('error', (thrown) => settle(() => reject(thrown)));
    socket.once('close', () =>
      settle(() => reject(new Error('The connection closed before the end of the line'))),
    );
  });
}

/** Socket server that receives the arguments of later starts. */
export class InstanceServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static async open(address: string, handler: ArgumentsHandler): Promise<InstanceServer> {
    const server = new InstanceServer(handler);
    server.#server.listen(address);
    await once(server.#server, 'listening');
    // Other users can't connect before this call either, because the folder is private.
    if (process.platform !== 'win32') chmodSync(address, 0o600);
    return server;
  }

  private constructor(handler: ArgumentsHandler) {
    // The peer half-closes its side after sending and waits for the response.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      void respondToStart(socket, handler);
    });
  }

  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    return closed;
  }
}

async function respondToStart(socket: Socket, handler: ArgumentsHandler): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    const { words }: { words?: unknown } = JSON.parse(await readLine(socket, SEND_TIMEOUT_MS));
    if (!Array.isArray(words) || !words.every((arg) => typeof arg === 'string')) {
      socket.destroy();
      return;
    }
    socket.end(`${JSON.stringify(await handler(words))}\n`);
  } catch {
    // Malformed message: closes without a response, because the sender is not a later start of the
    // desktop.
    socket.destroy();
  }
}
