import { stat } from 'node:fs/promises';
import { hashOfFile, objectPath } from './backup-format.ts';

/** State of the bytes of one object. */
export type ObjectState = 'INTACT' | 'DIFFERENT' | 'MISSING';

type Content = { readonly sha256: string; readonly bytes: number };

/**
 * Reads an object of a backup folder and compares its bytes with its name. An object that cannot
 * be read, for example from a bad sector, counts as missing.
 * @throws AbortError after cancellation
 */
export async function checkObject(
  root: string,
  { sha256, bytes }: Content,
  signal: AbortSignal,
): Promise<ObjectState> {
  const path = objectPath(root, sha256);
  try {
    if ((await stat(path)).size !== bytes) return 'MISSING';
    return (await hashOfFile(path, signal)) === sha256 ? 'INTACT' : 'DIFFERENT';
  } catch {
    signal.throwIfAborted();
    return 'MISSING';
  }
}

/** Checks objects of a backup folder; reads each object only once. */
export class ObjectChecks {
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #states = new Map<string, ObjectState>();

  constructor(root: string, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
  }

  async stateOf(content: Content): Promise<ObjectState> {
    const known = this.#states.get(content.sha256);
    if (known !== undefined) return known;
    const state = await checkObject(this.#root, content, this.#signal);
    this.#states.set(content.sha256, state);
    return state;
  }

  async isIntact(content: Content): Promise<boolean> {
    return (await this.stateOf(content)) === 'INTACT';
  }

  /** Records that an object was written again. */
  rewritten(sha256: string): void {
    this.#states.set(sha256, 'INTACT');
  }
}
