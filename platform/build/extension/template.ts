import { EXTENSION_API_VERSION, type ManifestInput } from '#contracts';

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
    host: `^${EXTENSION_API_VERSION}`,
    entry: 'dist/index.js',
    contributes: {
      commands: [
        { id: `${id}.greet`, title: 'Greet' },
        { id: `${id}.detect`, title: 'Find dark regions' },
      ],
      routes: [{ id: `${id}.page`, title: titleOf(id), path: pathOf(id), features: [] }],
      panels: [{ id: `${id}.count`, title: 'Findings', everyPage: { features: ['STUDY_VIEW'] } }],
      findingProviders: [
        {
          id: `${id}.detector`,
          title: 'Dark regions',
          model: { name: 'Dark regions', version: '0.1.0', weightsSha256: null, use: 'research' },
          worker: 'dist/detector.js',
        },
      ],
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
  findingProvidersToken,
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
    const study = context.use(studyToken);
    context.commands.register({
      id: '${id}.greet',
      undo: 'none',
      validate: () => ok(undefined),
      run: () => notices.show('info', String(context.settings.greeting)),
    });
    context.routes.register({ id: '${id}.page', load: async () => Page });
    context.panels.register({ id: '${id}.count', load: async () => FindingCount });
    context.commands.register({
      id: '${id}.detect',
      undo: 'none',
      validate: () => ok(undefined),
      enabled: () => study.store.getState().targetScanId !== null || 'Open a scan first',
      async run(_, signal) {
        const { targetScanId } = study.store.getState();
        if (targetScanId === null) return;
        const providers = context.use(findingProvidersToken);
        const run = await providers.run('${id}.detector', targetScanId, { signal });
        if (run.ok) notices.show('success', \`Dark regions: \${run.value.findingCount}\`);
        else notices.showProblem(run.problem);
      },
    });
  },
});
`;
}

/** Returns the text of `src/detector.ts`, the worker of the finding provider. */
export function detectorOf(): string {
  return `import type { FindingProvider, ProviderInput } from '@clockface/sdk';

/** Edge of the searched cubes in mm. */
const CUBE_MM = 8;

/** Proposes the darkest cubes of the volume. An example without medical meaning. */
export const provider: FindingProvider = {
  *run(input, { progress, log }) {
    const cubes = cubesOf(input);
    for (const [index, cube] of cubes.entries()) {
      progress(index / cubes.length);
      const darkness = 1 - meanLevel(input, cube) / 255;
      if (isCovered(input, cube) && darkness > 0.85)
        yield { shape: { kind: 'box', ...cube }, score: darkness };
    }
    log(\`Searched \${cubes.length} cubes\`);
  },
};

interface Cube {
  readonly minMm: readonly [number, number, number];
  readonly maxMm: readonly [number, number, number];
}

/** Returns the cubes that fill the volume, in LPS millimetres. */
function cubesOf({ sizes, spacingMm, originMm }: ProviderInput): readonly Cube[] {
  const starts = ([0, 1, 2] as const).map((axis) => {
    const count = Math.floor((sizes[axis] * spacingMm[axis]) / CUBE_MM);
    const first = originMm[axis] - spacingMm[axis] / 2;
    return Array.from({ length: count }, (_, n) => first + n * CUBE_MM);
  });
  const [xs = [], ys = [], zs = []] = starts;
  return xs.flatMap((x) =>
    ys.flatMap((y) =>
      zs.map((z): Cube => ({ minMm: [x, y, z], maxMm: [x + CUBE_MM, y + CUBE_MM, z + CUBE_MM] })),
    ),
  );
}

/** Returns whether all corners lie within the radius in which the volume shows tissue. */
function isCovered({ coverage: { axisMm, radiusMm } }: ProviderInput, { minMm, maxMm }: Cube) {
  const x = Math.max(Math.abs(minMm[0] - axisMm.x), Math.abs(maxMm[0] - axisMm.x));
  const z = Math.max(Math.abs(minMm[2] - axisMm.z), Math.abs(maxMm[2] - axisMm.z));
  return Math.hypot(x, z) <= radiusMm;
}

/** Returns the mean grey level of the voxels of a cube. */
function meanLevel({ sizes, spacingMm, originMm, voxels }: ProviderInput, cube: Cube): number {
  const range = (axis: 0 | 1 | 2): readonly [number, number] => [
    Math.max(0, Math.ceil((cube.minMm[axis] - originMm[axis]) / spacingMm[axis])),
    Math.min(sizes[axis] - 1, Math.floor((cube.maxMm[axis] - originMm[axis]) / spacingMm[axis])),
  ];
  const [[i0, i1], [j0, j1], [k0, k1]] = [range(0), range(1), range(2)];
  let sum = 0;
  let count = 0;
  for (let k = k0; k <= k1; k++)
    for (let j = j0; j <= j1; j++)
      for (let i = i0; i <= i1; i++) {
        sum += voxels[i + sizes[0] * (j + sizes[1] * k)] ?? 0;
        count += 1;
      }
  return count === 0 ? 255 : sum / count;
}
`;
}

/** What the README describes. */
export interface ReadmeParts {
  /** A page of its own; otherwise the extension shows itself in the reading room. */
  readonly page: boolean;
  /** `src/detector.ts`, a finding provider. */
  readonly detector: boolean;
  /** `src/detector.test.ts`. */
  readonly test: boolean;
}

/**
 * Returns the README; `root` is the relative path from the extension folder to the tree that
 * created the folder.
 */
export function readmeOf(id: string, folder: string, root: string, parts: ReadmeParts): string {
  const { page, detector, test } = parts;
  const where = page ? `open \`#${pathOf(id)}\`` : 'open a study with a scan';
  const worker = detector ? ' `src/detector.ts` is the worker of the finding provider.' : '';
  const tests = test
    ? `\nThe button of the extension in the toolbar runs the model on the volume of the open scan; its proposals appear in the AI panel. Replace the search in \`src/detector.ts\`, and test it without a browser: \`npx node --test "${folder}/src/detector.test.ts"\`\n`
    : '';
  return `# ${titleOf(id)}

An extension of Clockface. \`manifest.json\` declares the contributions, \`src/index.tsx\` registers them; both must agree.${worker}
All commands run in the Clockface tree (from here: \`cd ${root}\`).

1. Check the types: \`npx tsc -p "${folder}"\`
2. Build: \`npm run build:extension -- "${folder}"\`
   It prints the line that a site needs: folder and integrity (a digest of the built module, which changes with each changed build).
3. Put that line between the brackets of \`"thirdParty": []\` in the site's configuration. For a trial, use \`config/default.json\`; the variable \`CLOCKFACE_CONFIG\` names another file.
4. Start: \`npm start\`. Sign in with the account that it prints and ${where}.

During development, omit \`integrity\` from the line: a new build then needs only a restart.
React and \`@clockface/sdk\` come from the host; everything else is bundled.
${tests}`;
}
