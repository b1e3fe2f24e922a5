import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT, WEB_SOURCES } from './paths.ts';

const EXCLUDED = /(\.test\.tsx?$|\.md$|[/\\]server(\.ts$|[/\\]))/;

/**
 * Returns a SHA-256 (hex) over the names and bytes of all sources of the web application, including
 * the lock file: equal hashes mean equal builds.
 */
export async function hashSources(production: boolean, root = ROOT): Promise<string> {
  const hash = createHash('sha256').update(production ? 'production' : 'development');
  const files = ['package.json', 'package-lock.json'].map((name) => join(root, name));
  for (const folder of WEB_SOURCES) files.push(...(await listFiles(join(root, folder))));
  for (const file of files.sort()) {
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file));
  }
  return hash.digest('hex');
}

async function listFiles(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !EXCLUDED.test(file));
}
