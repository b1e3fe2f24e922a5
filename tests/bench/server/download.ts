import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScanFile } from '#contracts';
import { addScan } from '../../api/support/records.ts';
import { startTestServer, type TestServer } from '../../api/support/start-test-server.ts';
import { compareRates } from '../support/compare-rates.ts';
import type { Figure } from '../support/figure.ts';

const SIZE = 256 * 1024 * 1024;

/**
 * Measures the download of a stored file by a browser (session, row, audit, recent checksum)
 * against the same bytes from nginx with sendfile, or from plain Node if nginx is not installed.
 */
export async function download(): Promise<readonly Figure[]> {
  const server = await startTestServer();
  const folder = mkdtempSync(join(tmpdir(), 'clockface-bench-'));
  const bytes = randomBytes(SIZE);
  let peer: Peer | null = null;
  try {
    const token = await server.signIn('OPERATOR');
    const path = await storeFile(server, token, bytes);
    writeFileSync(join(folder, 'file'), bytes);
    peer = (await startNginx(folder)) ?? (await startPlainNode(folder));
    const { url } = peer;
    const headers = { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` };
    return await compareRates({
      name: 'download',
      target: '≥ 0.8',
      bytes: SIZE,
      peer: peer.what,
      runProduct: () => receive(`${server.url}/api${path}`, headers),
      runPeer: () => receive(url, {}),
    });
  } finally {
    await peer?.stop();
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
}

/** Stores the bytes as a file of a scan and returns the path of the download. */
async function storeFile(server: TestServer, token: string, bytes: Buffer): Promise<string> {
  const { scan } = await addScan(server, token);
  const fields = { fileCategory: 'VOLUME3D', fileName: 'v.nrrd', fileExtension: 'nrrd' };
  const body = { scanId: scan.id, ...fields };
  const { id } = (await server.call<ScanFile>('POST', '/scanfiles', { token, body })).body;
  const form = new FormData();
  form.append('data', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'v');
  const response = await fetch(`${server.url}/api/scanfiles/${id}/content`, {
    method: 'PUT',
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return `/scanfiles/${id}/download`;
}

/**
 * Downloads with curl and drops the bytes, which costs less than a client in Node and the same for
 * both.
 */
async function receive(url: string, headers: Record<string, string>): Promise<void> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const curl = spawn('curl', ['-sf', '-o', '/dev/null', '-w', '%{size_download}', ...flags, url]);
  let output = '';
  curl.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(curl, 'close');
  if (Number(output) !== SIZE)
    throw new Error(`Received ${output} bytes from ${new URL(url).host}`);
}

interface Peer {
  readonly what: string;
  readonly url: string;
  stop(): Promise<void>;
}

async function startNginx(folder: string): Promise<Peer | null> {
  const version = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  if (version.status !== 0) return null;
  const home = join(folder, 'nginx');
  const served = join(folder, 'served');
  for (const newFolder of [home, served]) mkdirSync(newFolder);
  copyFileSync(join(folder, 'file'), join(served, 'file'));
  const port = await freePort();
  const config = join(home, 'nginx.conf');
  writeFileSync(config, nginxConfig(home, served, port));
  const child = spawn('nginx', ['-p', home, '-c', config], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/file`;
  await waitForServer(url);
  return {
    what: `${version.stderr.trim().replace('nginx version: ', '')}, sendfile`,
    url,
    stop: () => stop(child),
  };
}

const nginxConfig = (home: string, served: string, port: number) => `
daemon off;
worker_processes 1;
user root;
pid ${home}/pid;
error_log ${home}/error.log;
events { worker_connections 64; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  server { listen 127.0.0.1:${port}; root ${served}; }
}
`;

/** Program that serves one file. */
const PLAIN_SERVER = `
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
const [path, port] = process.argv.slice(1);
createServer((request, response) => createReadStream(path).pipe(response)).listen(Number(port), '127.0.0.1');
`;

async function startPlainNode(folder: string): Promise<Peer> {
  const port = await freePort();
  const args = ['--input-type=module', '-e', PLAIN_SERVER, join(folder, 'file'), String(port)];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  await waitForServer(url);
  return {
    what: 'plain Node, a read stream piped into the response',
    url,
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function waitForServer(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await sleep(50);
  }
  throw new Error('The peer does not respond');
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
