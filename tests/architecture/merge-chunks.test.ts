import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, describe, expect, it } from 'vitest';
import { entriesAt, preloadGroups, withImports } from '../../platform/build/web/chunk-groups.ts';
import { mergeChunks, type WebBundle } from '../../platform/build/web/merge-chunks.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), 'clockface-merge-'));
  folders.push(root);
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** A product divided like this one: code shared by several entry points is in many chunks. */
const PRODUCT: Readonly<Record<string, string>> = {
  'kept.js': 'export let kept = 0; export const keep = () => (kept += 1); export default "kept";',
  'shape.js': 'export class Shape { static made = 0; constructor() { Shape.made += 1; } }',
  'round.js': 'import { Shape } from "./shape.js"; export class Round extends Shape {}',
  'volume.js': 'export const volume = () => "volume";',
  'icon.js':
    '/*! Licence of the icons */ import { round } from "./sum.js"; export const icon = round;',
  'sum.js': '/*! Licence of the sums */ export const round = (x) => x + 1;',
  'platform/workstation/boot.tsx': `import { keep } from '../../kept.js'; keep();
    export const look = () => import('../../extensions/planes/boot-preview.ts');
    export const name = () => import('./early/show-name.ts');
    export const start = () => import('./start/start.tsx');`,
  'platform/workstation/early/show-name.ts':
    'import * as all from "../../../kept.js"; import { icon } from "../../../icon.js"; export const names = () => [all.kept, icon(1)];',
  'platform/workstation/start/start.tsx': `import { keep, kept } from '../../../kept.js';
    import { icon } from '../../../icon.js';
    export default () => [keep(), kept, icon(2)];
    export const planes = () => import('../../../extensions/planes/index.ts');
    export const scanner = () => import('../../../extensions/scanner/index.ts');`,
  'extensions/planes/boot-preview.ts': `import { kept } from '../../kept.js'; import { Round } from '../../round.js';
    import { volume } from '../../volume.js';
    export const bootPreview = () => { new Round(); return [kept, volume(), Round]; };`,
  'extensions/planes/index.ts': `import { Round } from '../../round.js'; import { Shape } from '../../shape.js';
    import { keep } from '../../kept.js';
    export const extension = () => [new Round(), Shape.made, keep()]; export { Round };`,
  'extensions/scanner/index.ts':
    'import { volume } from "../../volume.js"; export const extension = volume;',
};

async function bundleOf(change: Readonly<Record<string, string>> = {}): Promise<WebBundle> {
  const root = newFolder({ ...PRODUCT, ...change });
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { boot: 'platform/workstation/boot.tsx' },
    outdir: root,
    outbase: root,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    metafile: true,
    legalComments: 'external',
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
  });
  const files = outputFiles.map(({ path, contents }) => [path.slice(root.length + 1), contents]);
  return { files: new Map(files as [string, Uint8Array][]), outputs: metafile.outputs };
}

const scripts = ({ files }: WebBundle): readonly string[] =>
  [...files.keys()].filter((path) => path.endsWith('.js'));

const entry = ({ outputs }: WebBundle, source: RegExp): string =>
  entriesAt(outputs, source)[0] ?? '';

const merge = (bundle: WebBundle) => mergeChunks(bundle, preloadGroups(bundle.outputs));

describe('merged chunks', () => {
  it('form one file each: first script, its shared code, boot preview, name, start', async () => {
    const before = await bundleOf();
    const after = await merge(before);
    const initialFileCount = (bundle: WebBundle): number =>
      withImports(bundle.outputs, [entry(bundle, /boot\.tsx/), entry(bundle, /boot-preview/)]).size;
    expect([initialFileCount(before), initialFileCount(after)]).toEqual([5, 3]);
    expect(scripts(after).map((path) => path.replace(/-[A-Z0-9]{8}\.js$/, ''))).toEqual(
      expect.arrayContaining([
        'assets/boot',
        'assets/preload',
        'assets/boot-preview',
        'assets/start',
      ]),
    );
    expect(Object.keys(after.outputs).sort()).toEqual([...after.files.keys()].sort());
  });

  it('run as before, each module once', async () => {
    const after = await merge(await bundleOf());
    const root = newFolder(Object.fromEntries(after.files));
    const boot = await import(pathToFileURL(join(root, entry(after, /boot\.tsx/))).href);
    const { bootPreview } = await boot.look();
    const [stored, volume, Round] = bootPreview();
    expect([stored, volume]).toEqual([1, 'volume']);
    const start = await boot.start();
    expect(start.default()).toEqual([2, 2, 3]);
    const planes = await start.planes();
    expect(planes.Round).toBe(Round);
    expect(planes.extension().slice(1)).toEqual([2, 3]);
    expect((await start.scanner()).extension()).toBe('volume');
    expect((await boot.name()).names()).toEqual([3, 2]);
  });

  it('load code of an extension only with that extension', async () => {
    const after = await merge(await bundleOf());
    const needed = (source: RegExp) => [...withImports(after.outputs, [entry(after, source)])];
    const bootPreview = entry(after, /boot-preview/);
    expect(needed(/scanner/)).not.toContain(bootPreview);
    expect(needed(/start\.tsx/)).not.toContain(bootPreview);
    expect(needed(/planes\/index/)).toContain(bootPreview);
  });

  it('get new names wherever one of them has changed', async () => {
    const names = async (change = {}) => scripts(await merge(await bundleOf(change)));
    const before = await names();
    expect(await names()).toEqual(before);
    const changed = await names({ 'volume.js': 'export const volume = () => "another";' });
    expect(changed.filter((name) => before.includes(name))).toEqual([]);
  });

  it('keep all licences', async () => {
    const { files } = await merge(await bundleOf());
    const text = (path: string): string => new TextDecoder().decode(files.get(path));
    const licenceFiles = [...files.keys()].filter((path) => path.endsWith('.LEGAL.txt'));
    const all = licenceFiles.map(text).join();
    expect(all).toContain('Licence of the icons');
    expect(all).toContain('Licence of the sums');
    for (const path of licenceFiles) {
      const script = path.slice(0, -'.LEGAL.txt'.length);
      expect(text(script)).toContain(`see ${path.slice('assets/'.length)} */`);
    }
  });

  it('stop the build if two of them would be opened by their own names', async () => {
    const bundle = await bundleOf();
    const members = [entry(bundle, /boot-preview/), entry(bundle, /show-name/)];
    await expect(mergeChunks(bundle, [{ name: 'both', members }])).rejects.toThrow(
      'both: two entry points',
    );
    const twice = ['one', 'two'].map((name) => ({ name, members: members.slice(0, 1) }));
    await expect(mergeChunks(bundle, twice)).rejects.toThrow('is in two groups');
  });

  it('stop the build if a name has an unknown form', async () => {
    const bundle = await bundleOf();
    const bootPreview = entry(bundle, /boot-preview/);
    const [chunk = ''] = [...withImports(bundle.outputs, [bootPreview])].filter(
      (path) => path !== bootPreview,
    );
    const files = new Map(bundle.files);
    const boot = entry(bundle, /boot\.tsx/);
    const changedBoot = `${new TextDecoder().decode(files.get(boot))}import * as x from "./${chunk.slice(7)}";x.y();`;
    files.set(boot, new TextEncoder().encode(changedBoot));
    const group = { name: 'look', members: [bootPreview, chunk] };
    await expect(mergeChunks({ ...bundle, files }, [group])).rejects.toThrow(`still needs`);
  });
});
