import type * as z from 'zod';
import { COMMAND_SCHEMAS, type DeviceCommand } from '#contracts';

/** A parsed command by name. */
export type ParsedCommand = {
  [Name in DeviceCommand]: {
    readonly name: Name;
    readonly body: z.output<(typeof COMMAND_SCHEMAS)[Name]>;
  };
}[DeviceCommand];

/** Maximum number of remembered command ids, used to ignore repeated QoS 1 deliveries. */
const MAX_SEEN_IDS = 256;

/** Parses commands by their contract, and returns each command once. */
export class CommandInbox {
  readonly #seen = new Set<string>();

  /**
   * Returns `repeated` for a known command id, and `unreadable` for a violation of the contract.
   */
  read(name: DeviceCommand, payload: unknown): ParsedCommand | 'repeated' | 'unreadable' {
    const parsed = COMMAND_SCHEMAS[name].safeParse(payload);
    if (!parsed.success) return 'unreadable';
    if (!this.isFirst(parsed.data.id)) return 'repeated';
    // The schema was selected by the same name.
    return { name, body: parsed.data } as ParsedCommand;
  }

  /** Returns true only at the first call with an id. */
  isFirst(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > MAX_SEEN_IDS && oldest !== undefined) this.#seen.delete(oldest);
    return true;
  }
}
