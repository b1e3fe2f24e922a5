import { join, resolve } from 'node:path';
import { readArguments } from './extension/read-arguments.ts';
import { packSdk, writeSdkPackage } from './sdk/write-sdk-package.ts';
import { ROOT } from './web/paths.ts';

/** Writes the tarball of `@clockface/sdk` to a folder. */
const { positionals } = readArguments('npm run pack:sdk -- [FOLDER]', {
  count: [0, 1],
  options: {},
});
const [folder] = positionals;
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
