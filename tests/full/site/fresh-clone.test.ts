import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * Follows the steps of a new developer: clone, `npm start`. Once with the installed Node and once
 * with Node 24 as the system's Node; nothing is installed in the clone beforehand.
 */
const READY = /Clockface is ready at (http:\/\/\S+)/;
const root = process.cwd();
const folders: string[] = [];

function freshClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-clone-'));
  folders.push(folder);
  const clone = join(folder, 'clockface');
  execFileSync('git', ['clone', '--quiet', root, clone]);
  return clone;
}

/** Returns PATH without this tree's node_modules/.bin, with `node` first when given. */
function pathWith(node: string | null): string {
  const plain = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => !part.includes('node_modules'));
  if (node === null) return plain.join(delimiter);
  const bin = mkdtempSync(join(tmpdir(), 'clockface-node-'));
  folders.push(bin);
  symlinkSync(node, join(bin, 'node'));
  return [bin, ...plain].join(delimiter);
}

function nodeVersion(path: string): string {
  return execFileSync('node', ['--version'], { env: { PATH: path }, encoding: 'utf8' }).trim();
}

async function startAndStop(
  clone: string,
  path: string,
): Promise<{ output: string; health: string; code: number | null }> {
  const options: SpawnOptions = {
    cwd: clone,
    detached: true,
    env: {
      HOME: process.env.HOME,
      npm_config_cache: process.env.npm_config_cache,
      PATH: path,
      CLOCKFACE_PORT: '0',
      CLOCKFACE_MQTT_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const child = spawn('npm', ['start'], options);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    const address = await waitFor(
      () => READY.exec(output)?.[1],
      () => child.exitCode !== null,
    );
    if (address === undefined) throw new Error(`npm start did not become ready:\n${output}`);
    const health = await (await fetch(new URL('/api/health', address))).text();
    // Signals the whole process group, as Ctrl+C in a terminal does.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    return { output, health, code: await ended };
  } finally {
    if (child.exitCode === null && child.pid !== undefined) {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch (thrown) {
        expect(String(thrown)).toContain('ESRCH');
      }
    }
  }
}

async function waitFor<T>(read: () => T | undefined, over: () => boolean): Promise<T | undefined> {
  const limit = Date.now() + 300_000;
  while (Date.now() < limit && !over()) {
    const value = read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return read();
}

describe('a fresh clone', () => {
  let clone = '';
  beforeAll(() => {
    clone = freshClone();
  });
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('starts with npm start on the Node of this machine, and stops without leftovers', async () => {
    const path = pathWith(null);
    const { output, health } = await startAndStop(clone, path);
    console.log(`system Node ${nodeVersion(path)}`);
    expect(JSON.parse(health).status, output).toBe('ready');
  });

  it('starts with npm start where Node 24 is the system’s, on the same data', async () => {
    const path = pathWith(realpathSync(process.execPath));
    expect(nodeVersion(path)).toMatch(/^v24\./);
    const { output, health } = await startAndStop(clone, path);
    expect(JSON.parse(health).status, output).toBe('ready');
    expect(dirname(clone)).toContain('clockface-clone-');
  });
});
