import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENTRY_NAMESPACE, earlyChunks, findEarlyModules } from './early-chunks.ts';
import { withImports } from './entry-outputs.ts';
import { virtualModules } from './virtual-modules.ts';

const manifest = (id: string) =>
  JSON.stringify({ schema: 1, id, version: '1.0.0', title: id, description: id, host: '*' });

/** A small product, whose shared code the bundler alone would spread over many chunks. */
const PRODUCT: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module","sideEffects":["platform/workstation/boot.tsx"]}',
  'platform/base/count.ts':
    'export let count = 0; export const increment = (): number => (count += 1);',
  'platform/base/shape.ts':
    'export class Shape { static made = 0; constructor() { Shape.made += 1; } }',
  'platform/base/volume.ts': "export const volume = (): string => 'volume';",
  'platform/base/icon.ts': 'export const icon = (): number => 1;',
  'platform/workstation/boot.tsx': `import { bootPreviews } from 'clockface:boot-previews';
    import { increment } from '../base/count.ts'; increment();
    export const previews = await Promise.all(bootPreviews.map(({ load }) => load()));
    export const locale = await import('./locale/pseudo-locale.ts');
    export const start = await import('./start/start.tsx');`,
  'platform/workstation/locale/pseudo-locale.ts': "export const locale = 'en-XA';",
  'platform/workstation/start/start.tsx': `import { count, increment } from '../../base/count.ts';
    import { icon } from '../../base/icon.ts';
    export const counted = () => [increment(), count, icon()];
    export const open = () => import('./open.tsx');`,
  'platform/workstation/start/open.tsx': `import { builtInExtensions } from 'clockface:extensions';
    import { icon } from '../../base/icon.ts'; import { volume } from '../../base/volume.ts';
    export const opened = () => [icon(), volume()]; export const extensions = builtInExtensions;`,
  'extensions/planes/manifest.json': manifest('planes'),
  'extensions/planes/round.ts': `import { Shape } from '../../platform/base/shape.ts';
    export class Round extends Shape {}`,
  'extensions/planes/boot-preview.ts': `import { Round } from './round.ts';
    import { volume } from '../../platform/base/volume.ts';
    export const bootPreview = () => [new Round(), volume(), Round];`,
  'extensions/planes/index.ts': `import { Shape } from '../../platform/base/shape.ts';
    import { Round } from './round.ts';
    export const extension = () => [new Round(), Shape.made]; export { Round };
    export const view = () => import('./view.ts');`,
  'extensions/planes/view.ts': "import { Round } from './round.ts'; export const view = Round;",
  'extensions/scanner/manifest.json': manifest('scanner'),
  'extensions/scanner/index.ts': `import { volume } from '../../platform/base/volume.ts';
    export const extension = volume;`,
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clockface-early-'));
  for (const [name, text] of Object.entries(PRODUCT)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Built {
  readonly outputs: Metafile['outputs'];
  /** Returns the script of an entry point and those that it imports. */
  scripts(source: string): readonly string[];
}

async function buildProduct(): Promise<Built> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { boot: 'platform/workstation/boot.tsx' },
    outdir: join(root, 'out'),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    logLevel: 'silent',
    logOverride: { 'ignored-bare-import': 'error' },
    plugins: [earlyChunks(await findEarlyModules(root), root), virtualModules(root)],
  });
  const { outputs } = metafile;
  return {
    outputs,
    scripts(source) {
      const entry = Object.entries(outputs).find(
        ([, { entryPoint }]) => entryPoint === `${ENTRY_NAMESPACE}:${source}`,
      );
      if (entry === undefined) throw new Error(`No output for ${source}`);
      return [...withImports(outputs, [entry[0]])];
    },
  };
}

const BOOT = 'platform/workstation/boot.tsx';
const START = 'platform/workstation/start/start.tsx';
const PREVIEW = 'extensions/planes/boot-preview.ts';

describe('early modules', () => {
  it('are those of boot script, start and boot previews, without code of extensions', async () => {
    const { boot, start } = await findEarlyModules(root);
    const base = ['count', 'shape', 'volume'].map((name) => `platform/base/${name}.ts`);
    expect(boot).toEqual(base);
    expect(start).toEqual(['platform/base/count.ts', 'platform/base/icon.ts', START]);
  });

  it('are in one chunk for the boot script, one for the start and one for each preview', async () => {
    const { scripts } = await buildProduct();
    const [boot, start, preview] = [BOOT, START, PREVIEW].map(scripts);
    expect(boot).toHaveLength(2);
    expect(start?.filter((path) => !boot?.includes(path))).toHaveLength(2);
    expect(preview?.filter((path) => !boot?.includes(path))).toHaveLength(2);
  });

  it('run once each, with the same values for all entry points', async () => {
    const { scripts } = await buildProduct();
    const boot = await import(pathToFileURL(join(root, scripts(BOOT)[0] ?? '')).href);
    const [, volume, Round] = boot.previews[0].bootPreview();
    expect(volume).toBe('volume');
    // The boot script and the start increment the same counter.
    expect(boot.start.counted()).toEqual([2, 2, 1]);
    const { opened, extensions } = await boot.start.open();
    expect(opened()).toEqual([1, 'volume']);
    const [planes, scanner] = await Promise.all(
      extensions.map(({ load }: { load(): Promise<Record<string, unknown>> }) => load()),
    );
    expect(planes.Round).toBe(Round);
    // The preview and the extension each made a shape.
    expect(planes.extension()[1]).toBe(2);
    expect((await planes.view()).view).toBe(Round);
    expect(scanner.extension()).toBe('volume');
  });

  it('of the start are not loaded by the chunk of a locale', async () => {
    const { scripts, outputs } = await buildProduct();
    const inputs = scripts('platform/workstation/locale/pseudo-locale.ts').flatMap((path) =>
      Object.keys(outputs[path]?.inputs ?? {}),
    );
    expect(inputs).not.toContain('platform/base/icon.ts');
  });

  it('load code of an extension only with that extension', async () => {
    const { scripts, outputs } = await buildProduct();
    const inputs = (source: string) =>
      scripts(source).flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
    const planesPath = /^extensions\/planes\//;
    for (const source of [BOOT, START, 'extensions/scanner/index.ts'])
      expect(inputs(source).filter((path) => planesPath.test(path))).toEqual([]);
    expect(inputs('extensions/planes/index.ts')).toContain('extensions/planes/round.ts');
  });
});
