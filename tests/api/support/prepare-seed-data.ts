import { rmSync } from 'node:fs';
import { keepSeedData } from '../../seed-data.ts';
import { startTestServer } from './start-test-server.ts';

let folder = '';

/** Runs before the first test file, so that the data of a first start is created only once. */
export async function setup(): Promise<void> {
  const server = await startTestServer();
  await server.stop({ keepData: true });
  folder = server.dataFolder;
  keepSeedData(folder);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
