import { resolve } from 'node:path';
import { buildExtension } from './extension/build-extension.ts';

/** `node platform/build/build-extension.ts FOLDER` */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder of the extension: node platform/build/build-extension.ts FOLDER');
  process.exit(2);
}
try {
  const built = await buildExtension(resolve(folder));
  console.log(
    `${built.manifest.id} ${built.manifest.version}: ${built.byteLength} bytes in ${built.file}`,
  );
  console.log(`integrity: ${built.integrity}`);
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
}
