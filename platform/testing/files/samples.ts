import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder `shared/samples` beside the repository, unless CLOCKFACE_SAMPLES names another. */
const FOLDER =
  process.env.CLOCKFACE_SAMPLES ?? join(import.meta.dirname, '../../../../shared/samples');

/** False if the folder with files of other programs does not exist; the tests of these files are skipped then. */
export const HAS_SAMPLES = existsSync(FOLDER);

/** Adds the reason to the title of tests that are skipped because there are no samples. */
export function sampleTitle(title: string): string {
  return HAS_SAMPLES ? title : `${title} (skipped: no samples)`;
}

/** Returns the path of a sample, or null if the folder does not exist. */
export function samplePath(name: string): string | null {
  return HAS_SAMPLES ? join(FOLDER, name) : null;
}

/** Returns the bytes of a sample; throws if the folder does not exist. */
export function readSample(name: string): Buffer {
  const path = samplePath(name);
  if (path === null) throw new Error(`The folder of the sample ${name} does not exist`);
  return readFileSync(path);
}
