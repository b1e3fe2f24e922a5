import { EXTENSION_API_VERSION, type ManifestInput } from '#contracts';
import { titleOf } from './template.ts';

/** Returns the manifest of a finding provider that a toolbar button of the reading room runs. */
export function modelManifestOf(id: string): ManifestInput {
  return {
    schema: 1,
    id,
    version: '0.1.0',
    title: titleOf(id),
    description: 'Describe in one sentence what this model proposes.',
    host: `^${EXTENSION_API_VERSION}`,
    entry: 'dist/index.js',
    requires: { 'breast-planes': '*' },
    contributes: {
      commands: [{ id: `${id}.detect`, title: titleOf(id), icon: 'scan' }],
      findingProviders: [
        {
          id: `${id}.detector`,
          title: titleOf(id),
          model: { name: titleOf(id), version: '0.1.0', weightsSha256: null, use: 'research' },
          worker: 'dist/detector.js',
        },
      ],
      additions: [{ mode: 'reading', toolbar: [{ command: `${id}.detect` }] }],
    },
  };
}

/** Returns the text of `src/index.tsx`, which registers the contributions of `modelManifestOf`. */
export function modelSourceOf(id: string): string {
  return `import {
  defineExtension,
  findingProvidersToken,
  noticesToken,
  ok,
  studyToken,
} from '@clockface/sdk';

export const extension = defineExtension({
  id: '${id}',
  activate(context) {
    const notices = context.use(noticesToken);
    const study = context.use(studyToken);
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
        if (run.ok) notices.show('success', \`Proposals: \${run.value.findingCount}\`);
        else notices.showProblem(run.problem);
      },
    });
  },
});
`;
}

/** Returns the text of `src/detector.test.ts`, which runs the detector of `detectorOf` in Node. */
export function detectorTestOf(): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderInput } from '@clockface/sdk';
import { provider } from './detector.ts';

/** Voxels of 1 mm along each edge of the test volume. */
const EDGE = 24;

/** A bright volume, dark in the cube from voxel 8 to voxel 15 if \`hasLesion\`. */
function volumeOf(hasLesion: boolean): ProviderInput {
  const voxels = new Uint8Array(EDGE ** 3).map((_, index) => {
    const place = [index % EDGE, Math.floor(index / EDGE) % EDGE, Math.floor(index / EDGE ** 2)];
    return hasLesion && place.every((n) => n >= 8 && n < 16) ? 10 : 200;
  });
  return {
    kind: 'VOLUME',
    runId: 'test',
    laterality: 'L',
    dynamicRangeDb: null,
    sizes: [EDGE, EDGE, EDGE],
    spacingMm: [1, 1, 1],
    originMm: [-11.5, 0.5, -11.5],
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    coverage: { axisMm: { x: 0, z: 0 }, radiusMm: 100 },
    nippleMm: null,
    voxels,
    seed: null,
    weights: null,
  };
}

async function proposalsOf(input: ProviderInput) {
  const found = [];
  const proposals = await provider.run(input, {
    progress: () => {},
    log: () => {},
    openOnnx: () => Promise.reject(new Error('This test opens no network')),
  });
  for await (const proposal of proposals) found.push(proposal);
  return found;
}

test('proposes the dark cube in LPS millimetres', async () => {
  const [found, ...others] = await proposalsOf(volumeOf(true));
  assert.deepEqual(found?.shape, { kind: 'box', minMm: [-4, 8, -4], maxMm: [4, 16, 4] });
  assert.ok(found.score > 0.85 && found.score <= 1);
  assert.deepEqual(others, []);
});

test('proposes nothing in a bright volume', async () => {
  assert.deepEqual(await proposalsOf(volumeOf(false)), []);
});
`;
}
