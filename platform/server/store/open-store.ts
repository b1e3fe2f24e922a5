import { dirname, join, resolve } from 'node:path';
import { fail, ok, problem, type Result } from '#foundation';
import { readSecret, type SecretRef } from '../site/read-secret.ts';
import type { Site } from '../site/site.ts';
import type { FileStore } from './file-store.ts';
import { FileSystemStore } from './file-system-store.ts';
import { KeyRing, parseFileKey } from './key-ring.ts';

/**
 * Opens the store of the site configuration.
 * @returns `SECRET_MISSING`, `STORAGE_KEY_INVALID`, `STORAGE_KEY_MISSING`, `S3_UNREACHABLE`
 */
export async function openStore(
  site: Pick<Site, 'config' | 'file'>,
  dataFolder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result<FileStore>> {
  const { storage } = site.config;
  const keys = keyRing(site, env);
  if (!keys.ok) return keys;
  if (storage.kind === 'folder') {
    const defaultRoot = join(dataFolder, 'files');
    const root =
      storage.folder === undefined ? defaultRoot : resolve(dirname(site.file), storage.folder);
    return ok(new FileSystemStore(root, undefined, keys.value));
  }
  const accessKeyId = readSecret(storage.accessKeyId, site.file, env);
  if (!accessKeyId.ok) return accessKeyId;
  const secretAccessKey = readSecret(storage.secretAccessKey, site.file, env);
  if (!secretAccessKey.ok) return secretAccessKey;
  // Loaded on demand, because the S3 client is large and sites with a folder never need it.
  const { openS3Store } = await import('./s3-store.ts');
  const credentials = { accessKeyId: accessKeyId.value, secretAccessKey: secretAccessKey.value };
  return openS3Store({ ...storage, credentials }, keys.value);
}

function keyRing({ config, file }: Pick<Site, 'config' | 'file'>, env: NodeJS.ProcessEnv) {
  const { encryptionKey, formerEncryptionKeys, encryptNewFiles } = config.storage;
  const keys: Buffer[] = [];
  const currentKey: SecretRef[] = encryptionKey === undefined ? [] : [encryptionKey];
  for (const ref of [...currentKey, ...formerEncryptionKeys]) {
    const text = readSecret(ref, file, env);
    if (!text.ok) return text;
    const key = parseFileKey(text.value);
    if (!key.ok) return key;
    keys.push(key.value);
  }
  if (encryptNewFiles && keys.length === 0) return fail(noKey());
  return ok(new KeyRing(keys, encryptNewFiles));
}

const noKey = () =>
  problem(
    'STORAGE_KEY_MISSING',
    'The key for encrypting new files is missing',
    'storage.encryptNewFiles is on, storage.encryptionKey is missing.',
    'Set a key, e.g. from openssl rand -hex 32, or switch encryptNewFiles off.',
  );
