import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, Scan, ScanFile } from '#contracts';
import { rgbFile } from '#testing/files';
import { type Sender, send } from '../../faults/support/resumable.ts';
import { addScan } from '../support/records.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
let sender: Sender;
let scan: Scan;
beforeAll(async () => {
  server = await startTestServer();
  const token = await server.signIn('OPERATOR');
  sender = { url: `${server.url}/api`, token, apiKey: server.apiKey };
  scan = (await addScan(server, token)).scan;
});
afterAll(() => server?.stop());

const MIB = 1024 ** 2;
/** Far above the memory limit for a single bad file, and quick to compress. */
const UNPACKED = 256 * MIB;
/** Above the default of `limits.importUnpackedMb`, 512 MiB. */
const OVERSIZE = 640 * MIB;
/** Limit of the rise in memory of the server and its processes in MiB: two processes that start. */
const MAX_RISE_OF_ALL_MIB = 512;
/** Time limit in ms, with margin for a machine shared with other programs. */
const TIME_LIMIT_MS = 10_000;
/** Limit of the rise in memory in MiB. */
const MAX_RISE_MIB = 64;

const headers = () => ({ 'x-api-key': server.apiKey, authorization: `Bearer ${sender.token}` });

async function sendFile(method: 'POST' | 'PUT', path: string, bytes: Uint8Array, name = 'a.bin') {
  const form = new FormData();
  form.append('data', new Blob([Buffer.from(bytes)]), name);
  const response = await fetch(`${sender.url}${path}`, { method, headers: headers(), body: form });
  return { status: response.status, body: (await response.json()) as ErrorResponse & ScanFile };
}

const importFile = (bytes: Uint8Array) =>
  sendFile('POST', `/scans/actions/importFromFiles?studyId=${scan.studyId}&laterality=L`, bytes);

async function registerFile(overrides: object = {}): Promise<string> {
  const fields = { scanId: scan.id, fileCategory: 'SEGMENT_MASK', fileExtension: 'bin' };
  const file = { ...fields, fileName: `f-${randomBytes(6).toString('hex')}.bin`, ...overrides };
  const response = await send<ScanFile>(sender, 'POST', '/scanfiles', file);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body.id;
}

/** Returns the resident memory of the server in bytes. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** Returns the resident memory of the server and of the processes that it started, in bytes. */
function residentBytesOfAll(): number {
  const pids = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
  return pids
    .trim()
    .split(' ')
    .reduce((sum, pid) => sum + residentBytesOf(pid), residentBytes());
}

/** Returns the resident memory of a process in bytes; 0 when it has ended. */
function residentBytesOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * Runs `work`.
 * @returns the result, the peak rise in memory and the duration
 */
async function measure<T>(work: () => Promise<T>, resident = residentBytes) {
  const bytesBefore = resident();
  const startMs = performance.now();
  let peakBytes = bytesBefore;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, resident());
  }, 10);
  try {
    const value = await work();
    return {
      value,
      riseMib: (Math.max(peakBytes, resident()) - bytesBefore) / MIB,
      elapsedMs: performance.now() - startMs,
    };
  } finally {
    clearInterval(timer);
  }
}

/** Compresses zeros to about a thousandth, at best. */
async function gzipBomb(unpackedBytes: number, level = 9): Promise<Buffer> {
  const gzip = createGzip({ level });
  const zeros = Buffer.alloc(8 * MIB);
  void (async () => {
    for (let written = 0; written < unpackedBytes; written += zeros.length) {
      if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve));
    }
    gzip.end();
  })();
  return Buffer.concat(await gzip.toArray());
}

describe('decompression bombs', () => {
  let bomb: Buffer;
  beforeAll(async () => {
    bomb = await gzipBomb(UNPACKED);
    // Loads the reader's thread and modules before the first measurement.
    await importFile(Buffer.from('NRRD0005\ntype: uint8\n\n'));
  });

  it.each([
    [
      'NRRD',
      (sizes: string) => `NRRD0005\ntype: uint8\ndimension: 3\nsizes: ${sizes}\nencoding: gzip\n\n`,
    ],
    [
      'MetaImage',
      (sizes: string) =>
        `ObjectType = Image\nNDims = 3\nCompressedData = True\nDimSize = ${sizes}\n` +
        'ElementType = MET_UCHAR\nElementDataFile = LOCAL\n',
    ],
  ])('in a volume are rejected early: %s', async (_kind, header) => {
    // Fewer voxels than the data, about 2^31 voxels, and more voxels than 2^53.
    for (const sizes of ['10 10 10', '1290 1290 1290', '1048576 1048576 1048576']) {
      const file = Buffer.concat([Buffer.from(header(sizes)), bomb]);
      const { value, riseMib, elapsedMs } = await measure(() => importFile(file));
      expect(value.status, sizes).toBeGreaterThanOrEqual(400);
      expect(value.status, sizes).toBeLessThan(500);
      expect(elapsedMs, sizes).toBeLessThan(TIME_LIMIT_MS);
      expect(riseMib, sizes).toBeLessThan(MAX_RISE_MIB);
    }
    expect((await server.call('GET', '/health')).status).toBe(200);
  });

  it('that are intact volumes above the limit are rejected without unpacking', async () => {
    const image = await gzipBomb(OVERSIZE, 1);
    const header = 'NRRD0005\ntype: uint8\ndimension: 3\nsizes: 1024 1024 640\n';
    const fields = 'space directions: (1,0,0) (0,1,0) (0,0,1)\nspace origin: (0,0,0)\n';
    const file = Buffer.concat([Buffer.from(`${header}${fields}encoding: gzip\n\n`), image]);
    const { value, riseMib } = await measure(
      () => Promise.all([importFile(file), importFile(file)]),
      residentBytesOfAll,
    );
    for (const { status, body } of value) {
      expect([status, body.code]).toEqual([400, 'IMPORT_UNPACKED_SIZE']);
      expect(body.message).toContain('limits.importUnpackedMb');
      expect(JSON.stringify(body.data)).toMatch(/640 MiB.*512 MiB/);
    }
    expect(riseMib).toBeLessThan(MAX_RISE_OF_ALL_MIB);
  });

  it('in a request body are never unpacked', async () => {
    const id = await registerFile();
    const { riseMib } = await measure(async () => {
      for (const [method, path, type] of [
        ['POST', '/scanfiles', 'application/json'],
        ['POST', '/uploads', 'application/json'],
        ['PUT', `/scanfiles/${id}/content`, 'multipart/form-data; boundary=b'],
        ['PATCH', `/uploads/${id}`, 'application/octet-stream'],
      ] as const) {
        const response = await fetch(`${sender.url}${path}`, {
          method,
          headers: {
            ...headers(),
            'content-encoding': 'gzip',
            'content-type': type,
            'upload-offset': '0',
          },
          body: gzipSync(Buffer.alloc(32 * MIB)),
        });
        expect(response.status, path).toBe(400);
      }
    });
    expect(riseMib).toBeLessThan(MAX_RISE_MIB);
  });

  it('in a file stored compressed are returned as they were sent', async () => {
    const id = await registerFile({ encoding: 'GZIP' });
    expect((await sendFile('PUT', `/scanfiles/${id}/content`, bomb)).status).toBe(200);
    const { value, riseMib } = await measure(async () =>
      (await fetch(`${sender.url}/scanfiles/${id}/download`, { headers: headers() })).bytes(),
    );
    expect(Buffer.from(value).equals(bomb)).toBe(true);
    expect(riseMib).toBeLessThan(MAX_RISE_MIB);
  });
});

describe('files with misleading content', () => {
  const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
  it.each([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['an image with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a document', '%PDF-1.7\n<script>alert(1)</script>'],
    ['a test virus', EICAR],
    ['a page with the DICM signature', `${'<script>alert(1)</script>'.padEnd(128)}DICM`],
  ])('are served as attachments with a generic content type: %s', async (_what, text) => {
    const id = await registerFile({ fileName: 'page.html', fileExtension: 'html' });
    expect((await sendFile('PUT', `/scanfiles/${id}/content`, Buffer.from(text))).status).toBe(200);
    const response = await fetch(`${sender.url}/scanfiles/${id}/download`, { headers: headers() });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="page.html"',
    });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toBe(text);
    const imported = await importFile(Buffer.from(text));
    expect(imported.status).toBe(400);
  });

  it('lose an executable DICOM preamble', async () => {
    const file = Buffer.from(rgbFile());
    const payload = Buffer.from('MZ program in a preamble '.padEnd(128, '!'));
    payload.copy(file, 0);
    const imported = await importFile(file);
    expect(imported.status, JSON.stringify(imported.body)).toBe(200);
    const root = join(server.dataFolder, 'files');
    const stored = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(stored.length).toBeGreaterThan(0);
    for (const bytes of stored) expect(bytes.includes('MZ program')).toBe(false);
  });
});

describe('file names with path traversal', () => {
  const listFiles = () =>
    readdirSync(server.dataFolder, { recursive: true })
      .map(String)
      .filter((name) => !name.startsWith('postgres'))
      .sort();

  it.each([
    '../../evil',
    '..%2f..%2fevil',
    '..\\evil',
    '/etc/evil',
    'evil\0.nrrd',
    'CON',
    'evil.',
    '／evil',
    `${'x'.repeat(5_000)}evil`,
  ])('never write outside the store: %j', async (name) => {
    const id = await registerFile();
    const filesBefore = listFiles();
    const put = await sendFile('PUT', `/scanfiles/${id}/content`, Buffer.from('x'), name);
    // The file name of the form part is ignored; the form itself may be rejected.
    expect([200, 400]).toContain(put.status);
    const added = listFiles().filter((path) => !filesBefore.includes(path));
    for (const path of added)
      expect(path).toMatch(/^files(\/segment-mask(\/[0-9a-f]{2}(\/[0-9a-f-]{36})?)?)?$/);
    const encoded = encodeURIComponent(name.replaceAll('\0', ''));
    for (const path of [`/uploads/${encoded}`, `/scanfiles/${encoded}/download`]) {
      expect([400, 404]).toContain((await send(sender, 'GET', path)).status);
    }
    expect(listFiles().filter((path) => path.includes('evil'))).toEqual([]);
  });

  it('in fields reserved for the store are rejected by name', async () => {
    const forgedFields = {
      storagePath: '../../../etc/passwd',
      checksum: 'f'.repeat(64),
      byteLength: 9,
    };
    const id = await registerFile({});
    const changed = await send(sender, 'PUT', `/scanfiles/${id}`, forgedFields);
    const errors = Object.keys(forgedFields).map((field) => expect.objectContaining({ field }));
    expect(changed).toMatchObject({ status: 400, body: { errors } });
    const stored = await send<ScanFile>(sender, 'GET', `/scanfiles/${id}`);
    expect(stored.body).toMatchObject({ storagePath: null, checksum: null, byteLength: null });
  });
});
