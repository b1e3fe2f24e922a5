import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { templateNamed, writeNewExtension } from './extension/new-extension.ts';
import { ROOT } from './web/paths.ts';

/** Usage: `npm run new:extension -- org.example.density [FOLDER] [--template page | panel | tool | model | python-model]` */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { template: { type: 'string', default: 'page' } },
});
const [id, folder] = positionals;
if (id === undefined) {
  console.error(
    'Specify the extension ID: npm run new:extension -- org.example.density [FOLDER] [--template page | panel | tool | model | python-model]',
  );
  process.exit(2);
}
try {
  // npm runs scripts in the root of the tree, but third-party extensions belong outside of the
  // tree.
  const from = process.env.INIT_CWD ?? process.cwd();
  const target = folder === undefined ? join(ROOT, '..', id) : resolve(from, folder);
  const files = await writeNewExtension(target, id, templateNamed(values.template));
  console.log(`Created ${id} in ${target}:\n  ${files.join('\n  ')}`);
  if (files.includes('manifest.json')) console.log(`Next: npm run build:extension -- "${target}"`);
  console.log('Its README.md explains the next steps.');
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
}
