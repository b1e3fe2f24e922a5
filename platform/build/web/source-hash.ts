import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT, WEB_SOURCES } from './paths.ts';

/** Matches paths relative to the root, because the folders above may have any name. */
const EXCLUDED = /(\.test\.tsx?$|\.md$|[/\\]server(\.ts$|[/\\]))/;

/**
 * Returns a SHA-256 (hex) over the names and bytes of all sources of the web application, including
 * the lock file: equal hashes mean equal builds.
 */
export async function hashSources(production: boolean, root = ROOT): Promise<string> {
  const hash = createHash('sha256').update(production ? 'production' : 'development');
  const files = ['package.json', 'package-lock.json'].map((name) => join(root, name));
  for (const folder of WEB_SOURCES) files.push(...(await listFiles(root, folder)));
  for (const file of files.sort()) {
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file));
  }
  return hash.digest('hex');
}

async function listFiles(root: string, source: string): Promise<readonly string[]> {
  const folder = join(root, source);
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !EXCLUDED.test(relative(root, file)));
}
