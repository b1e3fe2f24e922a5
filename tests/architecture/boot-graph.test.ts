import { readdirSync, readFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { firstPartyPlugin } from '../../platform/build/web/first-party-plugin.ts';
import { virtualModules } from '../../platform/build/web/virtual-modules.ts';

/** What a browser reads and runs before the first picture of a study: docs/decisions/0022. */
const PLATFORM = ['platform/workstation/boot.tsx', 'platform/workstation/early/show-name.ts'];

/**
 * Whatever else is reached from there keeps every first picture back: schemas, rules of findings,
 * viewers and React come with the program. Of packages there is none.
 */
const BOOT_MODULES = [
  // The table of first looks, which the build makes.
  '',
  'extensions/breast-planes',
  'extensions/breast-planes/model',
  'extensions/breast-planes/rendering',
  'extensions/breast-planes/state',
  'extensions/breast-planes/texts',
  'extensions/breast-planes/ui',
  'platform/core/session',
  'platform/foundation',
  'platform/geometry',
  'platform/volume',
  'platform/workstation',
  'platform/workstation/early',
  'platform/workstation/patients',
  'platform/workstation/routing',
  'platform/workstation/texts',
];

/**
 * Of what these modules use of each other, minified: 63 kB and a thirtieth. Each 10 kB more are 4 kB
 * on the line and ten milliseconds of a slow machine.
 */
const MAX_BYTES = 65_000;

/** What is opened by `import()` comes later, or begins the graph itself. */
const skipDynamicImports: Plugin = {
  name: 'leave-later',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** Writes a line at the head of a module that is early. */
const injectLine = (file: RegExp, line: string): Plugin => ({
  name: 'plant',
  setup(build) {
    build.onLoad({ filter: file }, ({ path }) => ({
      contents: `${line}\n${readFileSync(path, 'utf8')}`,
      loader: 'ts',
    }));
  },
});

/** Bytes, rooms and packages of the early graph. */
async function buildBootGraph(...planted: readonly Plugin[]) {
  const bootPreviews = readdirSync('extensions', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('first-look.ts'))
    .map((path) => `extensions/${path}`);
  const { metafile } = await build({
    entryPoints: [...PLATFORM, ...bootPreviews],
    outdir: 'early',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    metafile: true,
    jsx: 'automatic',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      skipDynamicImports,
      ...planted,
      virtualModules(),
      firstPartyPlugin({ tolerant: false }),
    ],
  });
  const outputs = Object.values(metafile.outputs);
  const used = outputs.flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
  );
  const moduleOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 3).join('/');
  const packages = outputs.flatMap(({ imports }) =>
    imports.flatMap(({ path, kind, external }) =>
      external === true && kind !== 'dynamic-import' ? path : [],
    ),
  );
  return {
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
    modules: [...new Set(used.map(moduleOf))],
    packages: [...new Set(packages)],
  };
}

const unexpectedImports = ({ modules, packages }: Awaited<ReturnType<typeof buildBootGraph>>) => [
  ...packages,
  ...modules.filter((module) => !BOOT_MODULES.includes(module)),
];

describe('what is read before the first picture', () => {
  it('is none of the packages, and of the house what a picture needs', async () => {
    const graph = await buildBootGraph();
    expect(unexpectedImports(graph)).toEqual([]);
    expect(graph.bytes).toBeLessThan(MAX_BYTES);
    // Otherwise another graph was walked.
    expect(graph.bytes).toBeGreaterThan(MAX_BYTES / 2);
  });

  it.each([
    ['zod', "import * as z from 'zod'; console.log(z.string());"],
    ['react', "import { useState } from 'react'; console.log(useState);"],
    ['@cornerstonejs/core', "import { init } from '@cornerstonejs/core'; console.log(init);"],
    ['platform/findings', "import { checkMark } from '#findings'; console.log(checkMark);"],
    [
      'platform/contracts',
      "import { findingSchema } from '#contracts'; console.log(findingSchema);",
    ],
  ])('is seen to have grown by %s', async (name, line) => {
    const files = [/early[/\\]open-early\.ts$/, /planes[/\\]cut-stage\.ts$/];
    for (const file of files) {
      const unexpected = unexpectedImports(await buildBootGraph(injectLine(file, line)));
      expect(unexpected.filter((one) => one.startsWith(name))).not.toEqual([]);
    }
  });
});
