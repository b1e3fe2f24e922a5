import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the repository, or where CLOCKFACE_SAMPLES points to. */
const FOLDER =
  process.env.CLOCKFACE_SAMPLES ??
  fileURLToPath(new URL('../../../../shared/samples', import.meta.url));

/** False where the folder with files of other programs does not exist; their tests are skipped then. */
export const HAS_SAMPLES = existsSync(FOLDER);

/** The title of tests that need samples; names the reason where they are skipped. */
export function sampleTitle(title: string): string {
  return HAS_SAMPLES ? title : `${title} (skipped: no samples)`;
}

/** Path of a sample; null without the folder of samples. */
export function samplePath(name: string): string | null {
  return HAS_SAMPLES ? join(FOLDER, name) : null;
}

/** Bytes of a sample, for tests that run only with samples. */
export function readSample(name: string): Buffer {
  const path = samplePath(name);
  if (path === null) throw new Error(`There is no folder with the sample ${name}`);
  return readFileSync(path);
}
