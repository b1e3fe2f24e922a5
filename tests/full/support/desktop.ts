import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import type { SiteConfigInput } from '#contracts';

const OPEN = /Clockface is open at (http:\/\/\S+?)\/?\n/;
const OPEN_LIMIT_MS = 120_000;
const END_LIMIT_MS = 60_000;

/**
 * Flags that open the window without a screen. `--headless=new` runs the full browser, so that
 * `--app=` works; the DevTools port is for the test only, the desktop itself never opens one.
 */
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--remote-debugging-port=0',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--window-size=1600,1000',
].join(' ');

/** Folders, configuration and environment of one desktop, shared by all its starts. */
export interface DesktopSetup {
  readonly dataFolder: string;
  readonly profile: string;
  readonly env: NodeJS.ProcessEnv;
  log(): string;
  remove(): Promise<void>;
}

export function createDesktopSetup(
  site: SiteConfigInput,
  more: NodeJS.ProcessEnv = {},
): DesktopSetup {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-desktop-'));
  // Lets the account that runs PostgreSQL read the folder when root starts the product.
  chmodSync(folder, 0o755);
  const configFile = join(folder, 'site.json');
  writeFileSync(configFile, JSON.stringify(site));
  const runtime = join(folder, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const dataFolder = join(folder, 'data');
  const logFile = join(dataFolder, 'desktop/desktop.log');
  return {
    dataFolder,
    profile: join(dataFolder, 'desktop/profile'),
    env: {
      ...process.env,
      CLOCKFACE_CONFIG: configFile,
      CLOCKFACE_DATA: dataFolder,
      CLOCKFACE_PORT: '0',
      CLOCKFACE_MQTT_PORT: '0',
      CLOCKFACE_BROWSER_FLAGS: FLAGS,
      XDG_RUNTIME_DIR: runtime,
      ...more,
    },
    log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** A process of `npm run desktop`, started without npm. */
export interface StartedDesktop {
  readonly pid: number;
  output(): string;
  /** Exit code, or the signal that ended the process. */
  readonly ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
}

export function startDesktop({ env }: DesktopSetup, ...args: readonly string[]): StartedDesktop {
  const child = spawn(process.execPath, ['platform/desktop/main.ts', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended: endOf(child),
    kill: (signal) => void child.kill(signal),
  };
}

const endOf = (child: ChildProcess): Promise<number | string> =>
  new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? 'nothing'));
  });

/** Waits until the window is open and returns the address of the application. */
export async function waitForWindow(desktop: StartedDesktop): Promise<string> {
  const end = Date.now() + OPEN_LIMIT_MS;
  let exit: number | string | null = null;
  void desktop.ended.then((code) => {
    exit = code;
  });
  while (Date.now() < end) {
    const address = OPEN.exec(desktop.output())?.[1];
    if (address !== undefined) return address;
    if (exit !== null) throw new Error(`The desktop ended (${exit}):\n${desktop.output()}`);
    await sleep(50);
  }
  throw new Error(`The desktop opened no window:\n${desktop.output()}`);
}

/** Connects to the page in the window. Closing the connection leaves the window open. */
export async function connectToWindow({
  profile,
}: DesktopSetup): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('The browser shows no page');
  page.setDefaultTimeout(30_000);
  return { page, close: () => browser.close() };
}

/** Ends the desktop with SIGTERM, after 60 s with SIGKILL. */
export async function endDesktop(desktop: StartedDesktop): Promise<void> {
  desktop.kill('SIGTERM');
  const force = setTimeout(() => desktop.kill('SIGKILL'), END_LIMIT_MS);
  await desktop.ended;
  clearTimeout(force);
}

export interface Descendant {
  readonly pid: number;
  readonly command: string;
}

/** Returns all descendants of a process, from `ps`. */
export function descendantsOf(pid: number): readonly Descendant[] {
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((row) => row !== null)
    .map(([, pid, parent, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      command: command ?? '',
    }));
  const listBelow = (parentPid: number): readonly Descendant[] =>
    rows
      .filter(({ parent }) => parent === parentPid)
      .flatMap((row) => [{ pid: row.pid, command: row.command }, ...listBelow(row.pid)]);
  return listBelow(pid).filter(({ command }) => !command.startsWith('ps -e'));
}

/**
 * Returns the processes that are still running; compares the command as well, because a pid can be
 * reused.
 */
export function filterRunning(processes: readonly Descendant[]): readonly Descendant[] {
  return processes.filter(({ pid, command }) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const isZombie = stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
      const current = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return !isZombie && current !== '' && command.startsWith(current.slice(0, 20));
    } catch {
      // The process has ended.
      return false;
    }
  });
}
