import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { MAX_CHUNK_BYTES, type ScanFile, type Upload } from '#contracts';
import { addScan } from '../../api/support/records.ts';
import { startTestServer, type TestServer } from '../../api/support/start-test-server.ts';
import { crcOf } from '../../faults/support/resumable.ts';
import { compareRates } from '../support/compare-rates.ts';
import type { Figure } from '../support/figure.ts';

const SIZE = 128 * 1024 * 1024;
const PLAIN_CHUNK_BYTES = 1024 * 1024;

/**
 * Measures an upload by a client (start, chunks with checksums, commit) against the minimum of
 * storing the same bytes durably: write to a file on the same disk, SHA-256, fsync.
 */
export async function upload(): Promise<readonly Figure[]> {
  const server = await startTestServer();
  const folder = join(server.dataFolder, 'bench');
  mkdirSync(folder);
  try {
    const token = await server.signIn('OPERATOR');
    const { scan } = await addScan(server, token);
    const agent = new Agent({ keepAlive: true });
    const bytes = randomBytes(SIZE);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return await compareRates({
      name: 'upload',
      target: '≥ 0.8',
      bytes: SIZE,
      peer: 'write + sha256 + fsync of the same bytes on the same disk',
      runProduct: () => uploadFile({ server, token, scanId: scan.id, agent }, bytes, sha256),
      runPeer: () => writePlainFile(join(folder, 'plain'), bytes, sha256),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
}

/** A client's connection to the server, and the scan of the file. */
interface UploadClient {
  readonly server: TestServer;
  readonly token: string;
  readonly scanId: string;
  readonly agent: Agent;
}

async function uploadFile(
  { server, token, scanId, agent }: UploadClient,
  bytes: Buffer,
  sha256: string,
): Promise<void> {
  const body = { scanId, fileName: 'a.nrrd', fileCategoryId: 'RAW', size: SIZE, sha256 };
  const started = await server.call<Upload>('POST', '/uploads', { token, body });
  const { id } = started.body;
  for (let offset = 0; offset < SIZE; offset += MAX_CHUNK_BYTES) {
    const chunk = bytes.subarray(offset, offset + MAX_CHUNK_BYTES);
    await sendChunk(agent, `${server.url}/api/uploads/${id}`, chunk, {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'upload-offset': String(offset),
      'x-checksum-crc32': crcOf(chunk),
    });
  }
  const file = await server.call<ScanFile>('POST', `/uploads/${id}/commit`, { token, body: {} });
  if (file.body.checksum !== sha256) throw new Error(JSON.stringify(file.body));
}

/** Sends a chunk with Node's own client, because `fetch` would copy the body. */
function sendChunk(
  agent: Agent,
  url: string,
  chunk: Buffer,
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': chunk.byteLength };
    const sent = request(url, { method: 'PATCH', agent, headers: { ...headers, ...length } });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(String(response.statusCode))),
      );
    });
    sent.end(chunk);
  });
}

async function writePlainFile(path: string, bytes: Buffer, sha256: string): Promise<void> {
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  for (let offset = 0; offset < bytes.length; offset += PLAIN_CHUNK_BYTES) {
    const chunk = bytes.subarray(offset, offset + PLAIN_CHUNK_BYTES);
    await file.write(chunk);
    hash.update(chunk);
  }
  if (hash.digest('hex') !== sha256) throw new Error('The checksum differs');
  await file.sync();
  await file.close();
  rmSync(path);
}
