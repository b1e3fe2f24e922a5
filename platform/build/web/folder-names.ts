import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** Returns the names of the folders in a folder, sorted; none if it does not exist. */
export async function folderNames(parent: string): Promise<readonly string[]> {
  if (!existsSync(parent)) return [];
  const entries = await readdir(parent, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
