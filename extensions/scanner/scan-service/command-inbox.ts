import type * as z from 'zod';
import { COMMAND_SCHEMAS, type DeviceCommand } from '#contracts';

/** A command that was read, by its name. */
export type ReadCommand = {
  [Name in DeviceCommand]: {
    readonly name: Name;
    readonly body: z.output<(typeof COMMAND_SCHEMAS)[Name]>;
  };
}[DeviceCommand];

/** Command ids remembered to ignore what QoS 1 delivers twice. */
const MAX_SEEN_IDS = 256;

/** Reads commands by their contract, and gives each once. */
export class CommandInbox {
  readonly #seen = new Set<string>();

  /** `repeated`: it was given before; `unreadable`: it breaks the contract. */
  read(name: DeviceCommand, payload: unknown): ReadCommand | 'repeated' | 'unreadable' {
    const read = COMMAND_SCHEMAS[name].safeParse(payload);
    if (!read.success) return 'unreadable';
    if (!this.isFirst(read.data.id)) return 'repeated';
    // The schema was looked up by the same name.
    return { name, body: read.data } as ReadCommand;
  }

  /** True once for each id. */
  isFirst(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > MAX_SEEN_IDS && oldest !== undefined) this.#seen.delete(oldest);
    return true;
  }
}
