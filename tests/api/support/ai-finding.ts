import type { Mark } from '#contracts';
import { newId } from '#foundation';
import type { TwoTenants } from './two-tenants.ts';

/**
 * Inserts a finding of a model into a scan of the tenant, because no user can create an AI finding.
 * @returns its id
 */
export async function addAiFinding(
  { db, ownOrg }: Pick<TwoTenants, 'db' | 'ownOrg'>,
  scanId: string,
  marks: readonly Mark[] = [],
): Promise<string> {
  const id = newId();
  const { organizationId } = ownOrg;
  // A number that no other finding of the scan has.
  const label = 1000 + Math.floor(Math.random() * 1e6);
  const row = { id, organizationId, scanId, label, generator: 'AI' as const, note: null };
  await db
    .insertInto('finding')
    .values({ ...row, createdBy: null, updatedBy: null })
    .execute();
  for (const mark of marks) {
    const body = JSON.stringify(mark);
    await db
      .insertInto('findingMark')
      .values({ organizationId, id: mark.id, findingId: id, body })
      .execute();
  }
  return id;
}
