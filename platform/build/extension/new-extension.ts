import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { extensionIdSchema, HOST_VERSION, type ManifestInput } from '#contracts';
import { ROOT } from '../web/paths.ts';

/**
 * Writes a third-party extension that works: a page with a button that counts, and a command.
 * `id` is reverse-DNS, e.g. `org.example.density`; throws when it is not valid or when the folder
 * already exists. Returns the paths written, relative to the folder.
 */
export async function writeNewExtension(folder: string, id: string): Promise<readonly string[]> {
  const parsed = extensionIdSchema.safeParse(id);
  if (!parsed.success)
    throw new Error(`'${id}' is not an extension id: lower-case words with dots`);
  if (existsSync(folder)) throw new Error(`${folder} exists already`);
  const files: Readonly<Record<string, string>> = {
    'manifest.json': `${JSON.stringify(manifestOf(id), null, 2)}\n`,
    'src/index.tsx': sourceOf(id),
    'tsconfig.json': `${JSON.stringify(tsconfigOf(folder), null, 2)}\n`,
    'README.md': readmeOf(id),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { flag: 'wx' });
  }
  return Object.keys(files);
}

const lastWord = (id: string): string => id.split('.').at(-1) ?? id;
const pathOf = (id: string): string => `/${lastWord(id)}`;

function titleOf(id: string): string {
  const words = lastWord(id).replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function manifestOf(id: string): ManifestInput {
  return {
    schema: 1,
    id,
    version: '0.1.0',
    title: titleOf(id),
    description: 'Says what this extension does in one sentence.',
    host: `^${HOST_VERSION}`,
    entry: 'dist/index.js',
    contributes: {
      commands: [{ id: `${id}.greet`, title: 'Greet' }],
      routes: [{ id: `${id}.page`, title: titleOf(id), path: pathOf(id), features: [] }],
    },
  };
}

function sourceOf(id: string): string {
  return `import { Button, defineExtension, noticesToken, ok } from '@clockface/sdk';
import { useState } from 'react';

function Page() {
  const [count, setCount] = useState(0);
  return <Button onPress={() => setCount(count + 1)}>Pressed {count} times</Button>;
}

export const extension = defineExtension({
  id: '${id}',
  activate(context) {
    const notices = context.use(noticesToken);
    context.commands.register({
      id: '${id}.greet',
      undo: 'none',
      validate: () => ok(undefined),
      run: () => notices.show('info', 'Hello from ${titleOf(id)}'),
    });
    context.routes.register({ id: '${id}.page', load: async () => Page });
  },
});
`;
}

/** Types come from the tree that made the folder; the folder itself may stand anywhere. */
function tsconfigOf(folder: string): unknown {
  const root = relative(folder, ROOT).replaceAll('\\', '/') || '.';
  return {
    extends: `${root}/tsconfig.json`,
    compilerOptions: {
      paths: {
        '@clockface/sdk': [`${root}/platform/sdk/index.ts`],
        react: [`${root}/node_modules/@types/react`],
        'react/*': [`${root}/node_modules/@types/react/*`],
      },
      typeRoots: [`${root}/node_modules/@types`],
    },
    include: ['src', `${root}/platform/ui/*.d.ts`],
    exclude: [],
  };
}

function readmeOf(id: string): string {
  return `# ${titleOf(id)}

An extension of Clockface. Its door is \`src/index.tsx\`, its manifest says what it brings; both must agree.

1. Build: \`node platform/build/build-extension.ts <this folder>\`, from the Clockface tree. It prints the integrity.
2. Add to the site configuration, with the path relative to that file:
   \`"thirdParty": [{ "folder": "<this folder>", "integrity": "<what the build printed>" }]\`
3. Start Clockface and open \`#${pathOf(id)}\`.

The types: \`tsc -p <this folder>\`. React and \`@clockface/sdk\` come from the host; everything else is bundled.
`;
}
