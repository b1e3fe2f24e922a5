import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '#foundation';
import { openDatabase } from '../../../../platform/server/database/open-database.ts';
import { DatasetExporter } from '../../../../platform/server/datasets/index.ts';
import { FileSystemStore } from '../../../../platform/server/store/index.ts';
import { receiveWorkerInit } from '../../../../platform/server/worker/worker-init.ts';

const READ_MS = 150;

/** Takes time for each file, so that a test can kill the export in the middle. */
class SlowStore extends FileSystemStore {
  override async read(...reference: Parameters<FileSystemStore['read']>) {
    await sleep(READ_MS);
    return super.read(...reference);
  }
}

const { databaseUrl, dataFolder } = await receiveWorkerInit();
const db = openDatabase({ url: databaseUrl, logger: silentLogger, maxConnections: 4 });
const store = new SlowStore(join(dataFolder, 'files'));
const exporter = new DatasetExporter({ db, store, log: silentLogger });
exporter.start();
process.on('SIGTERM', () => void exporter.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
