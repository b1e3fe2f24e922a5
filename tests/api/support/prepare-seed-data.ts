import { rmSync } from 'node:fs';
import { keepSeedData } from '../../seed-data.ts';
import { startTestServer } from './start-test-server.ts';

let folder = '';

/** Before the first file: what a first start makes is made once. */
export async function setup(): Promise<void> {
  const server = await startTestServer();
  await server.stop({ keepData: true });
  folder = server.dataFolder;
  keepSeedData(folder);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
