import { type Kysely, sql } from 'kysely';
import type { Role } from '#contracts';
import { fail, newId, ok, problem, type Result } from '#foundation';
import type { Database } from '../database/schema.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

/** Advisory lock that serialises seeding over all processes of a database; arbitrary number. */
const SEED_LOCK = 7_420_003;
const DOMAIN = 'demo.clockface.example';
/** Printed at startup and published in the documentation, so safe only on loopback. */
export const DEMONSTRATION_PASSWORD = 'Clockface-demo-1!';
const HOSTS = ['127.0.0.1', 'localhost', '[::1]', '::1'];

const DEMONSTRATION_ACCOUNTS: readonly {
  name: string;
  role: Role;
  firstName: string;
  jobTitle: string;
}[] = [
  { name: 'admin', role: 'ADMIN', firstName: 'Ada', jobTitle: 'Administrator' },
  { name: 'operator', role: 'OPERATOR', firstName: 'Oona', jobTitle: 'Sonographer' },
  { name: 'physician', role: 'PHYSICIAN', firstName: 'Phil', jobTitle: 'Radiologist' },
  { name: 'viewer', role: 'VIEWER', firstName: 'Vera', jobTitle: 'Referring doctor' },
  { name: 'annotator', role: 'BLIND_ANNOTATOR', firstName: 'Bela', jobTitle: 'Annotator' },
];

export const DEMONSTRATION_EMAILS = DEMONSTRATION_ACCOUNTS.map(({ name }) => `${name}@${DOMAIN}`);

export interface Demonstration {
  readonly organizationId: string;
  readonly deviceId: string;
  readonly operatorId: string;
  readonly physicianId: string;
}

/** Creates the missing parts of the demonstration: organization, accounts and device. */
export async function seedDemonstration(
  db: Kysely<Database>,
  organizationName: string,
): Promise<Demonstration> {
  return db.transaction().execute(async (trx) => {
    // Servers of one site that start at the same time must seed only once.
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
    const organizationId = await findOrCreateOrganization(trx, organizationName);
    const existing = await trx
      .selectFrom('account')
      .select(['id', 'email'])
      .where('organizationId', '=', organizationId)
      .execute();
    const idByEmail = new Map(existing.map((account) => [account.email, account.id]));
    const missing = DEMONSTRATION_ACCOUNTS.filter(
      ({ name }) => !idByEmail.has(`${name}@${DOMAIN}`),
    );
    if (missing.length > 0) {
      // Shares one hash, because separate salts protect nothing when the password is published.
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
      await trx.insertInto('account').values(rows).execute();
    }
    return {
      organizationId,
      operatorId: idByEmail.get(`operator@${DOMAIN}`) ?? '',
      physicianId: idByEmail.get(`physician@${DOMAIN}`) ?? '',
      deviceId: await findOrCreateDevice(trx, organizationId),
    };
  });
}

async function findOrCreateOrganization(db: Kysely<Database>, name: string): Promise<string> {
  const existing = await db
    .selectFrom('organization')
    .select('id')
    .where('demonstration', '=', true)
    .executeTakeFirst();
  if (existing !== undefined) return existing.id;
  const id = newId();
  await db
    .insertInto('organization')
    .values({ id, name, hosts: HOSTS, demonstration: true })
    .execute();
  return id;
}

/** Model of the scanner whose images show computer phantoms. */
export const SIMULATED_SCANNER = 'Simulated scanner';

async function findOrCreateDevice(db: Kysely<Database>, organizationId: string): Promise<string> {
  const serialNumber = 'SIM-0001';
  const existing = await db
    .selectFrom('device')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('serialNumber', '=', serialNumber)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (existing !== undefined) return existing.id;
  const id = newId();
  const activatedAt = new Date().toISOString();
  await db
    .insertInto('device')
    .values({ id, organizationId, serialNumber, model: SIMULATED_SCANNER, activatedAt })
    .execute();
  return id;
}

/** Fails when an account of the database still has the published demonstration password. */
export async function rejectPublishedPasswords(db: Kysely<Database>): Promise<Result<void>> {
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
    if (!(await passwordMatches(account, DEMONSTRATION_PASSWORD))) continue;
    return fail(
      problem(
        'KNOWN_PASSWORD',
        'An account of this data folder has the published demonstration password',
        `${account.email}; the site configuration has no demonstration.`,
        'Use a separate data folder (CLOCKFACE_DATA), or enable the demonstration on loopback.',
      ),
    );
  }
  return ok(undefined);
}

/** Returns whether the demonstration scans are missing or incomplete. */
export async function needsDemonstration(
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
