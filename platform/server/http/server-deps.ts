import type { Kysely } from 'kysely';
import type { ScanMessage, StudyMessage } from '#contracts';
import type { Clock, Emitter, Logger, Scope } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { Site } from '../site/site.ts';
import type { CallPrincipal } from './principal.ts';

/**
 * Dependencies of every feature module of the server. Each module exports `registerXRoutes(server,
 * deps)`.
 */
export interface ServerDeps {
  /**
   * Connection as the owner of the tables, across organizations: for calls before the organization
   * is known (sign-in) and for work without an organization (maintenance, the queue). Calls of
   * signed-in users get `dbOf`.
   */
  readonly db: Kysely<Database>;
  /** Returns a connection to the rows of one organization, under a role that owns no tables. */
  dbOf(organizationId: string): Kysely<Database>;
  /** Connection URL for libraries that open their own connections (the job queue, listeners). */
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly site: Site;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends when the server stops; owns every timer, listener and subscription. */
  readonly scope: Scope;
  /** Fires when a token is revoked or its account changes; listeners close its connections. */
  readonly sessionEnded: Emitter<{ readonly tokenId: string }>;
  /**
   * Fires when the presentation of a study in lists has changed; subscribers notify clients that
   * show the study.
   */
  readonly studyChanged: Emitter<{
    readonly organizationId: string;
    readonly studyId: string;
    /**
     * Additional change besides the study's line in lists; undefined when only that line changed.
     */
    readonly what?: StudyMessage['what'];
  }>;
  /** Fires when scan data has changed that clients with the open scan should reload. */
  readonly scanChanged: Emitter<{
    readonly organizationId: string;
    readonly scanId: string;
    readonly what: ScanMessage['what'];
  }>;
  /** Returns the principal of a token; null when the token is unknown, expired or revoked. */
  authenticate(token: string): Promise<CallPrincipal | null>;
}
