import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSeedData } from '../../../seed-data.ts';
import { startProduct, testSite } from './product.ts';

let folder = '';

/**
 * Starts the product once before all tests and keeps its seed data, so that each test can copy the
 * data.
 */
export async function setup(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'clockface-seed-'));
  const product = await startProduct(testSite(), { CLOCKFACE_DATA: folder });
  await product.stop();
  keepSeedData(folder);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
