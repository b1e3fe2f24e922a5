import { once } from 'node:events';
import { chmodSync, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, messageOf, ok, type Result } from '#foundation';
import { instanceSilent } from '../environment/desktop-problems.ts';

/** What the running desktop says to a later start. */
export interface HandOverAnswer {
  /** Null: taken. Else why not, in words for people. */
  readonly refusal: string | null;
}

/** Takes the arguments of a later start. */
export type TakeArguments = (words: readonly string[]) => Promise<HandOverAnswer>;

/** Longer than any link, and no more than a glance at memory. */
const MOST_CHARACTERS = 16_384;
/** The first start may still be waiting for its server. */
const ANSWER_WITHIN_MS = 90_000;
const SENT_WITHIN_MS = 5_000;
/** A start that holds the lock for longer was killed in the middle. */
const LOCK_STALE_MS = 5_000;

/**
 * Makes this process the one desktop of its data folder, or hands its arguments to the one that
 * runs. A socket whose owner is dead is taken over; the folder lock keeps two that start together
 * from taking each other's away.
 * @returns what closes the door of the first, or the answer to a later one
 */
export async function claimInstance(
  address: string,
  words: readonly string[],
  take: TakeArguments,
): Promise<Result<{ readonly first: InstanceDoor } | { readonly answer: HandOverAnswer }>> {
  const running = await handOver(address, words);
  if (running !== null) return answered(running);
  if (process.platform === 'win32') return ok({ first: await InstanceDoor.open(address, take) });
  const lock = `${address}.starting`;
  await takeLock(lock);
  try {
    const meanwhile = await handOver(address, words);
    if (meanwhile !== null) return answered(meanwhile);
    rmSync(address, { force: true });
    return ok({ first: await InstanceDoor.open(address, take) });
  } finally {
    rmdirSync(lock);
  }
}

function answered(answer: Result<HandOverAnswer>) {
  return answer.ok ? ok({ answer: answer.value }) : answer;
}

/** Making a folder is atomic on every system. */
async function takeLock(lock: string): Promise<void> {
  for (;;) {
    try {
      mkdirSync(lock, { mode: 0o700 });
      return;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    }
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && Date.now() - made > LOCK_STALE_MS) removeLock(lock);
    await sleep(50);
  }
}

function removeLock(lock: string): void {
  try {
    rmdirSync(lock);
  } catch (thrown) {
    // Another waiting start was faster.
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
  }
}

/** Null when nobody listens there. */
async function handOver(
  address: string,
  words: readonly string[],
): Promise<Result<HandOverAnswer> | null> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
  } catch {
    // No such socket, or one whose owner is dead.
    return null;
  }
  const text = read(socket, ANSWER_WITHIN_MS);
  socket.end(`${JSON.stringify({ words })}\n`);
  try {
    const { refusal }: { refusal?: unknown } = JSON.parse(await text);
    return ok({ refusal: typeof refusal === 'string' ? refusal : null });
  } catch (thrown) {
    return fail(instanceSilent(messageOf(thrown)));
  } finally {
    socket.destroy();
  }
}

/** One line of a peer. Rejects when it is too long, too late, or never whole. */
function read(socket: Socket, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const limit = setTimeout(() => reject(new Error('It took too long')), limitMs);
    const settle = (act: () => void): void => {
      clearTimeout(limit);
      act();
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) settle(() => resolve(text.slice(0, end)));
      else if (text.length > MOST_CHARACTERS) settle(() => reject(new Error('It is too long')));
    });
    socket.once('error', (thrown) => settle(() => reject(thrown)));
    socket.once('close', () => settle(() => reject(new Error('It ended too early'))));
  });
}

/** The socket at which later starts hand over what they were started with. */
export class InstanceDoor {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static async open(address: string, take: TakeArguments): Promise<InstanceDoor> {
    const door = new InstanceDoor(take);
    door.#server.listen(address);
    await once(door.#server, 'listening');
    // The folder is closed to others as well: there is no moment in which they could connect.
    if (process.platform !== 'win32') chmodSync(address, 0o600);
    return door;
  }

  private constructor(take: TakeArguments) {
    // The peer ends its half once it has spoken, and waits for the answer.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      void answer(socket, take);
    });
  }

  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    return closed;
  }
}

async function answer(socket: Socket, take: TakeArguments): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    const { words }: { words?: unknown } = JSON.parse(await read(socket, SENT_WITHIN_MS));
    if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
      socket.destroy();
      return;
    }
    socket.end(`${JSON.stringify(await take(words))}\n`);
  } catch {
    // Whoever speaks another language gets no answer; it is not the desktop that was started.
    socket.destroy();
  }
}
