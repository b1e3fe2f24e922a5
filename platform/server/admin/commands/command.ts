import type { Kysely } from 'kysely';
import type { Clock, Logger, Result } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { Site } from '../../site/site.ts';
import type { Settings } from '../../supervisor/settings.ts';

/** Context of an admin command; works whether or not the server is running. */
export interface AdminContext {
  readonly site: Site;
  readonly settings: Settings;
  /**
   * Connected as the table owner, which bypasses RLS, so every query must filter by organization.
   */
  readonly db: Kysely<Database>;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Writes one line to standard output. */
  print(line: string): void;
  /** Reads a secret without showing it on the screen or in the shell history. */
  promptSecret(prompt: string): Promise<string>;
}

export interface AdminOption {
  readonly help: string;
  /** Placeholder in the help, e.g. `ADDRESS`; absent for a switch. */
  readonly value?: string;
  readonly required?: boolean;
  readonly multiple?: boolean;
}

/** Values by option name; a switch has `['']`. */
export type AdminValues = Readonly<Record<string, readonly string[]>>;

/** Command of `npm run admin -- NAME …`. */
export interface AdminCommand {
  /** One or two words, e.g. `create-account`, `audit verify`. */
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, AdminOption>>;
  readonly examples: readonly string[];
  run(context: AdminContext, values: AdminValues): Promise<Result<void>>;
}
