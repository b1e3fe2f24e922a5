import { CompiledQuery, type Kysely } from 'kysely';
import { type AuditOutcome, type Route, type RouteName, routes } from '#contracts';
import { withCommit } from '../database/organization-databases.ts';
import type { Database } from '../database/schema.ts';
import type { AuditSubject } from './call.ts';
import { actorIdOf, type CallPrincipal } from './principal.ts';

/** Names of the routes in the catalogue. */
const ROUTE_NAMES: ReadonlyMap<Route, string> = new Map(
  (Object.keys(routes) as RouteName[]).map((name) => [routes[name] as Route, name]),
);

/** Routes without audit rows: mostly reads without patient data, some of them polled. */
const UNAUDITED_ROUTES: ReadonlySet<Route> = new Set<Route>([
  routes.me,
  routes.listRunningJobs,
  routes.listJobs,
  routes.listSwitches,
  routes.getJob,
  routes.latestJob,
  routes.listDevices,
  routes.listLists,
  routes.getList,
  routes.listAllDevices,
  routes.listJobsOfScan,
  routes.listDatasetExports,
  routes.getDatasetExport,
  routes.listReaderStudies,
  routes.getReaderStudy,
  // Repeated every few seconds; a taken job has an audit row of its own.
  routes.takeJob,
  routes.renewJob,
  // Repeated every few seconds while a case is open; start and completion are audited.
  routes.reportReadingTime,
  routes.listAssignedReaderStudies,
  routes.listPreferences,
  routes.cloudSyncState,
  routes.systemInfo,
  // Repeated every few seconds; reading the scan's findings and volume is audited.
  routes.reportPresence,
  // Uploading bytes exposes no data; start, commit and cancellation are audited.
  routes.getUpload,
  routes.patchUpload,
]);

/** Returns the route's name in the catalogue, used in audit rows and logs. */
export function actionOf(route: Route): string {
  return ROUTE_NAMES.get(route) ?? `${route.method} ${route.path}`;
}

export function isAudited(route: Route): boolean {
  return !UNAUDITED_ROUTES.has(route);
}

export interface AuditEntry {
  readonly principal: CallPrincipal | null;
  readonly organizationId: string | null;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly subject: AuditSubject;
}

const INSERT = `
  insert into audit (organization_id, actor_kind, actor_id, act, outcome, subject)
  values ($1, $2, $3, $4, $5, $6)`;

/** Writes a row to the append-only audit, within the transaction if `db` is one. */
export async function writeAudit(db: Kysely<Database>, entry: AuditEntry): Promise<void> {
  const { principal, action, outcome, subject } = entry;
  await db.executeQuery(
    withCommit(
      CompiledQuery.raw(INSERT, [
        principal?.organizationId ?? entry.organizationId,
        principal?.kind ?? 'system',
        principal === null ? null : actorIdOf(principal),
        action,
        outcome,
        JSON.stringify(subject),
      ]),
    ),
  );
}
