import type { Kysely } from 'kysely';
import { organizationOfHost } from '../accounts/user-info.ts';
import type { Database } from '../database/schema.ts';
import type { ServerDeps } from '../server-deps.ts';
import type { SwitchRow } from './effective-switches.ts';

/** What the administrators of an organization switched. */
export function switchRows(db: Kysely<Database>, organizationId: string): Promise<SwitchRow[]> {
  return db
    .selectFrom('organizationSwitch')
    .select(['kind', 'name', 'enabled', 'changedAt', 'changedBy'])
    .where('organizationId', '=', organizationId)
    .orderBy('kind')
    .orderBy('name')
    .execute();
}

/** The same for the organization that is activated for a host; none where there is no such one. */
export async function switchesOfHost(
  deps: ServerDeps,
  host: string,
): Promise<readonly SwitchRow[]> {
  const organization = await organizationOfHost(deps.db, host);
  return organization === null ? [] : switchRows(deps.dbOf(organization.id), organization.id);
}
