import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '#foundation';
import { isRunning } from '../processes/process-info.ts';
import { ChildService, runOnce, type ServiceCrash } from './child-service.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-child-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeModule(name: string, code: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return file;
}

async function waitUntil(condition: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('The condition was not met in time');
    await sleep(20);
  }
}

const READY_MODULE = `setInterval(() => {}, 1000); process.send({ kind: 'ready' });`;

describe('a service process', { timeout: 60_000 }, () => {
  it('is up after reporting ready, restarts after a kill, and ends when stopped', async () => {
    const entry = writeModule('stays', READY_MODULE);
    const crashes: ServiceCrash[] = [];
    const onCrash = (crash: ServiceCrash) => crashes.push(crash);
    const options = { name: 'stays', entry, env: {}, reportsReady: true, logger: silentLogger };
    const service = new ChildService({ ...options, onCrash });
    service.start();
    expect(service.isUp).toBe(false);
    await waitUntil(() => service.isUp);
    const firstPid = service.pid ?? 0;
    process.kill(firstPid, 'SIGKILL');
    await waitUntil(() => service.isUp && service.pid !== firstPid);
    const secondPid = service.pid ?? 0;
    await service.stop();
    expect(isRunning(secondPid)).toBe(false);
    expect(service.isUp).toBe(false);
    // Stopping does not count as a crash.
    expect(crashes).toEqual([{ exitCode: null, signal: 'SIGKILL' }]);
  });

  it('waits for its init message and receives the message again after a kill', async () => {
    const entry = writeModule(
      'waits',
      `import { appendFileSync } from 'node:fs';
       process.channel.ref();
       process.on('message', ({ secret }) => {
         appendFileSync(${JSON.stringify(join(folder, 'received'))}, secret + ' ');
         process.send({ kind: 'ready' });
       });`,
    );
    const options = { name: 'waits', entry, env: {}, reportsReady: true, logger: silentLogger };
    const service = new ChildService(options);
    service.start();
    const firstPid = service.pid ?? 0;
    await sleep(300);
    expect([service.isUp, isRunning(firstPid)]).toEqual([false, true]);
    service.sendInit({ secret: 'a' });
    await waitUntil(() => service.isUp);
    process.kill(firstPid, 'SIGKILL');
    await waitUntil(() => service.isUp && service.pid !== firstPid);
    await service.stop();
    expect(readFileSync(join(folder, 'received'), 'utf8')).toBe('a a ');
  });

  it('does not inherit the database URL, which contains the password', async () => {
    const file = join(folder, 'inherited');
    const entry = writeModule(
      'inherits',
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(file)}, String(process.env.DATABASE_URL) + process.env.OWN);`,
    );
    const originalUrl = process.env.DATABASE_URL;
    process.env.DATABASE_URL = 'postgres://clockface:secret@127.0.0.1/clockface';
    try {
      const env = { OWN: ' given' };
      await runOnce({ name: 'inherits', entry, env, logger: silentLogger }).ended;
    } finally {
      if (originalUrl === undefined) delete process.env.DATABASE_URL;
      else process.env.DATABASE_URL = originalUrl;
    }
    expect(readFileSync(file, 'utf8')).toBe('undefined given');
  });

  it('can be stopped before its init message and ignores a late message', async () => {
    const entry = writeModule(
      'no-secret',
      'process.channel.ref(); process.on("message", () => {});',
    );
    const options = {
      name: 'no-secret',
      entry,
      env: {},
      reportsReady: true,
      logger: silentLogger,
    };
    const service = new ChildService(options);
    service.start();
    const pid = service.pid ?? 0;
    await service.stop();
    service.sendInit({ secret: 'late' });
    expect(isRunning(pid)).toBe(false);
  });

  it('is retried after a failed start, and can be stopped without delay', async () => {
    const entry = writeModule('startable', READY_MODULE);
    const options = { name: 'startable', entry, env: {}, reportsReady: true, logger: silentLogger };
    const service = new ChildService(options);
    const stoppedService = new ChildService(options);
    const node = process.execPath;
    process.execPath = join(folder, 'no-such-program');
    try {
      service.start();
      stoppedService.start();
      await sleep(50);
      const stopMs = performance.now();
      await stoppedService.stop();
      expect(performance.now() - stopMs).toBeLessThan(1_000);
    } finally {
      process.execPath = node;
    }
    await waitUntil(() => service.isUp);
    await service.stop();
    expect([service.isUp, stoppedService.isUp]).toEqual([false, false]);
  });

  it('is restarted with growing delays after exiting at once', async () => {
    const attemptsFile = join(folder, 'attempts');
    const entry = writeModule(
      'exits',
      `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(attemptsFile)}, Date.now() + ' '); process.exit(3);`,
    );
    const options = { name: 'exits', entry, env: {}, reportsReady: false, logger: silentLogger };
    const service = new ChildService(options);
    service.start();
    const startTimes = () => {
      try {
        return readFileSync(attemptsFile, 'utf8').trim().split(' ').map(Number);
      } catch {
        return [];
      }
    };
    await waitUntil(() => startTimes().length >= 3);
    await service.stop();
    const [first = 0, second = 0, third = 0] = startTimes();
    // The first two restart delays are 100 and 500 ms.
    expect(second - first).toBeGreaterThanOrEqual(100);
    expect(third - second).toBeGreaterThanOrEqual(500);
    const count = startTimes().length;
    await sleep(300);
    expect(startTimes().length).toBe(count);
  });

  it('ends with the process that started it', async () => {
    const stubborn = writeModule(
      'stubborn',
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`,
    );
    const supervisor = writeModule(
      'supervisor',
      `import { ChildService } from ${JSON.stringify(new URL('./child-service.ts', import.meta.url).href)};
       const service = new ChildService({ name: 'x', entry: ${JSON.stringify(stubborn)}, env: {},
         reportsReady: false, logger: { log() {} } });
       service.start();
       process.send({ pid: service.pid });`,
    );
    const { fork } = await import('node:child_process');
    const parent = fork(supervisor, [], { cwd: process.cwd(), stdio: ['ignore', 2, 2, 'ipc'] });
    const { pid } = await new Promise<{ pid: number }>((resolve) =>
      parent.once('message', (message) => resolve(message as { pid: number })),
    );
    // The child's preload must be running before the parent ends.
    await sleep(1_500);
    parent.kill('SIGKILL');
    await waitUntil(() => !isRunning(pid));
  });

  it('reports its exit code when run once', async () => {
    const entry = writeModule('once', 'process.exit(7);');
    const run = runOnce({ name: 'once', entry, env: {}, logger: silentLogger });
    expect(await run.ended).toBe(7);
    await run.stop();
  });
});
