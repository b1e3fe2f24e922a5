import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freeAfterUse } from './free-after-use.ts';

const folder = mkdtempSync(join(tmpdir(), 'clockface-freed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bytes = randomBytes(20_000_003);
const path = join(folder, 'file');
writeFileSync(path, bytes);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('freeAfterUse', () => {
  it.each([16, 64, 256, 1024])(
    'delivers every byte to fast and slow readers (%i KiB)',
    async (kib) => {
      const server = createServer((_request, response) => {
        freeAfterUse(createReadStream(path, { highWaterMark: kib * 1024 })).pipe(response);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const read = (pauseMs: number) =>
        new Promise<string>((resolve, reject) => {
          const chunks: Buffer[] = [];
          const socket = connect(port, '127.0.0.1', () => {
            socket.write('GET / HTTP/1.0\r\nhost: x\r\n\r\n');
          });
          socket.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            if (pauseMs === 0 || Math.random() > 0.2) return;
            socket.pause();
            setTimeout(() => socket.resume(), pauseMs);
          });
          socket.on('end', () => {
            const received = Buffer.concat(chunks);
            resolve(sha256(received.subarray(received.indexOf('\r\n\r\n') + 4)));
          });
          socket.on('error', reject);
        });
      const readers = await Promise.all([0, 0, 1, 3, 7].map(read));
      expect(new Set(readers)).toEqual(new Set([sha256(bytes)]));
      server.close();
    },
  );

  it('closes the file when the reader leaves before the first byte', async () => {
    const file = createReadStream(path);
    const stream = freeAfterUse(file);
    stream.destroy();
    await expect.poll(() => file.destroyed).toBe(true);
  });
});
