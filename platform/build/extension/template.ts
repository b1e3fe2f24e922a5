import { HOST_VERSION, type ManifestInput } from '#contracts';

const lastSegment = (id: string): string => id.split('.').at(-1) ?? id;

/** Returns the route of a new extension's page, in the URL hash. */
export const pathOf = (id: string): string => `/${lastSegment(id)}`;

export function titleOf(id: string): string {
  const label = lastSegment(id).replaceAll('-', ' ');
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}

/** Returns a manifest with one example of each common contribution. */
export function manifestOf(id: string): ManifestInput {
  return {
    schema: 1,
    id,
    version: '0.1.0',
    title: titleOf(id),
    description: 'Describe in one sentence what this extension does.',
    host: `^${HOST_VERSION}`,
    entry: 'dist/index.js',
    contributes: {
      commands: [{ id: `${id}.greet`, title: 'Greet' }],
      routes: [{ id: `${id}.page`, title: titleOf(id), path: pathOf(id), features: [] }],
      panels: [{ id: `${id}.count`, title: 'Findings', everyPage: { features: ['STUDY_VIEW'] } }],
      findingProviders: [{ id: `${id}.detector`, title: 'Example detector' }],
      settings: {
        type: 'object',
        properties: { greeting: { type: 'string', maxLength: 80, default: 'Hello' } },
        additionalProperties: false,
      },
    },
  };
}

/** Returns the text of `src/index.tsx`, which registers the contributions of `manifestOf`. */
export function sourceOf(id: string): string {
  return `import {
  Button,
  defineExtension,
  noticesToken,
  ok,
  type PanelProps,
  studyToken,
  useStore,
} from '@clockface/sdk';
import { useState } from 'react';

/** The page at #${pathOf(id)}. */
function Page({ context }: PanelProps) {
  const [count, setCount] = useState(0);
  return (
    <section>
      <p>{String(context.settings.greeting)}</p>
      <Button onPress={() => setCount(count + 1)}>Pressed {count} times</Button>
      <Button onPress={() => void context.run('${id}.greet')}>Greet</Button>
    </section>
  );
}

/** Number of findings of the open study, shown in the bar of every page. */
function FindingCount({ context }: PanelProps) {
  const count = useStore(context.use(studyToken).store, (state) => state.findings.length);
  return <span>Findings: {count}</span>;
}

export const extension = defineExtension({
  id: '${id}',
  activate(context) {
    const notices = context.use(noticesToken);
    context.commands.register({
      id: '${id}.greet',
      undo: 'none',
      validate: () => ok(undefined),
      run: () => notices.show('info', String(context.settings.greeting)),
    });
    context.routes.register({ id: '${id}.page', load: async () => Page });
    context.panels.register({ id: '${id}.count', load: async () => FindingCount });
    context.findingProviders.register({
      id: '${id}.detector',
      generator: 'AI',
      model: { name: 'Example', version: '0.1.0', use: 'research' },
      accepts: (image) => image.kind === 'VOLUME',
      // Yields proposals one by one; a reader accepts or rejects each. This example yields none.
      async *run() {},
    });
  },
});
`;
}

/**
 * Returns the README; `root` is the relative path from the extension folder to the tree that
 * created the folder.
 */
export function readmeOf(id: string, folder: string, root: string): string {
  return `# ${titleOf(id)}

An extension of Clockface. \`manifest.json\` declares the contributions, \`src/index.tsx\` registers them; both must agree.
All commands run in the Clockface tree (from here: \`cd ${root}\`).

1. Check the types: \`npx tsc -p "${folder}"\`
2. Build: \`npm run build:extension -- "${folder}"\`
   It prints the line that a site needs: folder and integrity (a digest of the built module, which changes with each changed build).
3. Put that line between the brackets of \`"thirdParty": []\` in the site's configuration. For a trial, use \`config/default.json\`; the variable \`CLOCKFACE_CONFIG\` names another file.
4. Start: \`npm start\`. Sign in with the account that it prints and open \`#${pathOf(id)}\`.

During development, omit \`integrity\` from the line: a new build then needs only a restart.
React and \`@clockface/sdk\` come from the host; everything else is bundled.
`;
}
