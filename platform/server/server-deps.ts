import type { Kysely } from 'kysely';
import type { ScanMessage, StudyMessage } from '#contracts';
import type { Clock, Emitter, Logger, Scope } from '#foundation';
import type { CallPrincipal } from './accounts/principal.ts';
import type { Database, ScanRow } from './database/schema.ts';
import type { ScanReaders } from './records/scans/scan-readers.ts';
import type { Site } from './site/site.ts';

/** What the records room asks of the job queue; the queue itself offers more. */
export interface CompletedScanQueue {
  /**
   * Queues, within the caller's transaction, every job whose handler runs on completed scans.
   * @returns what to do after the commit: tell the listeners
   */
  queueForCompletedScan(
    db: Kysely<Database>,
    scan: Pick<ScanRow, 'id' | 'organizationId'>,
    createdBy: string | null,
  ): Promise<() => void>;
}

/** What every feature module of the server receives. Each exports `registerXRoutes(server, parts)`. */
export interface ServerDeps {
  /**
   * As the owner of the tables, beyond organizations: for what happens before one is known (sign-in)
   * and for work that belongs to none (tidying, the queue). Calls of signed-in people get `dbOf`.
   */
  readonly db: Kysely<Database>;
  /** Rows of one organization alone, under a role that owns nothing. */
  dbOf(organizationId: string): Kysely<Database>;
  /** For libraries that open connections of their own (the job queue, listeners). */
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly site: Site;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends when the server stops; owns every timer, listener and subscription. */
  readonly scope: Scope;
  /** Fires when a token is revoked or its account changes: drop its connections. */
  readonly sessionEnded: Emitter<{ readonly tokenId: string }>;
  /** Fires when lists show a study otherwise than before: tell those who look at one. */
  readonly studyChanged: Emitter<{
    readonly organizationId: string;
    readonly studyId: string;
    /** What beside its line in lists; nothing said: that alone. */
    readonly what?: StudyMessage['what'];
  }>;
  /** Fires when something of a scan changed that those who have it open should read again. */
  readonly scanChanged: Emitter<{
    readonly organizationId: string;
    readonly scanId: string;
    readonly what: ScanMessage['what'];
  }>;
  /** Who has which scan open, in this process. */
  readonly scanReaders: ScanReaders;
  /** Who a token belongs to; null when it is unknown, expired or revoked. */
  authenticate(token: string): Promise<CallPrincipal | null>;
}
