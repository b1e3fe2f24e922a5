import type { Kysely } from 'kysely';
import { fail, ok, problem, type Result } from '#foundation';
import type { AccountRow, Database } from '../../database/schema.ts';
import { writeAudit } from '../../http/audit.ts';
import type { AdminContext, AdminOption, AdminValues } from './command.ts';

/** Option of every command that works inside an organization. */
export const ORGANIZATION_OPTION: AdminOption = {
  value: 'NAME',
  help: 'name or id of the organization, where there are several',
};

export interface MatchedOrganization {
  readonly id: string;
  readonly name: string;
}

/** Returns the organization named by the command, or the only existing organization. */
export async function organizationOf(
  db: Kysely<Database>,
  values: AdminValues,
): Promise<Result<MatchedOrganization>> {
  const requested = values.organization?.[0];
  const organizations = await db.selectFrom('organization').select(['id', 'name']).execute();
  const matches =
    requested === undefined
      ? organizations
      : organizations.filter(({ id, name }) => id === requested || name === requested);
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return ok(only);
  const names = organizations
    .map((organization) => `${organization.name} (${organization.id})`)
    .join(', ');
  return fail(
    problem(
      'ADMIN_ORGANIZATION',
      'The organization is not specified',
      organizations.length === 0
        ? 'There is no organization yet.'
        : `The organizations are ${names}.`,
      organizations.length === 0
        ? 'Create one: npm run admin -- create-organization --name NAME --host HOST'
        : 'Specify one with --organization.',
    ),
  );
}

/** Returns the account of an address in the organization named by the command. */
export async function accountOf(
  { db }: AdminContext,
  values: AdminValues,
): Promise<Result<AccountRow>> {
  const organization = await organizationOf(db, values);
  if (!organization.ok) return organization;
  const email = (values.email?.[0] ?? '').trim().toLowerCase();
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('organizationId', '=', organization.value.id)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (row !== undefined) return ok(row);
  return fail(
    problem(
      'ADMIN_ACCOUNT',
      'The account does not exist',
      `${organization.value.name} has no account with the address ${email}.`,
      'List the accounts with npm run admin -- list-accounts.',
    ),
  );
}

/** Audits an admin command like a call over the network. */
export function auditAction(
  db: Kysely<Database>,
  organizationId: string,
  command: string,
  subject: Readonly<Record<string, string>>,
): Promise<void> {
  const action = `admin ${command}`;
  return writeAudit(db, { principal: null, organizationId, action, outcome: 'done', subject });
}

/** Returns the base URL of links: the public URL of the site, else the address of its server. */
export function baseUrlOf({ site, settings }: AdminContext): string {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return site.config.publicUrl ?? `http://${host}:${settings.port}`;
}
