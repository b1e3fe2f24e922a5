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

function module(name: string, code: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return file;
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('It took too long');
    await sleep(20);
  }
}

const READY_MODULE = `setInterval(() => {}, 1000); process.send({ kind: 'ready' });`;

describe('a service process', { timeout: 60_000 }, () => {
  it('is up after reporting ready, restarts after a kill, and ends when stopped', async () => {
    const entry = module('stays', READY_MODULE);
    const crashes: ServiceCrash[] = [];
    const onCrash = (crash: ServiceCrash) => crashes.push(crash);
    const options = { name: 'stays', entry, env: {}, reportsReady: true, logger: silentLogger };
    const service = new ChildService({ ...options, onCrash });
    service.start();
    expect(service.isUp).toBe(false);
    await until(() => service.isUp);
    const first = service.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => service.isUp && service.pid !== first);
    const second = service.pid ?? 0;
    await service.stop();
    expect(isRunning(second)).toBe(false);
    expect(service.isUp).toBe(false);
    // Stopping does not count as a crash.
    expect(crashes).toEqual([{ exitCode: null, signal: 'SIGKILL' }]);
  });

  it('waits for its init message and receives the message again after a kill', async () => {
    const entry = module(
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
    const first = service.pid ?? 0;
    await sleep(300);
    expect([service.isUp, isRunning(first)]).toEqual([false, true]);
    service.sendInit({ secret: 'a' });
    await until(() => service.isUp);
    process.kill(first, 'SIGKILL');
    await until(() => service.isUp && service.pid !== first);
    await service.stop();
    expect(readFileSync(join(folder, 'received'), 'utf8')).toBe('a a ');
  });

  it('does not inherit the database URL, which contains the password', async () => {
    const file = join(folder, 'inherited');
    const entry = module(
      'inherits',
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(file)}, String(process.env.DATABASE_URL) + process.env.OWN);`,
    );
    const before = process.env.DATABASE_URL;
    process.env.DATABASE_URL = 'postgres://clockface:secret@127.0.0.1/clockface';
    try {
      const env = { OWN: ' given' };
      await runOnce({ name: 'inherits', entry, env, logger: silentLogger }).ended;
    } finally {
      if (before === undefined) delete process.env.DATABASE_URL;
      else process.env.DATABASE_URL = before;
    }
    expect(readFileSync(file, 'utf8')).toBe('undefined given');
  });

  it('can be stopped before its init message and ignores a late message', async () => {
    const entry = module('no-secret', 'process.channel.ref(); process.on("message", () => {});');
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
    const entry = module('startable', READY_MODULE);
    const options = { name: 'startable', entry, env: {}, reportsReady: true, logger: silentLogger };
    const [service, never] = [new ChildService(options), new ChildService(options)];
    const node = process.execPath;
    process.execPath = join(folder, 'no-such-program');
    try {
      service.start();
      never.start();
      await sleep(50);
      const before = performance.now();
      await never.stop();
      expect(performance.now() - before).toBeLessThan(1_000);
    } finally {
      process.execPath = node;
    }
    await until(() => service.isUp);
    await service.stop();
    expect([service.isUp, never.isUp]).toEqual([false, false]);
  });

  it('is restarted with growing delays after exiting at once', async () => {
    const attemptsFile = join(folder, 'tries');
    const entry = module(
      'dies',
      `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(attemptsFile)}, Date.now() + ' '); process.exit(3);`,
    );
    const options = { name: 'dies', entry, env: {}, reportsReady: false, logger: silentLogger };
    const service = new ChildService(options);
    service.start();
    const times = () => {
      try {
        return readFileSync(attemptsFile, 'utf8').trim().split(' ').map(Number);
      } catch {
        return [];
      }
    };
    await until(() => times().length >= 3);
    await service.stop();
    const [a = 0, b = 0, c = 0] = times();
    expect(b - a).toBeGreaterThanOrEqual(100);
    expect(c - b).toBeGreaterThanOrEqual(500);
    const count = times().length;
    await sleep(300);
    expect(times().length).toBe(count);
  });

  it('ends with the process that started it', async () => {
    const stubborn = module(
      'stubborn',
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`,
    );
    const supervisor = module(
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
    await until(() => !isRunning(pid));
  });

  it('reports its exit code when run once', async () => {
    const entry = module('once', 'process.exit(7);');
    const run = runOnce({ name: 'once', entry, env: {}, logger: silentLogger });
    expect(await run.ended).toBe(7);
    await run.stop();
  });
});
