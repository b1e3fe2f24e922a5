import type { Kysely } from 'kysely';
import { type Route, type RouteName, routes } from '#contracts';
import { actorIdOf, type CallPrincipal } from '../accounts/principal.ts';
import type { Database } from '../database/schema.ts';
import type { AuditSubject } from './call.ts';

const NAMES: ReadonlyMap<Route, string> = new Map(
  (Object.keys(routes) as RouteName[]).map((name) => [routes[name] as Route, name]),
);

/** Reads without patient data, some of them polled: they leave no audit row. */
const SILENT: ReadonlySet<Route> = new Set<Route>([
  routes.me,
  routes.listRunningJobs,
  routes.getJob,
  routes.latestJob,
  routes.listDevices,
  routes.listLists,
  routes.getList,
  routes.listAllDevices,
  routes.listJobsOfScan,
  routes.listPreferences,
  routes.cloudSyncState,
  routes.systemInfo,
  // Bytes under way are seen by no one; beginning, commit and giving up are told.
  routes.getUpload,
  routes.patchUpload,
]);

/** The route's name in the catalogue; what audit rows and logs call it. */
export function actOf(route: Route): string {
  return NAMES.get(route) ?? `${route.method} ${route.path}`;
}

export function isAudited(route: Route): boolean {
  return !SILENT.has(route);
}

export interface AuditEntry {
  readonly principal: CallPrincipal | null;
  readonly organizationId: string | null;
  readonly act: string;
  readonly outcome: 'done' | 'refused';
  readonly subject: AuditSubject;
}

/** One row of the append-only audit, in the transaction of `db` if it is one. */
export async function writeAudit(db: Kysely<Database>, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      organizationId: entry.principal?.organizationId ?? entry.organizationId,
      actorKind: entry.principal?.kind ?? 'system',
      actorId: entry.principal === null ? null : actorIdOf(entry.principal),
      act: entry.act,
      outcome: entry.outcome,
      subject: JSON.stringify(entry.subject),
    })
    .execute();
}
