import type { Kysely, Selectable } from 'kysely';
import type { AiRun } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { AiRunTable } from '../../database/tables/records.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { seesAiRun } from '../shared/open-reading.ts';

/** Attributes of a user that determine which runs are visible. */
type RunReader = Pick<CallPrincipal, 'organizationId' | 'accountId' | 'blind'>;

/** Selects the AI runs that the reader may see; blind annotators see those that they posted. */
export function aiRuns(db: Kysely<Database>, reader: RunReader) {
  const ofOrganization = db
    .selectFrom('aiRun')
    .selectAll()
    .where('organizationId', '=', reader.organizationId);
  return reader.accountId === null ? ofOrganization : ofOrganization.where(seesAiRun(reader));
}

/** Converts a row to the contract type. */
export function toAiRun(row: Selectable<AiRunTable>): AiRun {
  const { organizationId: _organizationId, ...run } = row;
  return run;
}
