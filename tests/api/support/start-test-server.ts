import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoginResponse, Role, SiteConfigInput } from '#contracts';
import { copySeedData } from '../../seed-data.ts';
import { type ApiResponse, callApi } from './call-api.ts';

export const TEST_API_KEY = 'clockface-test-key-0001';
export const PASSWORD = 'Clockface-demo-1!';
export const EMAILS: Readonly<Record<Role, string>> = {
  ADMIN: 'admin@demo.clockface.example',
  OPERATOR: 'operator@demo.clockface.example',
  PHYSICIAN: 'physician@demo.clockface.example',
  VIEWER: 'viewer@demo.clockface.example',
  BLIND_ANNOTATOR: 'annotator@demo.clockface.example',
};

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY = /Clockface is ready at (http:\/\/\S+)/;

export interface StartOptions {
  /**
   * Overrides of the test configuration, which has demonstration accounts, no scans and no scanner.
   */
  readonly config?: Partial<SiteConfigInput>;
  /** Data folder of an earlier start; by default a new folder that `stop` deletes. */
  readonly dataFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Starts from the stored seed data, if any. */
  readonly withSeedData?: boolean;
}

/** The real server in its own process, on free ports and a temporary data folder. */
export interface TestServer {
  /** Base URL of the web application; the API is `${url}/api`. */
  readonly url: string;
  readonly apiKey: string;
  readonly dataFolder: string;
  readonly pid: number;
  /** Returns the server's output on standard error. */
  log(): string;
  /**
   * Signs in as the demonstration account of a role.
   * @returns the bearer token
   */
  signIn(role: Role): Promise<string>;
  call<T = unknown>(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<ApiResponse<T>>;
  /**
   * Sends SIGTERM and waits for the end of the process.
   * @returns its exit code
   */
  stop(options?: { keepData?: boolean }): Promise<number | null>;
  /** Kills only the server process with SIGKILL, like a crash. */
  kill(): Promise<void>;
}

/** A start that ended before the server was ready. */
export interface FailedStart {
  readonly code: number | null;
  readonly output: string;
  readonly milliseconds: number;
}

export async function startTestServer(options: StartOptions = {}): Promise<TestServer> {
  const { dataFolder, config = {}, env = {} } = options;
  const isOrdinary = config.name === undefined && config.demonstration === undefined;
  const withSeedData = isOrdinary && dataFolder === undefined && env.DATABASE_URL === undefined;
  const started = await tryStart({ withSeedData, ...options });
  if ('code' in started) throw new Error(`The server did not start:\n${started.output}`);
  return started;
}

/** Starts the product like `npm start`; returns the exit code and output if the start fails. */
export async function tryStart(options: StartOptions = {}): Promise<TestServer | FailedStart> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'clockface-api-'));
  // The database user needs access to folders below.
  chmodSync(dataFolder, 0o755);
  if (options.withSeedData === true) copySeedData(dataFolder);
  const startMs = performance.now();
  const child = spawn(process.execPath, ['platform/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      CLOCKFACE_CONFIG: writeConfig(dataFolder, options.config ?? {}),
      CLOCKFACE_DATA: dataFolder,
      CLOCKFACE_PORT: '0',
      CLOCKFACE_MQTT_PORT: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = endOf(child);
  const url = await new Promise<string | null>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const readyUrl = READY.exec(out)?.[1];
      if (readyUrl !== undefined) resolve(readyUrl);
    });
    void ended.then(() => resolve(null));
  });
  const removeData = () => {
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  };
  if (url === null) {
    removeData();
    const milliseconds = performance.now() - startMs;
    return { code: await ended, output: `${out}\n${err}`, milliseconds };
  }
  return {
    url,
    apiKey: TEST_API_KEY,
    dataFolder,
    pid: child.pid ?? 0,
    log: () => err,
    signIn: (role) => signIn(url, role),
    call: (method, path, callOptions = {}) => callApi(url, TEST_API_KEY, method, path, callOptions),
    async stop({ keepData = false } = {}) {
      child.kill('SIGTERM');
      const code = await ended;
      if (!keepData) removeData();
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function signIn(url: string, role: Role): Promise<string> {
  const body = { email: EMAILS[role], password: PASSWORD };
  const path = '/accounts/actions/login';
  const response = await callApi<LoginResponse>(url, TEST_API_KEY, 'POST', path, { body });
  if (response.status !== 200)
    throw new Error(`Sign-in as ${role}: ${JSON.stringify(response.body)}`);
  return response.body.accessToken;
}

function writeConfig(dataFolder: string, config: Partial<SiteConfigInput>): string {
  const file = join(dataFolder, 'site.json');
  const hasScanner = existsSync(join(ROOT, 'extensions/scanner/manifest.json'));
  const site: SiteConfigInput = {
    schema: 1,
    name: 'Test site',
    apiKey: TEST_API_KEY,
    extensions: hasScanner ? { scanner: { enabled: false } } : {},
    demonstration: { enabled: true, scans: false },
    ...config,
  };
  writeFileSync(file, JSON.stringify(site));
  return file;
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}
