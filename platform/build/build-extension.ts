import { resolve } from 'node:path';
import { buildExtension, siteLine } from './extension/build-extension.ts';
import { readArguments } from './extension/read-arguments.ts';

const { positionals } = readArguments('npm run build:extension -- FOLDER', {
  count: [1, 1],
  options: {},
});
const [folder = ''] = positionals;
try {
  // npm runs scripts in the root of the tree; relative folders are resolved against the caller's
  // working directory.
  const target = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const built = await buildExtension(target);
  console.log(
    `${built.manifest.id} ${built.manifest.version}: ${built.byteLength} bytes in ${built.file}`,
  );
  console.log('Add this entry to "thirdParty" in the site configuration:');
  console.log(siteLine(target, built));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
}
