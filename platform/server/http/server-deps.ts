import type { Kysely } from 'kysely';
import type { DeviceStatus, ScanMessage, ScanReader, StudyMessage } from '#contracts';
import type { Clock, Emitter, Logger, Scope } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { Site } from '../site/site.ts';
import type { CallPrincipal } from './principal.ts';
import type { CallLimiter } from './request-limit.ts';

interface DeviceOfOrganization {
  readonly organizationId: string;
  readonly deviceId: string;
}

/** Latest status of each device, as received by this process. */
export interface LatestDeviceStatuses {
  receive(device: DeviceOfOrganization, payload: string): void;
  /** Returns null before the first status and after an outdated status. */
  latest(device: DeviceOfOrganization): DeviceStatus | null;
}

/** Presence report of a page. */
export type PresenceReport = Pick<ScanReader, 'accountId' | 'name' | 'place'> & {
  /** Id of the browser tab. */
  readonly tab: string;
  /** True when the page closes the scan. */
  readonly leaves: boolean;
};

/** Which users have which scan open, as reported to this process. */
export interface OpenScans {
  /** Records a report; returns true when the set of readers of the scan has changed. */
  report(organizationId: string, scanId: string, report: PresenceReport): boolean;
  others(organizationId: string, scanId: string, accountId: string): readonly ScanReader[];
  /** Returns whether another account has the scan open. */
  hasOther(organizationId: string, scanId: string, accountId: string | null): boolean;
}

/**
 * All dependencies of the server, created by the composition root. A feature module asks only for
 * the members that it uses: `RouteDeps` to serve routes, and `Pick<ServerDeps, ...>`.
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
  readonly dataFolder: string;
  readonly site: Site;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends when the server stops; owns every timer, listener and subscription. */
  readonly scope: Scope;
  /** Fires when a token is revoked or its account changes; listeners close its connections. */
  readonly sessionEnded: Emitter<{ readonly tokenId: string }>;
  /**
   * Fires when a study has changed as far as lists show the study; subscribers notify clients that
   * show the study.
   */
  readonly studyChanged: Emitter<{
    readonly organizationId: string;
    readonly studyId: string;
    /** Kind of the change; undefined when only the study's line in lists has changed. */
    readonly what?: StudyMessage['what'];
  }>;
  /** Fires when scan data has changed that clients with the open scan should reload. */
  /** Who has which scan open. */
  readonly scanReaders: OpenScans;
  readonly scanChanged: Emitter<{
    readonly organizationId: string;
    readonly scanId: string;
    readonly what: ScanMessage['what'];
  }>;
  /** Latest status of each device, by which a running recording is recognised. */
  readonly deviceStatuses: LatestDeviceStatuses;
  /** Returns the principal of a token; null when the token is unknown, expired or revoked. */
  authenticate(token: string): Promise<CallPrincipal | null>;
  /** Shared by all routes of the server. */
  readonly callLimiter: CallLimiter;
}

/** Dependencies of each call: the databases and the log. */
export type CallDeps = Pick<ServerDeps, 'db' | 'dbOf' | 'logger'>;

/** Dependencies of `bindPublicRoute`. */
export type PublicRouteDeps = CallDeps & Pick<ServerDeps, 'site'>;

/** Dependencies of `bindRoute`, and so of each module that serves routes to signed-in users. */
export type RouteDeps = PublicRouteDeps & Pick<ServerDeps, 'authenticate' | 'callLimiter'>;
