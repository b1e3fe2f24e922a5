import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type SiteConfigInput, siteConfigSchema } from '#contracts';
import { unwrap } from '#foundation';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'clockface-open-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = randomBytes(32);
const env = { RIGHT: key.toString('hex'), SHORT: 'abcd', EMPTY: '' };

function openTestStore(options: object) {
  const storage = { kind: 'folder', ...options } as SiteConfigInput['storage'];
  const config = siteConfigSchema.parse({
    schema: 1,
    name: 'A site',
    apiKey: 'a-key-of-16-or-more',
    storage,
  });
  return openStore({ config, file: join(folder, 'site.json') }, folder, env);
}

const secret = { category: 'raw', encoding: 'NONE', encryption: 'AES256' } as const;

describe('the store of a site', () => {
  it.each([
    [{ encryptionKey: { env: 'NONE' } }, 'SECRET_MISSING'],
    [{ encryptionKey: { env: 'EMPTY' } }, 'SECRET_MISSING'],
    [{ encryptionKey: { file: 'nowhere' } }, 'SECRET_MISSING'],
    [{ encryptionKey: { env: 'SHORT' } }, 'STORAGE_KEY_INVALID'],
    [
      { encryptionKey: { env: 'RIGHT' }, formerEncryptionKeys: [{ env: 'SHORT' }] },
      'STORAGE_KEY_INVALID',
    ],
    [{ encryptNewFiles: true }, 'STORAGE_KEY_MISSING'],
  ])('rejects %j with a named problem', async (options, code) => {
    const opened = await openTestStore(options);
    expect(opened).toMatchObject({ ok: false, problem: { code } });
    expect(JSON.stringify(opened)).not.toContain('abcd');
  });

  it('reads its key from the environment or a file, in hexadecimal or base64', async () => {
    writeFileSync(join(folder, 'key'), `${key.toString('base64')}\n`, { mode: 0o600 });
    const writer = unwrap(
      await openTestStore({ encryptionKey: { env: 'RIGHT' }, encryptNewFiles: true }),
    );
    expect(writer.encryptionOfNewFiles).toBe('AES256');
    const stored = unwrap(await writer.put(Buffer.from('a patient'), secret));
    const reader = unwrap(await openTestStore({ encryptionKey: { file: 'key' } }));
    expect(reader.encryptionOfNewFiles).toBe('NONE');
    const read = unwrap(await reader.read({ ...stored, encoding: 'NONE' }));
    expect(Buffer.from(read).toString()).toBe('a patient');
  });

  it('stores plain files without a key and rejects encryption with a named problem', async () => {
    const store = unwrap(await openTestStore({}));
    expect(store.encryptionOfNewFiles).toBe('NONE');
    const rejected = await store.put(Buffer.from('x'), secret);
    expect(rejected).toMatchObject({ problem: { code: 'ENCRYPTION_UNAVAILABLE' } });
  });
});
