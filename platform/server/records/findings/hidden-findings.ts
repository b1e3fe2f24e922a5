import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { ValidationErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';

type Reader = Pick<CallPrincipal, 'organizationId' | 'accountId'>;

/**
 * Returns SQL for whether a reader has hidden the finding of a row; other readers' lists are
 * unaffected.
 */
export const isHiddenFrom = ({ accountId }: Pick<Reader, 'accountId'>) => sql<boolean>`exists (
  select from finding_hidden
  where finding_hidden.organization_id = finding.organization_id
    and finding_hidden.finding_id = finding.id
    and finding_hidden.account_id = ${accountId}::uuid)`;

/** Rejects `hidden` from programs, which have no list. */
export function validateHidden(
  { accountId }: Reader,
  hidden?: boolean,
): ValidationErrorResponse | null {
  if (accountId !== null || hidden !== true) return null;
  const message = 'Only people take findings off their list';
  return new ValidationErrorResponse([{ field: 'hidden', code: 'custom', message }]);
}

/** Hides a finding from one reader's list or shows it again; not an edit of the finding. */
export async function setHidden(
  db: Kysely<Database>,
  { organizationId, accountId }: Reader,
  findingId: string,
  hidden: boolean,
): Promise<void> {
  if (accountId === null) return;
  if (hidden) {
    await db
      .insertInto('findingHidden')
      .values({ organizationId, accountId, findingId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await db
    .deleteFrom('findingHidden')
    .where('organizationId', '=', organizationId)
    .where('accountId', '=', accountId)
    .where('findingId', '=', findingId)
    .execute();
}

/** Copies hidden states, so that parts of a hidden finding stay hidden. */
export async function copyHidden(
  db: Kysely<Database>,
  organizationId: string,
  sourceId: string,
  targetId: string,
): Promise<void> {
  await db
    .insertInto('findingHidden')
    .columns(['organizationId', 'accountId', 'findingId'])
    .expression((eb) =>
      eb
        .selectFrom('findingHidden')
        .select(['organizationId', 'accountId', sql<string>`${targetId}::uuid`.as('findingId')])
        .where('organizationId', '=', organizationId)
        .where('findingId', '=', sourceId),
    )
    .execute();
}
