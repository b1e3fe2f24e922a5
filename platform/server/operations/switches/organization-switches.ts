import type { Kysely } from 'kysely';
import { type HostRequest, organizationOfRequest } from '../../accounts/organization-of-host.ts';
import type { Database } from '../../database/schema.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import type { SwitchRow } from '../../site/effective-switches.ts';

/** Returns the switches that administrators of an organization have set. */
export function switchRows(db: Kysely<Database>, organizationId: string): Promise<SwitchRow[]> {
  return db
    .selectFrom('organizationSwitch')
    .select(['kind', 'name', 'enabled', 'changedAt', 'changedBy'])
    .where('organizationId', '=', organizationId)
    .orderBy('kind')
    .orderBy('name')
    .execute();
}

/** Returns the switches of the organization activated for the host of a request; empty when there is none. */
export async function switchesOfHost(
  deps: Pick<ServerDeps, 'db' | 'dbOf'>,
  request: HostRequest,
): Promise<readonly SwitchRow[]> {
  const organization = await organizationOfRequest(deps.db, request);
  return organization === null ? [] : switchRows(deps.dbOf(organization.id), organization.id);
}
