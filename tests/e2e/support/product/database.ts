import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedUrl } from '../../../../platform/server/database/embedded-postgres.ts';
import type { Product } from './product.ts';

/** Index of the port in postmaster.pid (line 4). */
const PORT_LINE = 3;

/** Returns the URL of the running database; searches the folders for the file with its port. */
function databaseUrl(dataFolder: string): string {
  const password = readFileSync(join(dataFolder, 'postgres-password'), 'utf8').trim();
  const home = join(dataFolder, 'postgres');
  for (const folder of ['.', ...readdirSync(home)]) {
    try {
      const lines = readFileSync(join(home, folder, 'postmaster.pid'), 'utf8').split('\n');
      return embeddedUrl(password, Number(lines[PORT_LINE]));
    } catch (thrown) {
      if (!['ENOENT', 'ENOTDIR'].includes((thrown as NodeJS.ErrnoException).code ?? ''))
        throw thrown;
    }
  }
  throw new Error(`No database is running in ${home}`);
}

/** Changes the product's database directly, for data that no API call can create. */
export async function inDatabase(
  { dataFolder }: Product,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(dataFolder) });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
