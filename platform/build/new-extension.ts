import { join, resolve } from 'node:path';
import { templateNamed, writeNewExtension } from './extension/new-extension.ts';
import { readArguments } from './extension/read-arguments.ts';
import { ROOT } from './web/paths.ts';

const { positionals, values } = readArguments(
  'npm run new:extension -- org.example.density [FOLDER] [--template page | panel | tool | model | python-model]',
  { count: [1, 2], options: { template: { type: 'string', default: 'page' } } },
);
const [id = '', folder] = positionals;
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
