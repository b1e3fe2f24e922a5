import type { Readable, Writable } from 'node:stream';
import { messageOf } from '#foundation';

type CommandResult = Readonly<Record<string, unknown>>;

const RESPONSE_TIMEOUT_MS = 10_000;
/** Maximum length of a message; larger messages indicate a faulty browser. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const ENDED = 'The browser has ended';

/**
 * DevTools protocol over two pipes between this process and the browser: JSON messages, each
 * terminated by a zero byte. Unlike a TCP port, the pipes are closed to other processes, and a
 * browser that loses its pipes exits.
 */
export class DevToolsPipe {
  readonly #write: Writable;
  readonly #read: Readable;
  readonly #waiting = new Map<number, (message: CommandResult | Error) => void>();
  readonly #listeners = new Set<(method: string, params: CommandResult) => void>();
  #lastId = 0;
  #text = '';
  /** Why the pipe is closed; null while it is open. */
  #closeReason: string | null = null;

  constructor(write: Writable, read: Readable) {
    this.#write = write;
    this.#read = read;
    read.setEncoding('utf8');
    read.on('data', (chunk: string) => this.#receive(chunk));
    for (const stream of [read, write]) {
      stream.once('close', () => this.#close(ENDED));
      stream.on('error', () => this.#close(ENDED));
    }
  }

  onEvent(listener: (method: string, params: CommandResult) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Rejects if the browser returns an error, has exited, or does not respond within ten seconds.
   */
  send(method: string, params: object = {}, sessionId?: string): Promise<CommandResult> {
    if (this.#closeReason !== null) return Promise.reject(new Error(this.#closeReason));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`The browser does not respond to ${method}`));
      }, RESPONSE_TIMEOUT_MS);
      this.#waiting.set(id, (message) => {
        clearTimeout(limit);
        this.#waiting.delete(id);
        if (message instanceof Error) reject(message);
        else resolve(message);
      });
      this.#write.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #receive(chunk: string): void {
    const messages = (this.#text + chunk).split('\0');
    this.#text = messages.pop() ?? '';
    if (this.#text.length > MAX_CHARACTERS) {
      this.#disconnect(`The browser sent a message over ${MAX_CHARACTERS} characters`);
    }
    for (const message of messages) this.#handleMessage(message);
  }

  #handleMessage(text: string): void {
    let message: CommandResult;
    try {
      message = JSON.parse(text);
    } catch (thrown) {
      this.#disconnect(`The browser sent invalid JSON: ${messageOf(thrown)}`);
      return;
    }
    const { id, method, params, result, error } = message;
    if (typeof id === 'number') {
      const failure = error as { readonly message?: string } | undefined;
      this.#waiting.get(id)?.(
        failure === undefined ? (result as CommandResult) : new Error(failure.message),
      );
    } else if (typeof method === 'string') {
      for (const listener of this.#listeners) listener(method, (params ?? {}) as CommandResult);
    }
  }

  /** Ends a faulty browser: a browser that loses its pipes exits. */
  #disconnect(reason: string): void {
    this.#close(reason);
    this.#read.destroy();
    this.#write.destroy();
  }

  #close(reason: string): void {
    this.#closeReason ??= reason;
    for (const settle of this.#waiting.values()) settle(new Error(this.#closeReason));
  }
}
