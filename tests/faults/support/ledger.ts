import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export interface Acknowledged {
  readonly id: string;
  readonly sha256: string;
}

/**
 * Records what a server has acknowledged, synced to disk before the entry counts (after Jepsen),
 * because the ledger itself must not lose entries.
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
