import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Environment variable with the path of the seed data: the data folder after the first start of a
 * test site, with tables and demonstration accounts. A test run creates the folder once before its
 * first file, because a copy takes a tenth of the time. Tests of the first start do not use it.
 */
const FOLDER_VARIABLE = 'CLOCKFACE_TEST_SEED_DATA';
/** File that names the location of a cluster outside its data folder, which a copy would lack. */
const CLUSTER_LOCATION_FILE = 'postgres-location';

/** Uses the data folder of a stopped server as seed data. */
export function keepSeedData(dataFolder: string): void {
  if (!existsSync(join(dataFolder, CLUSTER_LOCATION_FILE)))
    process.env[FOLDER_VARIABLE] = dataFolder;
}

/**
 * Copies the seed data into a new data folder; leaves the folder empty if there is no seed data.
 */
export function copySeedData(dataFolder: string): void {
  const from = process.env[FOLDER_VARIABLE];
  if (from === undefined) return;
  mkdirSync(dataFolder, { recursive: true });
  // Copies owners and modes too, because PostgreSQL rejects files that others could write.
  execFileSync('cp', ['-a', `${from}/.`, dataFolder]);
}
