import Fastify from 'fastify';
import pg from 'pg';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';

/** Minimal web server with a database: the baseline of `start`. */
const database = unwrap(
  await EmbeddedPostgres.start(process.env.CLOCKFACE_DATA ?? '', silentLogger),
);
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
const server = Fastify();
server.get('/', async () => (await pool.query("SELECT 'hello' AS text")).rows);
const address = await server.listen({ host: '127.0.0.1', port: 0 });
const first = await fetch(address);
if (!first.ok) throw new Error(`Hello server: status ${first.status}`);
process.once('SIGTERM', async () => {
  await server.close();
  await pool.end();
  await database.stop();
});
console.log(`Hello server ready at ${address}`);
