import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedUrl } from '../../../platform/server/database/embedded-postgres.ts';
import type { Product } from './product.ts';

/** Line 4 of PostgreSQL's own file of the running server. */
const PORT_LINE = 3;

function databaseUrl(dataFolder: string): string {
  const password = readFileSync(join(dataFolder, 'postgres-password'), 'utf8').trim();
  const home = join(dataFolder, 'postgres');
  const folders = ['.', ...readdirSync(home)];
  for (const folder of folders) {
    try {
      const lines = readFileSync(join(home, folder, 'postmaster.pid'), 'utf8').split('\n');
      return embeddedUrl(password, Number(lines[PORT_LINE]));
    } catch (thrown) {
      if (!['ENOENT', 'ENOTDIR'].includes((thrown as NodeJS.ErrnoException).code ?? ''))
        throw thrown;
    }
  }
  throw new Error(`No database runs in ${home}`);
}

/** Patients P00001, P00002, …, each with one study, put into the product's own database. */
export async function addManyPatients({ dataFolder }: Product, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(dataFolder) });
  await client.connect();
  try {
    await client.query(
      `with made as (
        insert into patient (organization_id, id, code, first_name, last_name, birth_date, sex, risk_score)
        select organization.id, gen_random_uuid(), 'P' || lpad(n::text, 5, '0'), 'Ann',
          'Example ' || n, date '1950-01-01' + n % 18000, 'FEMALE', n % 11
        from organization, generate_series(1, $1::int) n
        returning organization_id, id)
      insert into study (organization_id, id, patient_id, created_at)
      select organization_id, gen_random_uuid(), id,
        now() - random() * interval '700 days' from made`,
      [count],
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
