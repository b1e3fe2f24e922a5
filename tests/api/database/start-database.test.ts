import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { migrate } from '../../../platform/server/database/migrate.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';

const isRoot = process.getuid?.() === 0;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-database-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function query<T>(url: string, statement: string): Promise<T[]> {
  const db = openDatabase({ url, logger: silentLogger });
  try {
    return (await sql.raw<T>(statement).execute(db)).rows;
  } finally {
    await db.destroy();
  }
}

describe('the embedded database', () => {
  it('listens on loopback only, requires a password, and syncs to disk', async () => {
    const server = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    try {
      const wrongUrl = new URL(server.url);
      wrongUrl.password = 'guess';
      await expect(query(wrongUrl.href, 'select 1')).rejects.toThrow(/password/);
      const shown = await query<{ name: string; setting: string }>(
        server.url,
        `select name, setting from pg_settings
         where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')`,
      );
      expect(Object.fromEntries(shown.map(({ name, setting }) => [name, setting]))).toEqual({
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        listen_addresses: '127.0.0.1',
      });
      expect(statSync(join(folder, 'postgres-password')).mode & 0o777).toBe(0o600);
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    } finally {
      await server.stop();
    }
  });

  it('applies each migration once, across repeated and concurrent runs', async () => {
    const server = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    const pools = [1, 2, 3].map(() => openDatabase({ url: server.url, logger: silentLogger }));
    try {
      const applied = await Promise.all(pools.map(async (db) => unwrap(await migrate(db))));
      const names = applied.flat();
      expect(names.length).toBeGreaterThan(1);
      expect(new Set(names).size).toBe(names.length);
      expect(unwrap(await migrate(pools[0]!))).toEqual([]);
    } finally {
      for (const db of pools) await db.destroy();
      await server.stop();
    }
  });

  it('recreates a cluster whose creation was killed', async () => {
    mkdirSync(join(folder, 'postgres/cluster.new'), { recursive: true });
    writeFileSync(join(folder, 'postgres/cluster.new/PG_VERSION'), 'half');
    const server = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    await server.stop();
    expect(existsSync(join(folder, 'postgres/cluster.new'))).toBe(false);
  });

  it('starts while the crashed server is still a zombie process', async () => {
    const first = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    await first.stop();
    // The shell starts a child, then becomes `sleep`, which never collects the exit status of the
    // child: the child stays a zombie.
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const zombiePid = Number(line.toString());
      const cluster = join(folder, 'postgres/cluster');
      writeFileSync(join(cluster, 'postmaster.pid'), `${zombiePid}\n${cluster}\n`);
      const second = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
      expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await second.stop();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('leaves another program alone that has the process id of the crashed server', async () => {
    const first = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    await first.stop();
    const otherProcess = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const cluster = join(folder, 'postgres/cluster');
      writeFileSync(join(cluster, 'postmaster.pid'), `${otherProcess.pid}\n${cluster}\n`);
      const second = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
      expect(otherProcess.exitCode ?? otherProcess.signalCode).toBeNull();
      await second.stop();
    } finally {
      otherProcess.kill('SIGKILL');
    }
  });

  it.runIf(isRoot)(
    'started by root for a private folder is placed where the database user can read',
    async () => {
      chmodSync(folder, 0o700);
      const dataFolder = join(folder, 'data');
      mkdirSync(dataFolder);
      const first = unwrap(await EmbeddedPostgres.start(dataFolder, silentLogger));
      await query(first.url, 'create table kept as select 42 as answer');
      await first.stop();
      const clusterFolder = readFileSync(join(dataFolder, 'postgres-location'), 'utf8').trim();
      try {
        expect(clusterFolder).toMatch(/^\/var\/lib\/clockface\/[0-9a-f]{16}$/);
        expect(readFileSync(join(clusterFolder, 'data-folder'), 'utf8').trim()).toBe(dataFolder);
        const second = unwrap(await EmbeddedPostgres.start(dataFolder, silentLogger));
        expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
        await second.stop();
      } finally {
        rmSync(clusterFolder, { recursive: true, force: true });
      }
    },
  );
});
