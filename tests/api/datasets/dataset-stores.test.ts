import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callApi } from '../support/call-api.ts';
import { exportThrough } from '../support/stored-dataset.ts';

/** Signature of a tar header. */
const USTAR = Buffer.from('ustar');

it('an export of encrypted files is stored encrypted and downloaded in plain', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-key-'));
  try {
    const file = join(folder, 'key');
    writeFileSync(file, randomBytes(32).toString('hex'));
    const encryptionKey = { file };
    await exportThrough(
      { kind: 'folder', encryptionKey, encryptNewFiles: true },
      async (stored) => {
        const { tenants, archive, key, encryption, id } = stored;
        const { server, ownOrg } = tenants;
        expect(encryption).toBe('AES256');
        expect(archive.includes(USTAR)).toBe(true);
        const bytes = await readFile(join(server.dataFolder, 'files', key));
        expect(bytes.length).toBeGreaterThanOrEqual(archive.length);
        expect(bytes.includes(USTAR)).toBe(false);
        // A changed byte is found before the first byte is sent.
        bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
        writeFileSync(join(server.dataFolder, 'files', key), bytes);
        const token = ownOrg.tokenOf('ADMIN');
        const path = `/datasets/exports/${id}/archive`;
        const damaged = await callApi(server.url, server.apiKey, 'GET', path, { token });
        expect(damaged).toMatchObject({ status: 422, body: { code: 'FILE_CORRUPT' } });
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
