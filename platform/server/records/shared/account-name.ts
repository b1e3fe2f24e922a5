import { type RawBuilder, sql } from 'kysely';

/**
 * Returns SQL of a user's name by account id: first and last name, else the email address; null
 * for a device or an unknown account.
 */
export function accountName(
  organizationId: string,
  accountId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select coalesce(nullif(concat_ws(' ', account.first_name, account.last_name), ''), account.email)
    from account where account.organization_id = ${organizationId} and account.id = ${accountId})`;
}
