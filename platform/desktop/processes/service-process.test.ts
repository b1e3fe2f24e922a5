import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShellLog } from '../environment/shell-log.ts';
import { type Crash, ServiceProcess } from './service-process.ts';

let folder = '';
let service: ServiceProcess;
const crashes: Crash[] = [];

/** Code of a fake service that records its start and stop in the file `mark`. */
const SERVICE_CODE = `
  import { appendFileSync } from 'node:fs';
  const mark = JSON.parse(process.env.CLOCKFACE_SERVICE_INIT).mark;
  process.on('SIGTERM', () => { appendFileSync(mark, 'stopped '); process.exit(0); });
  appendFileSync(mark, 'started ');
  setInterval(() => {}, 1000);`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-service-'));
  crashes.length = 0;
  const entry = join(folder, 'service.mjs');
  writeFileSync(entry, SERVICE_CODE);
  service = new ServiceProcess(
    { name: 'test/service', entry, init: { mark: join(folder, 'mark') } },
    process.env,
    new ShellLog(join(folder, 'desktop.log')),
    (crash) => crashes.push(crash),
  );
  service.start();
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const readMark = (): string => {
  try {
    return readFileSync(join(folder, 'mark'), 'utf8');
  } catch {
    // Not started yet.
    return '';
  }
};
const waitForMark = (text: string) => expect.poll(readMark, { timeout: 10_000 }).toBe(text);

describe('a service process', () => {
  it('is restarted after a crash, which is reported at once', async () => {
    await waitForMark('started ');
    process.kill(service.pid ?? 0, 'SIGKILL');
    await expect.poll(() => crashes).toEqual([{ exitCode: null, signal: 'SIGKILL' }]);
    await waitForMark('started started ');
  });

  it('is stopped in order with the desktop, without a crash report', async () => {
    await waitForMark('started ');
    await service.stop();
    expect(readMark()).toBe('started stopped ');
    expect(crashes).toEqual([]);
  });
});
