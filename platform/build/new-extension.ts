import { join, resolve } from 'node:path';
import { writeNewExtension } from './extension/new-extension.ts';
import { ROOT } from './web/paths.ts';

/** Usage: `npm run new:extension -- org.example.density [FOLDER]` */
const [id, folder] = process.argv.slice(2);
if (id === undefined) {
  console.error('Specify the extension ID: npm run new:extension -- org.example.density [FOLDER]');
  process.exit(2);
}
try {
  // npm runs scripts in the root of the tree, but third-party extensions belong outside of the
  // tree.
  const from = process.env.INIT_CWD ?? process.cwd();
  const target = folder === undefined ? join(ROOT, '..', id) : resolve(from, folder);
  const files = await writeNewExtension(target, id);
  console.log(`Created ${id} in ${target}:\n  ${files.join('\n  ')}`);
  console.log(`Next: npm run build:extension -- "${target}"`);
  console.log('Its README.md explains how to build and load it.');
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
}
