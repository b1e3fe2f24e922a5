import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShellLog } from '../environment/shell-log.ts';
import { ServerProcess } from './server-process.ts';

let folder = '';
const printed: string[] = [];
const servers: ServerProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-server-'));
  printed.length = 0;
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the code of a fake server that reports readiness and creates the file `mark` at its stop. */
const serverCode = (mark: string) => `
  import { writeFileSync } from 'node:fs';
  process.on('SIGTERM', async () => {
    for (let line = 0; line < 20; line += 1) {
      process.stderr.write('{"level":"info","message":"Stopping"}\\n');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    writeFileSync(${JSON.stringify(mark)}, 'stopped');
    process.exit(0);
  });
  console.error('{"level":"debug","message":"detail"}');
  console.error('{"level":"info","message":"Port ' + process.env.CLOCKFACE_PORT + '"}');
  const port = process.env.CLOCKFACE_PORT === '0' ? 4999 : process.env.CLOCKFACE_PORT;
  console.log('Clockface is ready at http://127.0.0.1:' + port);
  console.log('Sign in as ada');
  setInterval(() => {}, 1000);`;

function createServer(code: string): ServerProcess {
  const entry = join(folder, 'server.mjs');
  writeFileSync(entry, code);
  const log = new ShellLog(join(folder, 'desktop.log'));
  const print = (line: string) => void printed.push(line);
  const server = new ServerProcess({ env: process.env, port: 0, log, print, entry });
  servers.push(server);
  return server;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    // The process no longer exists.
    return false;
  }
};

describe.runIf(process.platform === 'linux')('the server process', () => {
  it('reports why it can’t start, and is not restarted', async () => {
    const server = createServer(`console.error('The port is in use'); process.exit(1);`);
    const started = await server.start();
    expect(started.ok ? '' : started.problem.code).toBe('SERVER_FAILED');
    // A crashed server is restarted after 500 ms; a restart would print the line again.
    await sleep(700);
    expect(printed).toEqual(['The port is in use']);
  });

  it('stops as on SIGTERM when the desktop ends', async () => {
    const mark = join(folder, 'mark');
    const server = createServer(serverCode(mark));
    expect(await server.start()).toEqual({ ok: true, value: 'http://127.0.0.1:4999/' });
    await expect.poll(() => printed).toEqual(['Sign in as ada']);
    await server.stop();
    expect(readFileSync(mark, 'utf8')).toBe('stopped');
    expect(isRunning(server.pid ?? 0)).toBe(false);
    expect(readFileSync(join(folder, 'desktop.log'), 'utf8')).not.toContain('detail');
  });

  it('is restarted on the same port after being killed', async () => {
    const server = createServer(serverCode(join(folder, 'mark')));
    await server.start();
    const firstPid = server.pid ?? 0;
    process.kill(firstPid, 'SIGKILL');
    const log = () => readFileSync(join(folder, 'desktop.log'), 'utf8');
    await expect.poll(log, { timeout: 10_000 }).toContain('Port 4999');
    expect(server.pid).not.toBe(firstPid);
  });

  it('stops by itself when the desktop is killed', async () => {
    const mark = join(folder, 'mark');
    const entry = join(folder, 'server.mjs');
    writeFileSync(entry, serverCode(mark));
    const shell = join(folder, 'shell.mjs');
    const moduleUrl = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    writeFileSync(
      shell,
      `import { ServerProcess } from ${moduleUrl('server-process.ts')};
       import { ShellLog } from ${moduleUrl('../environment/shell-log.ts')};
       const log = new ShellLog(${JSON.stringify(join(folder, 'desktop.log'))});
       const entry = ${JSON.stringify(entry)};
       const server = new ServerProcess({ env: process.env, port: 0, log, print() {}, entry });
       await server.start();
       console.log(server.pid);`,
    );
    const parent = spawn(process.execPath, [shell], { cwd: process.cwd() });
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (chunk) => resolve(Number(chunk))),
    );
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => existsSync(mark), { timeout: 10_000 }).toBe(true);
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  });
});
