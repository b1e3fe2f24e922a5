import { sql } from 'kysely';
import { hostSchema } from '#contracts';
import { fail, newId, ok, problem } from '#foundation';
import type { AdminCommand } from './command.ts';
import { auditAction } from './site-organization.ts';

export const createOrganization: AdminCommand = {
  name: 'create-organization',
  summary: 'Creates an organization with the host names for its sign-in',
  options: {
    name: { value: 'NAME', help: 'display name', required: true },
    host: { value: 'HOST', help: 'without port', required: true, multiple: true },
  },
  examples: ['create-organization --name "Breast Centre North" --host north.example'],
  async run({ db, print }, values) {
    const name = (values.name?.[0] ?? '').trim();
    const hosts = (values.host ?? []).map((host) => host.trim().toLowerCase());
    const invalidHost = hosts.find((host) => !hostSchema.safeParse(host).success);
    if (name === '' || invalidHost !== undefined) {
      const detail = name === '' ? 'The name is empty.' : `${invalidHost} is not a host name.`;
      const next = 'Specify a name, and host names such as north.example.';
      return fail(problem('ADMIN_VALUE', 'The organization was not created', detail, next));
    }
    return db.transaction().execute(async (trx) => {
      // Takes the same locks as the activation of an organization, because two concurrent commands
      // could assign a host twice.
      for (const host of hosts.toSorted()) {
        await sql`select pg_advisory_xact_lock(hashtext(${`host ${host}`}))`.execute(trx);
      }
      const hostOwner = await trx
        .selectFrom('organization')
        .select('name')
        .where(sql<boolean>`hosts && ${hosts}::text[]`)
        .executeTakeFirst();
      if (hostOwner !== undefined) {
        const next = 'Use another host, or remove it from that organization first.';
        const detail = `One of the hosts belongs to ${hostOwner.name}.`;
        return fail(problem('ADMIN_HOST', 'The organization was not created', detail, next));
      }
      const id = newId();
      await trx.insertInto('organization').values({ id, name, hosts }).execute();
      await auditAction(trx, id, 'create-organization', { id });
      print(`Organization ${id} was created: ${name}, at ${hosts.join(', ')}`);
      print(
        `Next: npm run admin -- create-account --organization ${id} --email ADDRESS --role ADMIN`,
      );
      return ok(undefined);
    });
  },
};
