import { type Kysely, sql } from 'kysely';
import type { Role } from '#contracts';
import { fail, newId, ok, problem, type Result } from '#foundation';
import type { Database } from '../database/schema.ts';
import { hashPassword, passwordFits } from './passwords.ts';

/** One at a time over all processes of a database; the number has no meaning. */
const SEED_LOCK = 7_420_003;
const DOMAIN = 'demo.clockface.example';
/** Printed at the start and written in the documentation: worth nothing outside of loopback. */
export const DEMONSTRATION_PASSWORD = 'Clockface-demo-1!';
const HOSTS = ['127.0.0.1', 'localhost', '[::1]', '::1'];

const PEOPLE: readonly { name: string; role: Role; firstName: string; jobTitle: string }[] = [
  { name: 'admin', role: 'ADMIN', firstName: 'Ada', jobTitle: 'Administrator' },
  { name: 'operator', role: 'OPERATOR', firstName: 'Oona', jobTitle: 'Sonographer' },
  { name: 'physician', role: 'PHYSICIAN', firstName: 'Phil', jobTitle: 'Radiologist' },
  { name: 'viewer', role: 'VIEWER', firstName: 'Vera', jobTitle: 'Referring doctor' },
  { name: 'annotator', role: 'BLIND_ANNOTATOR', firstName: 'Bela', jobTitle: 'Annotator' },
];

/** The addresses of the demonstration accounts. */
export const DEMONSTRATION_EMAILS = PEOPLE.map(({ name }) => `${name}@${DOMAIN}`);

export interface Demonstration {
  readonly organizationId: string;
  readonly deviceId: string;
  readonly operatorId: string;
}

/** Makes the demonstration organization, its accounts and its device, each only where missing. */
export async function seedDemonstration(
  db: Kysely<Database>,
  organizationName: string,
): Promise<Demonstration> {
  return db.transaction().execute(async (inside) => {
    // Servers of one site that start together seed one demonstration between them.
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(inside);
    const organizationId = await findOrMakeOrganization(inside, organizationName);
    const known = await inside
      .selectFrom('account')
      .select(['id', 'email'])
      .where('organizationId', '=', organizationId)
      .execute();
    const idByEmail = new Map(known.map((one) => [one.email, one.id]));
    const missing = PEOPLE.filter(({ name }) => !idByEmail.has(`${name}@${DOMAIN}`));
    if (missing.length > 0) {
      // One hash for all: a salt of its own for each would hide nothing, the password is published.
      const passwordHash = await hashPassword(DEMONSTRATION_PASSWORD);
      const rows = missing.map(({ name, role, firstName, jobTitle }) => ({
        id: newId(),
        organizationId,
        email: `${name}@${DOMAIN}`,
        passwordHash,
        roles: [role],
        firstName,
        lastName: 'Demonstration',
        jobTitle,
      }));
      for (const row of rows) idByEmail.set(row.email, row.id);
      await inside.insertInto('account').values(rows).execute();
    }
    const operatorId = idByEmail.get(`operator@${DOMAIN}`) ?? '';
    return { organizationId, operatorId, deviceId: await findOrMakeDevice(inside, organizationId) };
  });
}

async function findOrMakeOrganization(db: Kysely<Database>, name: string): Promise<string> {
  const found = await db
    .selectFrom('organization')
    .select('id')
    .where('demonstration', '=', true)
    .executeTakeFirst();
  if (found !== undefined) return found.id;
  const id = newId();
  await db
    .insertInto('organization')
    .values({ id, name, hosts: HOSTS, demonstration: true })
    .execute();
  return id;
}

async function findOrMakeDevice(db: Kysely<Database>, organizationId: string): Promise<string> {
  const serialNumber = 'SIM-0001';
  const found = await db
    .selectFrom('device')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('serialNumber', '=', serialNumber)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (found !== undefined) return found.id;
  const id = newId();
  const activatedAt = new Date().toISOString();
  await db
    .insertInto('device')
    .values({ id, organizationId, serialNumber, model: 'Simulated scanner', activatedAt })
    .execute();
  return id;
}

/** Refuses to serve a database in which someone could sign in with the published password. */
export async function refuseKnownPasswords(db: Kysely<Database>): Promise<Result<void>> {
  const accounts = await db
    .selectFrom('account')
    .innerJoin('organization', 'organization.id', 'account.organizationId')
    .select(['account.email', 'account.passwordHash'])
    .where('account.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('organization.demonstration', '=', true), eb('email', 'in', DEMONSTRATION_EMAILS)]),
    )
    .execute();
  for (const account of accounts) {
    if (!(await passwordFits(account, DEMONSTRATION_PASSWORD))) continue;
    return fail(
      problem(
        'KNOWN_PASSWORD',
        'An account of this data folder has the published demonstration password',
        `${account.email}, and the site configuration has no demonstration.`,
        'Use a data folder of its own (CLOCKFACE_DATA), or enable the demonstration on loopback.',
      ),
    );
  }
  return ok(undefined);
}

/** Whether the demonstration scans are still to be made, or were interrupted. */
export async function wantsDemonstration(
  db: Kysely<Database>,
  organizationId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .select('demonstratedAt')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.demonstratedAt === null;
}

export async function markDemonstrated(
  db: Kysely<Database>,
  organizationId: string,
): Promise<void> {
  await db
    .updateTable('organization')
    .set({ demonstratedAt: sql<string>`now()` })
    .where('id', '=', organizationId)
    .execute();
}
