import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A strict third-party S3: OpenStack Swift with its S3 middleware, as packaged by Debian. */
export interface Swift extends AsyncDisposable {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const KINDS = ['account', 'container', 'object'] as const;
const READY_WITHIN_MS = 90_000;

/** Checks also for a file in /etc, from which alone the daemons read their hash prefix. */
export const isSwiftInstalled = (): boolean =>
  existsSync('/etc/swift/swift.conf') &&
  spawnSync('swift-proxy-server', ['--help'], { stdio: 'ignore' }).status === 0;

/**
 * Starts the three storage servers and the proxy of Swift on free ports, in a temporary folder.
 * Requires root, as the packages do.
 */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-swift-'));
  mkdirSync(join(folder, 'devices/d1'), { recursive: true });
  const ports = await freePorts(KINDS.length + 1);
  const proxyPort = ports.at(-1) ?? 0;
  const processes: ChildProcess[] = [];
  for (const [idx, kind] of KINDS.entries()) {
    const port = ports[idx] ?? 0;
    buildRing(folder, kind, port);
    processes.push(start(folder, kind, storageConfig(folder, kind, port)));
  }
  processes.push(start(folder, 'proxy', proxyConfig(folder, proxyPort)));
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  const stop = async (): Promise<void> => {
    for (const child of processes) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const listening = await Promise.all(ports.map((port) => isListening(`http://127.0.0.1:${port}`)));
  if (listening.includes(false)) {
    await stop();
    throw new Error('Swift did not start');
  }
  return {
    endpoint,
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
    [Symbol.asyncDispose]: stop,
  };
}

function buildRing(folder: string, kind: string, port: number): void {
  const builder = join(folder, `${kind}.builder`);
  for (const args of [
    ['create', '8', '1', '1'],
    ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
    ['rebalance'],
  ]) {
    const result = spawnSync('swift-ring-builder', [builder, ...args], { encoding: 'utf8' });
    // Status 1 is a warning, null a signal.
    if (result.status === null || result.status > 1) {
      throw new Error(`${args[0]}: ${result.stdout}${result.stderr}`);
    }
  }
}

function start(folder: string, kind: string, config: string): ChildProcess {
  const file = join(folder, `${kind}.conf`);
  writeFileSync(file, config);
  return spawn(`swift-${kind}-server`, [file], { stdio: 'ignore' });
}

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
`;

const storageConfig = (folder: string, kind: string, port: number) => `${common(folder, port)}
devices = ${folder}/devices
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const proxyConfig = (folder: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 20
node_timeout = 60
error_suppression_limit = 100000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

async function isListening(endpoint: string): Promise<boolean> {
  const end = performance.now() + READY_WITHIN_MS;
  while (performance.now() < end) {
    const responds = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (responds) return true;
    await sleep(200);
  }
  return false;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve(typeof address === 'object' && address !== null ? address.port : 0);
          });
        }),
    ),
  );
  for (const server of servers) server.close();
  return ports;
}
