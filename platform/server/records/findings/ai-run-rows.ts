import type { Kysely, Selectable } from 'kysely';
import type { AiRun } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { AiRunTable } from '../../database/tables/records.ts';
import type { CallPrincipal } from '../../http/principal.ts';

/** Attributes of a user that determine which runs are visible. */
type RunReader = Pick<CallPrincipal, 'organizationId' | 'accountId' | 'blind'>;

/** Selects AI runs. Blind annotators see only the runs that they posted. */
export function aiRuns(db: Kysely<Database>, reader: RunReader) {
  const ofOrganization = db
    .selectFrom('aiRun')
    .selectAll()
    .where('organizationId', '=', reader.organizationId);
  return reader.blind ? ofOrganization.where('createdBy', '=', reader.accountId) : ofOrganization;
}

/** Converts a row to the contract type. */
export function toAiRun(row: Selectable<AiRunTable>): AiRun {
  const { organizationId: _organizationId, ...run } = row;
  return run;
}
