import type { KyselyPlugin } from 'kysely';
import { silentLogger } from '#foundation';
import { migrate } from '../../../platform/server/database/migrate.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import { withPlugin } from './with-plugin.ts';

/**
 * Runs the migrations on the database of argv[2] and kills its own process after argv[3]
 * statements.
 */
const [url = '', crashAfter = ''] = process.argv.slice(2);
let statements = 0;
const crashPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    statements += 1;
    if (statements === Number(crashAfter)) process.kill(process.pid, 'SIGKILL');
    return result;
  },
};
const db = openDatabase({ url, logger: silentLogger });
// `migrate` also runs each migration once without a database, to record its contents; these
// statements count as well.
const migrated = await migrate(db, { migrations: withPlugin(crashPlugin) });
await db.destroy();
process.stdout.write(`${JSON.stringify({ ok: migrated.ok, statements })}\n`);
