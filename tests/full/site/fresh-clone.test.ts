import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Follows the steps of a new developer: clone, then `npm start`, once with the installed Node and
// once with Node 24 as the system's Node. Nothing is installed in the clone beforehand.

const READY = /Clockface is ready at (http:\/\/\S+)/;
const EXIT_LIMIT_MS = 20_000;
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
): Promise<{ output: string; health: string }> {
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
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const address = await waitFor(
      () => READY.exec(output)?.[1],
      () => child.exitCode !== null,
    );
    if (address === undefined) throw new Error(`npm start did not become ready:\n${output}`);
    const health = await (await fetch(new URL('/api/health', address))).text();
    // Signals the whole process group, as Ctrl+C in a terminal does.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
    await expect.poll(() => isGroupRunning(child.pid ?? 0), { timeout: EXIT_LIMIT_MS }).toBe(false);
    return { output, health };
  } finally {
    const { pid } = child;
    if (pid !== undefined && isGroupRunning(pid)) process.kill(-pid, 'SIGKILL');
  }
}

/** Returns whether a process of this group still exists. */
function isGroupRunning(groupId: number): boolean {
  try {
    return process.kill(-groupId, 0);
  } catch (thrown) {
    expect(String(thrown)).toContain('ESRCH');
    return false;
  }
}

/** Waits for a value, at most 5 min or until `isOver`; undefined if there is none. */
async function waitFor<T>(
  read: () => T | undefined,
  isOver: () => boolean,
): Promise<T | undefined> {
  const limit = Date.now() + 300_000;
  while (Date.now() < limit && !isOver()) {
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

  it('starts with npm start on the Node of this machine, and leaves no process after Ctrl+C', async () => {
    const path = pathWith(null);
    const { output, health } = await startAndStop(clone, path);
    console.log(`system Node ${nodeVersion(path)}`);
    expect(JSON.parse(health).status, output).toBe('ready');
  });

  it('starts again with npm start on Node 24', async () => {
    const path = pathWith(realpathSync(process.execPath));
    expect(nodeVersion(path)).toMatch(/^v24\./);
    const { output, health } = await startAndStop(clone, path);
    expect(JSON.parse(health).status, output).toBe('ready');
  });
});
