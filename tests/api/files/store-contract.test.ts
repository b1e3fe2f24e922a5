import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { FileSystemBlobs } from '../../../platform/server/store/file-system-blobs.ts';
import { systemDisk } from '../../../platform/server/store/index.ts';
import { storeContract } from '../support/store-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'clockface-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

storeContract('A folder', () => new FileSystemBlobs(join(folder, 'files'), systemDisk));
