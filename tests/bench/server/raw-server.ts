import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * Baseline of `list`: Fastify and pg without the product's layers. Each request looks up the token,
 * sets the organization of the transaction, sends the statements of the product's page, and writes
 * the same audit row.
 */
const env = (name: string): string => process.env[name] ?? '';
const statements: readonly { sql: string; parameters: unknown[] }[] = JSON.parse(
  env('RAW_STATEMENTS'),
);
const owner = new pg.Pool({ connectionString: env('RAW_OWNER_URL'), max: 10 });
const app = new pg.Pool({ connectionString: env('RAW_APP_URL'), max: 10 });

const AUTHENTICATE_SQL = `
  select t.id, t.organization_id, t.principal, t.account_id, t.device_id, t.created_at,
    t.last_used_at, t.expires_at, a.roles, (a.deleted_at is null and a.locked_at is null) as active
  from session_token t
  left join account a on a.organization_id = t.organization_id and a.id = t.account_id
  where t.token_hash = $1`;
const AUDIT_SQL = `
  insert into audit (organization_id, actor_kind, actor_id, act, outcome, subject)
  values ($1, 'human', $2, 'listPatients', 'done', '{}')`;

const server = Fastify();
server.get('/', async (request, reply) => {
  if (request.headers['x-api-key'] !== env('RAW_API_KEY')) return reply.code(401).send();
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const hash = createHash('sha256').update(token).digest();
  const session = (await owner.query(AUTHENTICATE_SQL, [hash])).rows[0];
  if (session?.active !== true) return reply.code(401).send();
  const client = await app.connect();
  try {
    const setOrganization = `select set_config('clockface.organization', '${session.organization_id}', true)`;
    await client.query(`begin; ${setOrganization}`);
    const [page, count] = statements;
    const items = (await client.query(page?.sql ?? '', page?.parameters)).rows;
    const { total } = (await client.query(count?.sql ?? '', count?.parameters)).rows[0];
    await client.query(AUDIT_SQL, [session.organization_id, session.account_id]);
    await client.query('commit');
    return { items: items.slice(0, 50), total: Number(total), nextCursor: 'next' };
  } finally {
    client.release();
  }
});
const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', async () => {
  await server.close();
  await owner.end();
  await app.end();
});
console.log(`Raw server ready at ${address}`);
