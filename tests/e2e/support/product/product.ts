import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteConfigInput } from '#contracts';
import { copySeedData } from '../../../seed-data.ts';

const READY = /Clockface is ready at (http:\/\/\S+)/;
const START_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 20_000;

export interface Product {
  /** Address of the web application, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly dataFolder: string;
  readonly pid: number;
  /** All output so far (stdout and stderr). */
  output(): string;
  stop(): Promise<void>;
}

export const TEST_API_KEY = 'clockface-e2e-api-key';
const TEST_SITE = 'Test site';

/** Site configuration for tests: demonstration accounts, no demonstration scans, a fast scanner. */
export function testSite(change: Partial<SiteConfigInput> = {}): SiteConfigInput {
  return {
    schema: 1,
    name: TEST_SITE,
    apiKey: TEST_API_KEY,
    demonstration: { enabled: true, scans: false },
    flags: { welcomeTour: false },
    extensions: { scanner: { settings: { speedFactor: 40 } } },
    ...change,
  };
}

/**
 * Returns whether the first start of this site creates the standard seed data, so that the data can
 * be copied.
 */
const hasStandardSeedData = ({ name, demonstration }: SiteConfigInput): boolean =>
  name === TEST_SITE && demonstration?.enabled === true && demonstration.scans === false;

/**
 * Starts the product as `npm start` does, on free ports and with a data folder of its own, and
 * waits until the product reports that it is ready. Throws with the output when the product ends
 * early or is not ready within 90 s.
 */
export async function startProduct(
  site: SiteConfigInput = testSite(),
  env: NodeJS.ProcessEnv = {},
): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-e2e-'));
  // Lets the account that runs PostgreSQL read the folder when root starts the product.
  chmodSync(folder, 0o755);
  if (hasStandardSeedData(site) && env.CLOCKFACE_DATA === undefined)
    copySeedData(join(folder, 'data'));
  const configFile = join(folder, 'site.json');
  writeFileSync(configFile, JSON.stringify(site));
  const child = spawn(process.execPath, ['platform/server/main.ts'], {
    env: {
      ...process.env,
      CLOCKFACE_CONFIG: configFile,
      CLOCKFACE_DATA: join(folder, 'data'),
      CLOCKFACE_PORT: '0',
      CLOCKFACE_MQTT_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = async (): Promise<void> => {
    await endProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = await readyAddress(child, () => output);
    return {
      url,
      apiKey: site.apiKey,
      dataFolder: join(folder, 'data'),
      pid: child.pid ?? 0,
      output: () => output,
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

function readyAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearInterval(poll);
      clearTimeout(limit);
      reject(new Error(`The product did not become ready: ${reason}\n${output()}`));
    };
    const poll = setInterval(() => {
      const address = READY.exec(output())?.[1];
      if (address !== undefined) {
        clearInterval(poll);
        clearTimeout(limit);
        resolve(address.replace(/\/$/, ''));
      } else if (child.exitCode !== null) fail(`the process exited with code ${child.exitCode}`);
    }, 50);
    const limit = setTimeout(
      () => fail(`no ready line within ${START_LIMIT_MS} ms`),
      START_LIMIT_MS,
    );
  });
}

/** Sends SIGTERM, and SIGKILL if the process has not ended after 20 s. */
function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
