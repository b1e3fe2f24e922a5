import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export interface Acknowledged {
  readonly id: string;
  readonly sha256: string;
}

/**
 * What a server has acknowledged, written down and synced before it counts (after Jepsen): the
 * ledger must not forget what the server is accused of forgetting.
 */
export class Ledger {
  readonly #path: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a');
  }

  acknowledged(entry: Acknowledged): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#file);
  }

  entries(): Acknowledged[] {
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Acknowledged);
  }

  close(): void {
    closeSync(this.#file);
  }
}
