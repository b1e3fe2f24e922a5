import type { Kysely } from 'kysely';
import type { Clock, Logger, Result } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { Site } from '../site/site.ts';
import type { Settings } from '../supervisor/settings.ts';

/** What a command works on: the database of the site, whether or not the product runs. */
export interface AdminContext {
  readonly site: Site;
  readonly settings: Settings;
  /** As the owner, beyond organizations: every query names its own. */
  readonly db: Kysely<Database>;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** One line to the person. */
  print(line: string): void;
  /** A secret that does not appear on the screen or in the shell's history. */
  promptSecret(prompt: string): Promise<string>;
}

export interface AdminOption {
  readonly help: string;
  /** Named in the help, e.g. `ADDRESS`; a switch without one. */
  readonly value?: string;
  readonly required?: boolean;
  readonly multiple?: boolean;
}

/** What was given, by the option's name; switches are `['']`. */
export type AdminValues = Readonly<Record<string, readonly string[]>>;

/** One thing that `npm run admin -- NAME …` does. */
export interface AdminCommand {
  /** One or two words, e.g. `create-account`, `audit verify`. */
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, AdminOption>>;
  readonly examples: readonly string[];
  run(context: AdminContext, values: AdminValues): Promise<Result<void>>;
}
