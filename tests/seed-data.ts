import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Data folder after the first start of a test site: a database with tables and demonstration
 * accounts. Copying takes a tenth of the seconds that its creation takes, so a test run creates the
 * folder once before its first file. Tests of the first start create their own.
 */
const FOLDER = 'CLOCKFACE_TEST_SEED_DATA';
/** File that names the location of a cluster outside its data folder. */
const ELSEWHERE = 'postgres-location';

/** Uses this folder of a stopped server as the template of all further test data folders. */
export function keepSeedData(dataFolder: string): void {
  if (!existsSync(join(dataFolder, ELSEWHERE))) process.env[FOLDER] = dataFolder;
}

/**
 * Copies the seed data into a new data folder; leaves the folder empty if there is no seed data.
 */
export function copySeedData(dataFolder: string): void {
  const from = process.env[FOLDER];
  if (from === undefined) return;
  mkdirSync(dataFolder, { recursive: true });
  // Copies owners and modes too, because PostgreSQL rejects files that others could write.
  execFileSync('cp', ['-a', `${from}/.`, dataFolder]);
}
