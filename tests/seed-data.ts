import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A data folder as the first start of a site for tests leaves it: a database with its tables and
 * the demonstration's accounts. To make one takes seconds of the processor, to copy one a tenth; a
 * run of tests makes one before its first file. What tries a first start makes its own.
 */
const FOLDER = 'CLOCKFACE_TEST_BEGUN_DATA';
/** Of a cluster that lies outside of its data folder. */
const ELSEWHERE = 'postgres-location';

/** From now on tests begin with copies of this folder, whose server has ended. */
export function keepSeedData(dataFolder: string): void {
  if (!existsSync(join(dataFolder, ELSEWHERE))) process.env[FOLDER] = dataFolder;
}

/** Fills a new data folder with what is kept; empty as it was where nothing is. */
export function copySeedData(dataFolder: string): void {
  const from = process.env[FOLDER];
  if (from === undefined) return;
  mkdirSync(dataFolder, { recursive: true });
  // With owners and modes: PostgreSQL opens nothing that others could have written.
  execFileSync('cp', ['-a', `${from}/.`, dataFolder]);
}
