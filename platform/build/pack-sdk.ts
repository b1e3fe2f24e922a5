import { join, resolve } from 'node:path';
import { packSdk, writeSdkPackage } from './sdk/write-sdk-package.ts';
import { ROOT } from './web/paths.ts';

/** Usage: `npm run pack:sdk -- [FOLDER]`; writes the tarball of `@clockface/sdk` to the folder. */
const [folder] = process.argv.slice(2);
const from = process.env.INIT_CWD ?? process.cwd();
const destination = folder === undefined ? join(ROOT, 'dist') : resolve(from, folder);
const content = join(ROOT, 'dist/sdk');
try {
  await writeSdkPackage(content);
  console.log(`Wrote ${await packSdk(content, destination)}`);
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
}
