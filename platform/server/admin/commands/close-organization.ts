import { type Kysely, sql } from 'kysely';
import { fail, ok, problem } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { AdminCommand } from './command.ts';
import { auditAction, ORGANIZATION_OPTION, organizationOf } from './site-organization.ts';

/**
 * Ends the use of an organization and keeps its records, because medical records must outlive the
 * organization's use of the product. An activation code opens a host name again.
 */
export const closeOrganization: AdminCommand = {
  name: 'close-organization',
  summary: 'Ends sign-in, sessions and devices of an organization; its records stay stored',
  options: {
    organization: {
      ...ORGANIZATION_OPTION,
      help: 'name or id of the organization',
      required: true,
    },
    confirm: { value: 'NAME', help: 'the name of the organization again', required: true },
  },
  examples: [
    'close-organization --organization "Breast Centre North" --confirm "Breast Centre North"',
  ],
  async run({ db, print }, values) {
    const organization = await organizationOf(db, values);
    if (!organization.ok) return organization;
    const { id, name } = organization.value;
    if (values.confirm?.[0] !== name) {
      const detail = `--confirm does not repeat the name ${name}.`;
      const next = 'Check the organization and repeat its exact name.';
      return fail(problem('ADMIN_CONFIRM', 'The organization was not closed', detail, next));
    }
    const hosts = await db.transaction().execute(async (trx) => {
      await auditAction(trx, id, 'close-organization', { id });
      return close(trx, id);
    });
    print(`${name} is closed: sign-in is off, and its users and devices are signed out`);
    print(hosts.length === 0 ? 'It had no host names' : `Removed host names: ${hosts.join(', ')}`);
    print(`To open it again: npm run admin -- activation-code --organization ${id}`);
    return ok(undefined);
  },
};

/** Removes every way into an organization; returns its former host names. */
async function close(trx: Kysely<Database>, id: string): Promise<readonly string[]> {
  const { hosts } = await trx
    .selectFrom('organization')
    .select('hosts')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('organization')
    .set((eb) => ({ hosts: [], version: eb('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('activationCode')
    .set({ expiresAt: sql<string>`now()` })
    .where('organizationId', '=', id)
    .where('usedAt', 'is', null)
    .execute();
  await trx.deleteFrom('accountLink').where('organizationId', '=', id).execute();
  // Locks claims before sessions, in the same order as a claim renewal, to avoid a deadlock.
  await trx
    .selectFrom('studyClaim')
    .select('studyId')
    .where('organizationId', '=', id)
    .orderBy('studyId')
    .forUpdate()
    .execute();
  await trx.deleteFrom('sessionToken').where('organizationId', '=', id).execute();
  await trx
    .updateTable('workerCredential')
    .set({ revokedAt: sql<string>`now()` })
    .where('organizationId', '=', id)
    .where('revokedAt', 'is', null)
    .execute();
  return hosts;
}
