import { readdirSync, readFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { withImports } from '../../platform/build/web/entry-outputs.ts';
import { virtualModules } from '../../platform/build/web/virtual-modules.ts';

/**
 * Code that a browser loads and runs before the first image of a study:
 * docs/decisions/0022-boot-preview.md.
 */
const PLATFORM = ['platform/workstation/boot.tsx'];

/**
 * The program, which shares chunks with the boot code: an entry point such as `#core` of which the
 * program exports everything would come whole into the boot graph.
 */
const PROGRAM = ['platform/sdk/index.ts', 'platform/workstation/start/open-application.tsx'];

/**
 * Allowed modules. Any other module would delay the first image: schemas, finding rules, viewers
 * and React are loaded with the program. No packages are allowed.
 */
const BOOT_MODULES = [
  // The table of boot previews, which the build creates.
  '',
  'extensions/breast-planes',
  'extensions/breast-planes/model',
  'extensions/breast-planes/rendering',
  'extensions/breast-planes/state',
  'extensions/breast-planes/texts',
  'extensions/breast-planes/ui',
  'platform/core/registries',
  'platform/core/session',
  'platform/core/texts',
  'platform/foundation',
  'platform/geometry',
  'platform/volume',
  'platform/workstation',
  'platform/workstation/early',
  'platform/workstation/locale',
  'platform/workstation/navigation',
  'platform/workstation/patients',
  'platform/workstation/texts',
];

/**
 * Size of these modules minified: 81.2 kB, with the geometry that `@clockface/sdk` exports, plus a
 * margin of a hundredth. Each further 10 kB cost 4 kB of transfer and 10 ms on a slow machine.
 */
const MAX_BYTES = 83_000;

/** Skips modules opened by `import()`, which load later or start the graph itself. */
const skipDynamicImports: Plugin = {
  name: 'skip-dynamic-imports',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** Adds a line at the top of a module of the boot graph. */
const injectLine = (file: RegExp, line: string): Plugin => ({
  name: 'inject-line',
  setup(build) {
    build.onLoad({ filter: file }, ({ path }) => ({
      contents: `${line}\n${readFileSync(path, 'utf8')}`,
      loader: 'ts',
    }));
  },
});

/** Returns bytes, modules and packages of the boot graph. */
async function buildBootGraph(...plugins: readonly Plugin[]) {
  const bootPreviews = readdirSync('extensions', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('boot-preview.ts'))
    .map((path) => `extensions/${path}`);
  const early = [...PLATFORM, ...bootPreviews];
  const { metafile } = await build({
    entryPoints: [...early, ...PROGRAM],
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
    loader: { '.css': 'empty', '.svg': 'empty' },
    logLevel: 'silent',
    plugins: [skipDynamicImports, ...plugins, virtualModules()],
  });
  const entries = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
    early.includes(entryPoint ?? '') ? path : [],
  );
  const outputs = [...withImports(metafile.outputs, entries)].flatMap(
    (path) => metafile.outputs[path] ?? [],
  );
  const used = outputs.flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
  );
  // The folder of a file, at most three levels deep: `platform/core/session`.
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

describe('the code loaded before the first image', () => {
  it('contains no packages and only the modules that an image needs', async () => {
    const graph = await buildBootGraph();
    expect(unexpectedImports(graph)).toEqual([]);
    expect(graph.bytes).toBeLessThan(MAX_BYTES);
    // A smaller size would mean that another graph was built.
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
  ])('is rejected if one of its files imports %s', async (name, line) => {
    const files = [/early[/\\]preload-study\.ts$/, /planes[/\\]slice-stage\.ts$/];
    for (const file of files) {
      const unexpected = unexpectedImports(await buildBootGraph(injectLine(file, line)));
      expect(unexpected.filter((message) => message.startsWith(name))).not.toEqual([]);
    }
  });
});
