import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Finding, PublicConfig, SiteConfigInput } from '#contracts';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { addFinding, addScan, aFinding } from '../support/records.ts';
import { startTestServer, type TestServer, tryStart } from '../support/start-test-server.ts';

const running: TestServer[] = [];
const folders: string[] = [];
async function start(...args: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...args);
  running.push(server);
  return server;
}
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-start-'));
  folders.push(folder);
  return folder;
}
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const clusterOf = (server: TestServer) => {
  const pointer = join(server.dataFolder, 'postgres-location');
  const home = existsSync(pointer)
    ? readFileSync(pointer, 'utf8').trim()
    : join(server.dataFolder, 'postgres');
  return join(home, 'cluster');
};
const postmasterOf = (server: TestServer) =>
  Number(readFileSync(join(clusterOf(server), 'postmaster.pid'), 'utf8').split('\n')[0]);
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
/** Returns the process id of the worker; undefined when none is running. */
const workerOf = (server: TestServer) =>
  childrenOf(server.pid).find((pid) => {
    const commandLine = `/proc/${pid}/cmdline`;
    return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('worker/main.ts');
  });
const isRunning = (pid: number) => existsSync(`/proc/${pid}`);

/** Waits until the server reports that it is ready; returns the waiting time in ms. */
async function waitUntilReady(server: TestServer): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const health = await server.call<{ status: string }>('GET', '/health');
    if (health.body.status === 'ready') return performance.now() - startMs;
    if (performance.now() - startMs > 30_000) throw new Error(`Still ${health.body.status}`);
    await sleep(100);
  }
}

describe('a second start on one data folder', () => {
  it('is rejected with the name of the running process, which continues', async () => {
    const first = await start();
    const second = await tryStart({ dataFolder: first.dataFolder });
    if (!('code' in second)) throw new Error('The second start did not fail');
    expect(second.code).toBe(1);
    expect(second.output).toContain(`process ${first.pid}`);
    expect(second.output).toContain('DATA_FOLDER_IN_USE');
    expect((await first.call('GET', '/health')).body).toMatchObject({ status: 'ready' });
  });
});

describe('a crash', () => {
  it('of the server leaves a database that the next start takes over with all findings', async () => {
    const dataFolder = newFolder();
    const first = await startTestServer({ dataFolder });
    const token = await first.signIn('PHYSICIAN');
    const { scan } = await addScan(first, token);
    const storedFindings: Finding[] = [];
    for (let i = 0; i < 5; i += 1)
      storedFindings.push(await addFinding(first, token, aFinding(scan.id)));
    const orphan = postmasterOf(first);
    await first.kill();
    expect(isRunning(orphan)).toBe(true);

    const second = await start({ dataFolder });
    const list = await second.call<{ items: Finding[] }>('GET', `/scans/${scan.id}/findings`, {
      token,
    });
    expect(list.body.items.toReversed()).toEqual(storedFindings);
    expect(postmasterOf(second)).not.toBe(orphan);
    expect(second.log()).toContain('an orphaned database server');
  });

  it('of the database causes 503 responses briefly and loses nothing acknowledged', async () => {
    const server = await start();
    const token = await server.signIn('PHYSICIAN');
    const { scan } = await addScan(server, token);
    const acknowledged = new Set<string>();
    const statuses = new Set<number>();
    let writing = true;
    const writers = [1, 2, 3, 4].map(async () => {
      while (writing) {
        const body = aFinding(scan.id);
        const response = await server.call('POST', '/findings', { token, body });
        statuses.add(response.status);
        if (response.status === 200) acknowledged.add(body.id);
        if (response.status === 503) expect(response.headers.get('retry-after')).toBe('2');
      }
    });
    for (let round = 0; round < 3; round += 1) {
      const alreadyAcknowledged = acknowledged.size;
      await expect
        .poll(() => acknowledged.size, { timeout: 20_000 })
        .toBeGreaterThan(alreadyAcknowledged + 3);
      process.kill(postmasterOf(server), 'SIGKILL');
      await sleep(300);
      expect(await waitUntilReady(server)).toBeLessThan(10_000);
    }
    writing = false;
    await Promise.all(writers);
    const list = await server.call<{ items: Finding[] }>('GET', `/scans/${scan.id}/findings`, {
      token,
    });
    const foundIds = new Set(list.body.items.map(({ id }) => id));
    expect([...acknowledged].filter((id) => !foundIds.has(id))).toEqual([]);
    expect([...statuses].toSorted()).toEqual([200, 503]);
    const labels = list.body.items.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('of the worker is followed by a new worker', async () => {
    const server = await start();
    const worker = workerOf(server);
    if (worker === undefined) throw new Error('No worker is running');
    process.kill(worker, 'SIGKILL');
    await expect.poll(() => isRunning(worker)).toBe(false);
    await expect.poll(() => workerOf(server), { timeout: 10_000 }).toBeDefined();
    await waitUntilReady(server);
  });
});

describe('a stop of the server', () => {
  it('exits with 0 and ends all processes', async () => {
    const server = await startTestServer();
    const pids = childrenOf(server.pid);
    // The database and the worker.
    expect(pids.length).toBeGreaterThanOrEqual(2);
    expect(await server.stop()).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
  });
});

describe('an external database', () => {
  it('is used instead of the embedded database and left running', async () => {
    const externalCluster = unwrap(await EmbeddedPostgres.start(newFolder(), silentLogger));
    try {
      const server = await start({ env: { DATABASE_URL: externalCluster.url } });
      const token = await server.signIn('OPERATOR');
      await addScan(server, token);
      expect(existsSync(join(server.dataFolder, 'postgres'))).toBe(false);
      await server.stop();
      expect(isRunning(externalCluster.pid ?? 0)).toBe(true);
    } finally {
      await externalCluster.stop();
    }
  });

  it('that is unreachable stops the start with a named error and no password in the output', async () => {
    const failed = await tryStart({ env: { DATABASE_URL: 'postgres://a:hush@127.0.0.1:9/x' } });
    expect('output' in failed && failed.output).toContain('DATABASE_UNREACHABLE');
    expect('output' in failed && failed.output).not.toContain('hush');
  });
});

describe('an invalid configuration', () => {
  it.each([
    ['a misspelt key', { extentions: {} }, 'extentions'],
    ['an unknown extension', { extensions: { scaner: { enabled: false } } }, 'scaner'],
    ['a default password on a public address', { server: { host: '0.0.0.0' } }, 'loopback'],
    ['a short API key', { apiKey: 'short' }, 'apiKey'],
  ])('stops the start: %s', async (_what, config, expected) => {
    const failed = await tryStart({ config: config as Partial<SiteConfigInput> });
    if (!('code' in failed)) throw new Error('The start did not fail');
    expect(failed.code).toBe(1);
    expect(failed.output).toContain('SITE_CONFIG_INVALID');
    expect(failed.output).toContain(expected);
    expect(failed.output).not.toMatch(/\n\s+at /);
  });

  it('stops the start if the file is missing or the port is not a number', async () => {
    const missing = await tryStart({ env: { CLOCKFACE_CONFIG: '/nowhere/site.json' } });
    expect(missing).toMatchObject({ code: 1 });
    expect('output' in missing && missing.output).toContain('SITE_CONFIG_UNREADABLE');
    const port = await tryStart({ env: { CLOCKFACE_PORT: 'http' } });
    expect('output' in port && port.output).toContain('PORT_INVALID');
  });

  it('rejects the published password outside the demonstration', async () => {
    const dataFolder = newFolder();
    await (await startTestServer({ dataFolder })).stop();
    const failed = await tryStart({ dataFolder, config: { demonstration: { enabled: false } } });
    expect('output' in failed && failed.output).toContain('KNOWN_PASSWORD');
  });
});

describe('a third-party extension', () => {
  const manifest = {
    schema: 1,
    id: 'org.example.density',
    version: '1.0.0',
    title: 'Density',
    description: 'Shows density',
    host: '^1.0.0',
    entry: 'index.js',
  };
  const moduleText = 'export const extension = {};\n';
  const sha384 = (text: string): string => createHash('sha384').update(text).digest('base64');
  const fileTexts = {
    'index.js': moduleText,
    'manifest.json': JSON.stringify(manifest),
    'parts/more.js': moduleText,
  };
  const lines = Object.entries(fileTexts).map(([path, text]) => `"${path}" ${sha384(text)}\n`);
  const integrity = `sha384-${sha384(lines.join(''))}`;

  function writeExtension(folder: string, name: string): void {
    mkdirSync(join(folder, name, 'parts'), { recursive: true });
    writeFileSync(join(folder, name, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, name, 'index.js'), moduleText);
    writeFileSync(join(folder, name, 'parts/more.js'), moduleText);
    writeFileSync(join(folder, name, 'notes.txt'), 'private');
  }

  it('is served from its folder, where only its modules can be read', async () => {
    const dataFolder = newFolder();
    writeExtension(dataFolder, 'density');
    writeFileSync(join(dataFolder, 'secret.js'), 'secret');
    const thirdParty = [{ folder: 'density', integrity }];
    const server = await start({ dataFolder, config: { thirdParty } });
    const config = await server.call<PublicConfig>('GET', '/config');
    expect(config.body.problems).toEqual([]);
    const url = config.body.thirdParty[0]?.url;
    expect(url).toBe('/third-party/org.example.density/index.js');
    const read = (path: string) => fetch(`${server.url}/third-party/org.example.density/${path}`);
    const entry = await read('index.js');
    expect(entry.headers.get('content-type')).toContain('text/javascript');
    expect(await entry.text()).toBe(moduleText);
    expect((await read('parts/more.js')).status).toBe(200);
    for (const path of [
      '../secret.js',
      '..%2fsecret.js',
      '%2e%2e%2fsecret.js',
      'parts/..%2f..%2fsecret.js',
      '..%5csecret.js',
      'notes.txt',
      'manifest.json%00.js',
      '.hidden.js',
      '/etc/passwd',
    ]) {
      expect((await read(path)).status, path).not.toBe(200);
    }
    for (const path of ['index.js', 'parts/more.js']) {
      writeFileSync(join(dataFolder, 'density', path), 'changed after the start');
      expect((await read(path)).status, path).toBe(404);
    }
    writeFileSync(join(dataFolder, 'density/added.js'), 'added after the start');
    expect((await read('added.js')).status).toBe(404);
  });

  it.each(['manifest.json', 'parts/more.js', 'parts/added.js'])(
    'whose file %s differs from the integrity hash is omitted',
    async (path) => {
      const dataFolder = newFolder();
      writeExtension(dataFolder, 'density');
      const file = join(dataFolder, 'density', path);
      writeFileSync(file, `${existsSync(file) ? readFileSync(file, 'utf8') : ''} `);
      const thirdParty = [{ folder: 'density', integrity }];
      const server = await start({ dataFolder, config: { thirdParty } });
      const { body } = await server.call<PublicConfig>('GET', '/config');
      expect(body.thirdParty).toEqual([]);
      expect(body.problems.map(({ code }) => code)).toEqual(['THIRD_PARTY_INTEGRITY']);
    },
  );

  it('that is missing, changed or outdated is omitted by name, and the rest starts', async () => {
    const dataFolder = newFolder();
    writeExtension(dataFolder, 'density');
    cpSync(join(dataFolder, 'density'), join(dataFolder, 'old'), { recursive: true });
    writeFileSync(
      join(dataFolder, 'old/manifest.json'),
      JSON.stringify({ ...manifest, host: '^9.0.0' }),
    );
    const thirdParty = [
      { folder: 'nowhere' },
      { folder: 'density', integrity: `sha384-${'A'.repeat(64)}` },
      { folder: 'old' },
    ];
    const server = await start({ dataFolder, config: { thirdParty } });
    const { body } = await server.call<PublicConfig>('GET', '/config');
    expect(body.thirdParty).toEqual([]);
    expect(body.problems.map(({ code }) => code)).toEqual([
      'THIRD_PARTY_MISSING',
      'THIRD_PARTY_INTEGRITY',
      'THIRD_PARTY_HOST',
    ]);
  });
});
